import type { Comment, ContentDetail, ContentItem, Media, Review } from "@cairn/contract";

/** Samples of what the server answers; a test states only what it is about. */
export const sampleMedia = (more: Partial<Media>): Media => ({
  url: "/media/picture.jpg",
  type: "image/jpeg",
  width: 1600,
  height: 900,
  duration_seconds: null,
  alt: "",
  poster_url: null,
  ...more,
});

/** Verified until the end of 2027, about nothing in particular. */
export const sampleStanding = {
  applies_to: [],
  good_until: "2027-12-31T00:00:00.000Z",
  superseded_by: null,
  standing: "verified",
  standing_reasons: [],
} satisfies Partial<ContentItem>;

export const sampleItem = (more: Partial<ContentItem> = {}): ContentItem => ({
  id: 4,
  title: "Caching headers without the folklore",
  body: "Two header lines answer nearly all of it.",
  excerpt: more.body ?? "Two header lines answer nearly all of it.",
  content_type: "Article",
  category_id: 1,
  category_name: "Fullstack Development",
  media_url: more.media?.url ?? null,
  media: null,
  author_id: 9,
  author_name: "Kofi Asante",
  created_at: "2025-11-14T09:00:00.000Z",
  published_at: "2025-11-16T09:00:00.000Z",
  status: "Published",
  revision: 1,
  likes: 0,
  comments: 0,
  language: "en",
  dir: "ltr",
  ...sampleStanding,
  series: null,
  ...more,
});

export const sampleDetail = (more: Partial<ContentDetail> = {}): ContentDetail => ({
  ...sampleItem(more),
  body_html: "<p>Two header lines answer nearly all of it.</p>",
  revisions: [{ number: 1, created_at: "2025-11-14T09:00:00.000Z" }],
  ...more,
});

export const sampleReview = (more: Partial<Review> = {}): Review => ({
  seq: 12,
  content_id: 4,
  revision: 1,
  decision: "approved",
  reviewer: { id: 3, name: "Grace Wanjiku", role: "Admin" },
  reviewer_commitment: "cd348fe023d6803e3c3605469a4a3e222115ee6b865bb3f896a00ec628214550",
  reviewer_salt: "5a".repeat(32),
  reason: null,
  reason_commitment: null,
  reason_salt: null,
  decided_at: "2025-11-18T14:20:00.000Z",
  revision_hash: "a1".repeat(32),
  media_hash: null,
  previous_hash: "b2".repeat(32),
  hash: "c3".repeat(32),
  ...more,
});

export const sampleComment = (more: Partial<Comment> = {}): Comment => {
  const id = more.id ?? 1;
  return {
    id,
    id_code: String(id),
    user_id: 8,
    user: { name: "Ivan Petrov" },
    author_name: more.user?.name ?? "Ivan Petrov",
    body: "It saved us on Friday.",
    body_html: "<p>It saved us on Friday.</p>",
    created_at: "2025-11-20T07:00:00.000Z",
    edited_at: null,
    can: { edit: false, delete: false },
    reply_to: null,
    mentions: [],
    ...more,
  };
};
