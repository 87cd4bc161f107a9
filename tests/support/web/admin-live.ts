import {
  type AdminUser,
  type Category,
  claimContent,
  type DeskItem,
  getChecks,
  getDeskItem,
  getMe,
  getOverview,
  getRevision,
  listActivity,
  listAdminCategories,
  listDeletionRequests,
  listDeskItems,
  listLinks,
  listReports,
  listUsers,
  type ReplyOf,
  type RevisionPreview,
} from "@cairn/contract";
import { screen } from "@testing-library/react";
import { HttpResponse, type RequestHandler } from "msw";
import { sampleStanding } from "./content-samples.ts";
import { answer, member, server } from "./fake-api.ts";
import "./fake-socket.ts";
import { renderApp, storeSession } from "./renderApp.tsx";

const admin = { ...member, role: "Admin", verified: true, name: "Grace Wanjiku" } as const;

export const account = (more: Partial<AdminUser> = {}): AdminUser => ({
  id: 41,
  name: "Priya Raman",
  email: "priya@example.com",
  role: "User",
  active: true,
  waiting: false,
  verified: false,
  email_confirmed: true,
  has_password: true,
  created_at: "2026-11-01T08:00:00.000Z",
  avatar_small_url: null,
  ...more,
});

export const category = (more: Partial<Category> = {}): Category => ({
  id: 3,
  name: "Data Science",
  description: "From rows to reasons.",
  posts: 4,
  interval_days: 180,
  ...more,
});

/** Waits in its second revision; the first is public, approved by row 12 of the ledger. */
export const deskItem = (more: Partial<DeskItem> = {}): DeskItem => ({
  id: 81,
  title: "Reading a query plan",
  excerpt: "A plan is a tree.",
  content_type: "Article",
  category_id: 3,
  category_name: "Data Science",
  author: { id: 9, name: "Daniel Mensah", avatar_small_url: null },
  status: "Pending",
  revision: 2,
  pending_revision: 2,
  published_revision: 1,
  waiting_since: "2026-11-19T08:00:00.000Z",
  waiting_seconds: 90_000,
  media: null,
  likes: 3,
  comments: 1,
  created_at: "2026-11-01T08:00:00.000Z",
  published_at: "2026-11-02T08:00:00.000Z",
  last_decision: {
    seq: 12,
    decision: "approved",
    revision: 1,
    reviewer: { id: 7, name: "Grace Wanjiku" },
    reason: null,
    decided_at: "2026-11-02T08:00:00.000Z",
  },
  claim: null,
  can: { approve: true, flag: true, remove: true, renew: true },
  ...sampleStanding,
  ...more,
});

/** Its second revision, with the first beside it. */
export const preview = (more: Partial<RevisionPreview> = {}): RevisionPreview => ({
  content_id: 81,
  number: 2,
  title: "Reading a query plan",
  body: "A plan is a **tree**.",
  body_html: "<p>A plan is a <strong>tree</strong>.</p>",
  content_type: "Article",
  category_id: 3,
  category_name: "Data Science",
  media: null,
  summary: "",
  cover: null,
  captions: [],
  chapters: [],
  no_speech: false,
  applies_to: [],
  language: "en",
  created_at: "2026-11-19T08:00:00.000Z",
  hash: "a".repeat(64),
  author: { id: 9, name: "Daniel Mensah", avatar_small_url: null },
  approved: null,
  reviews: [],
  ...more,
});

/** Signed in as a verified admin. What a test is about it answers itself, with `own`. */
export async function openLive(path: string, ...own: RequestHandler[]) {
  storeSession({ role: "Admin" });
  server.use(
    ...own,
    answer(getRevision, () => HttpResponse.json(preview())),
    answer(getMe, () => HttpResponse.json(admin)),
    ...liveAnswers,
  );
  const view = renderApp(path);
  await screen.findByRole("heading", { level: 1 });
  return view;
}

/** The figures of the home. */
export const overview = (more: Partial<ReplyOf<typeof getOverview>> = {}) =>
  answer(getOverview, () =>
    HttpResponse.json({
      totalPosts: 61,
      newUsers: 205,
      newUsersWeek: 9,
      flaggedContent: 3,
      activeCategories: 6,
      openReports: 0,
      deletionRequests: 0,
      waitingUsers: 0,
      logAudit: null,
      queue: { waiting: 5, oldestWaitSeconds: 90_000, medianWaitSeconds: 3600, p90WaitSeconds: 7200 },
      ...more,
    }),
  );

export const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();

const liveAnswers = [
  answer(listLinks, () => HttpResponse.json({ items: [] })),
  answer(getChecks, () => HttpResponse.json({ items: [] })),
  overview(),
  answer(listActivity, () =>
    HttpResponse.json({
      items: [
        {
          id: "ledger-12",
          time: "2026-11-02T08:00:00.000Z",
          kind: "contentApproved",
          event: "Content approved: “Reading a query plan”",
          by: { id: 7, name: "Grace Wanjiku" },
          subject_id: 81,
          reason: null,
          seq: 12,
        },
      ],
      next: null,
    }),
  ),
  answer(listUsers, () => HttpResponse.json({ items: [account()], next: null, total: 1 })),
  answer(listAdminCategories, () => HttpResponse.json({ items: [category()], next: null, total: 1 })),
  answer(listDeskItems, () => HttpResponse.json({ items: [deskItem()], next: null, total: 1 })),
  answer(getDeskItem, () => HttpResponse.json(deskItem())),
  answer(claimContent, () =>
    HttpResponse.json({ by: { id: 7, name: "Grace Wanjiku" }, mine: true, expires_at: inTenMinutes() }),
  ),
  answer(listReports, () => HttpResponse.json({ items: [], next: null, total: 0 })),
  answer(listDeletionRequests, () => HttpResponse.json({ items: [], next: null, total: 0 })),
];
