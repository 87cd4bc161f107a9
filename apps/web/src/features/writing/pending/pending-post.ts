import { messages } from "@cairn/contract";
import { isObject, storedText } from "../../../lib/storage.ts";
import { type Attempt, readAttempt } from "../attempt.ts";
import type { Captioning } from "../form/captioning.ts";

/**
 * A post that exists only on this device until its author sends it to reviewers (docs/evidence/spec-clauses.md#s3-pending-post,
 * docs/rules.md#pending-posts).
 */
export interface PendingPost {
  id: string;
  title: string;
  body: string;
  /** A data URL, or null. */
  media_url: string | null;
  /** The key of the file among the device's larger files (docs/rules.md#large-files-on-the-device). */
  media_key: string | null;
  content_type: "Video" | "Article";
  status: string;
  category_id: number | null;
  category_name: string;
  /** "": none; null: not set on this device. */
  summary: string | null;
  /** The address of its cover; "": none; null: not set on this device. */
  cover: string | null;
  /** What it applies to, in one text with ", " between the labels; null: not set on this device. */
  applies_to: string | null;
  /** The id of its series; "": none; null: not set on this device. */
  series: string | null;
  /** The code of its language; "": detected; null: not set on this device. */
  language: string | null;
  /** Captions and chapters of its film, as its form keeps them; null: not set on this device. */
  captioning: Captioning | null;
  /** The author's user id; null on posts that any user of the device sees (docs/rules.md#logout). */
  owner_id: number | null;
  /** The id of the item it became on the server. */
  content_id: number | null;
  /** Why it was flagged. */
  reason: string | null;
  /** An approved revision is public, and a newer one is waiting for review. */
  edit_waits: boolean;
  /** Changed here after sending: the reviewers have an older version. */
  changed: boolean;
  /** Its delivery to the reviewers, from the first attempt until it has arrived. */
  sending: Attempt | null;
}

/** Whether there is something to send: the reviewers have no version or an older one (docs/rules.md#posts-on-the-device). */
export const isUnsent = (post: Pick<PendingPost, "content_id" | "changed">) =>
  !hasArrived(post) || post.changed;

/** Whether the reviewers have a version of it. */
export const hasArrived = ({ content_id }: Pick<PendingPost, "content_id">) => content_id !== null;

/** One post, or none: a broken entry does not affect the others. */
export function readPost(raw: unknown): PendingPost[] {
  if (!isObject(raw)) return [];
  const post: Partial<Record<keyof PendingPost, unknown>> = raw;
  if (typeof post.id !== "string" && typeof post.id !== "number") return [];
  return [
    {
      id: String(post.id),
      title: storedText(post.title) || messages.noTitle,
      body: storedText(post.body),
      media_url: storedText(post.media_url) || null,
      media_key: storedText(post.media_key) || null,
      content_type: post.content_type === "Video" ? "Video" : "Article",
      status: storedText(post.status) || "Pending",
      category_id: number(post.category_id),
      category_name: storedText(post.category_name),
      summary: typeof post.summary === "string" ? post.summary : null,
      cover: typeof post.cover === "string" ? post.cover : null,
      applies_to: typeof post.applies_to === "string" ? post.applies_to : null,
      series: typeof post.series === "string" && /^\d*$/.test(post.series) ? post.series : null,
      language: typeof post.language === "string" ? post.language : null,
      captioning: readCaptioning(post.captioning),
      owner_id: number(post.owner_id),
      content_id: number(post.content_id),
      reason: storedText(post.reason) || null,
      edit_waits: post.edit_waits === true,
      changed: post.changed === true,
      sending: readAttempt(post.sending),
    },
  ];
}

function readCaptioning(raw: unknown): Captioning | null {
  if (!isObject(raw)) return null;
  const { captions, chapters, noSpeech } = raw;
  return { captions: storedText(captions), chapters: storedText(chapters), noSpeech: noSpeech === true };
}

const number = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : null);
