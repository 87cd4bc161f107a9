import type { ContentItem } from "@cairn/contract";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { changePost } from "./change-posts.ts";
import type { PendingPost, Sending, Wording } from "./pending-post.ts";

/** The server knows a key for 24 hours; what is older is looked for before it is sent again. */
const keyLife = 23 * 60 * 60 * 1000;

export const isOld = ({ since }: Sending) => Date.now() - Date.parse(since) > keyLife;

export const newSending = (): Sending => ({
  key: newIdempotencyKey(),
  since: new Date().toISOString(),
  tried: [],
  underway: true,
  problem: null,
});

/** Marks a post as on its way, and as its sender's. A key that was used before stays: it may have arrived. */
export const startSending = (id: string, sender: number) =>
  changePost(id, (post) => {
    const sending = post.sending ?? newSending();
    const tried = sending.tried.some((wording) => isSame(wording, post))
      ? sending.tried
      : [...sending.tried, wordingOf(post)];
    return { owner_id: sender, sending: { ...sending, tried, underway: true, problem: null } };
  });

export const stopSending = (id: string, problem: string | null = null) =>
  changePost(id, ({ sending }) =>
    sending ? { sending: { ...sending, underway: false, problem } } : undefined,
  );

/** The reviewers have it. What was changed here while it was on its way does not exist: nobody can. */
export const finishSending = (id: string, item: ContentItem) =>
  changePost(id, () => ({ ...standingOf(item, null), changed: false, sending: null }));

/** What the server says about an item, as a post on the device notes it. */
export const standingOf = ({ id, status, pending_revision }: ContentItem, reason: string | null) => ({
  content_id: id,
  status,
  reason,
  edit_waits: status === "Published" && pending_revision !== undefined,
});

const wordingOf = ({ title, body, category_name }: PendingPost): Wording => ({ title, body, category_name });

/** The server trims, and forms carry line breaks of their own kind. */
const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

export const isSame = (one: Wording, other: Wording) =>
  plain(one.title) === plain(other.title) &&
  plain(one.body) === plain(other.body) &&
  one.category_name === other.category_name;

/** The item that an earlier try has become, among its author's; `taken` are those that other posts became. */
export const findArrived = (
  { tried }: Sending,
  items: readonly ContentItem[],
  taken: readonly (number | null)[],
): ContentItem | undefined =>
  items.find((item) => !taken.includes(item.id) && tried.some((wording) => isSame(wording, item)));
