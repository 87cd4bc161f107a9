import { messages } from "@cairn/contract";

/** A post that lives on this device alone until its author sends it to reviewers (spec section 3, D29). */
export interface PendingPost {
  id: string;
  title: string;
  body: string;
  /** A data URL, or null. */
  media_url: string | null;
  /** Names the file among the device's larger ones (D37). */
  media_key: string | null;
  content_type: "Video" | "Article";
  status: string;
  category_id: number | null;
  category_name: string;
  /** Who wrote it; null on posts that show to whoever is there (D41). */
  owner_id: number | null;
  /** The item that it became when the reviewers got it. */
  content_id: number | null;
  /** Why it was flagged. */
  reason: string | null;
  /** Readers have an approved revision, and a newer one waits for review. */
  edit_waits: boolean;
  /** Changed here after it was sent: the reviewers have an older wording. */
  changed: boolean;
  /** Its way to the reviewers, from the first try until it has arrived. */
  sending: Sending | null;
}

export interface Sending {
  /** Names the sending to the server: whatever is tried under it arrives once. */
  key: string;
  /** When the key was first used, ISO 8601. */
  since: string;
  /** What was tried under the key; any of it may be what arrived. */
  tried: readonly Wording[];
  /** False: stopped by its author, or refused. */
  underway: boolean;
  /** Why it was refused. */
  problem: string | null;
}

export type Wording = Pick<PendingPost, "title" | "body" | "category_name">;

/** One post, or none: a broken one does not take the others with it. */
export function readPost(raw: unknown): PendingPost[] {
  if (typeof raw !== "object" || raw === null) return [];
  const post = raw as Partial<Record<keyof PendingPost, unknown>>;
  if (typeof post.id !== "string" && typeof post.id !== "number") return [];
  return [
    {
      id: String(post.id),
      title: text(post.title) || messages.noTitle,
      body: text(post.body),
      media_url: text(post.media_url) || null,
      media_key: text(post.media_key) || null,
      content_type: post.content_type === "Video" ? "Video" : "Article",
      status: text(post.status) || "Pending",
      category_id: number(post.category_id),
      category_name: text(post.category_name),
      owner_id: number(post.owner_id),
      content_id: number(post.content_id),
      reason: text(post.reason) || null,
      edit_waits: post.edit_waits === true,
      changed: post.changed === true,
      sending: readSending(post.sending),
    },
  ];
}

function readSending(raw: unknown): Sending | null {
  if (typeof raw !== "object" || raw === null) return null;
  const sending = raw as Partial<Record<keyof Sending, unknown>>;
  if (!text(sending.key) || Number.isNaN(Date.parse(text(sending.since)))) return null;
  return {
    key: text(sending.key),
    since: text(sending.since),
    tried: Array.isArray(sending.tried) ? sending.tried.flatMap(readWording) : [],
    underway: sending.underway === true,
    problem: text(sending.problem) || null,
  };
}

function readWording(raw: unknown): Wording[] {
  if (typeof raw !== "object" || raw === null) return [];
  const { title, body, category_name } = raw as Partial<Record<keyof Wording, unknown>>;
  return [{ title: text(title), body: text(body), category_name: text(category_name) }];
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const number = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : null);
