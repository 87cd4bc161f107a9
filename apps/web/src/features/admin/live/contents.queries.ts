import {
  type Approval,
  activityText,
  approveContent,
  type ContentChecks,
  type DeskItem,
  type DeskQuery,
  type Flag,
  flagContent,
  getChecks,
  getDeskItem,
  getRevision,
  listDeskItems,
  type Removal,
  type RevisionPreview,
  type RevisionText,
  removeContent,
  trimmed,
} from "@cairn/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { outcomesOf } from "../../../lib/code/marked-run.ts";
import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { callOrWait, callPath, waits } from "../../../lib/outbox/call-or-wait.ts";
import { waitingText } from "../../../lib/outbox/unsent.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";
import type {
  AdminContent,
  AdminContentStatus,
  PastDecision,
  ReviewPoint,
  RevisionToRead,
  RevisionWords,
} from "../admin-model.ts";
import type { AdminActions } from "../admin-source.ts";
import type { ContentFilter } from "../contents/content-filter.ts";
import { decideHere } from "../contents/own-decisions.ts";
import { aboutDecision } from "../contents/useDecide.ts";

export const deskKeys = {
  lists: ["admin", "contents"],
  items: ["admin", "item"],
  item: (id: number) => [...deskKeys.items, id] as const,
  overview: ["admin", "overview"],
} as const;

export const contentsQuery = (filter: ContentFilter) =>
  infiniteQueryOptions({
    queryKey: [...deskKeys.lists, filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(listDeskItems, { query: { ...deskQuery(filter), cursor: pageParam }, signal }),
    ...byCursor,
    select: (data) => rowsOf<DeskItem>(data).map(toContent),
    placeholderData: keepPreviousData,
  });

export const itemQuery = (id: number) =>
  queryOptions({
    queryKey: deskKeys.item(id),
    queryFn: ({ signal }) => api.call(getDeskItem, { params: { id }, signal }),
    select: toContent,
    // Who is reading the item changes every minute.
    staleTime: 0,
  });

export const revisionQuery = (id: number, number: number) =>
  queryOptions({
    queryKey: ["admin", "revision", id, number],
    queryFn: async ({ signal }) => {
      const [preview, checks] = await Promise.all([
        api.call(getRevision, { params: { id, number }, signal }),
        api.call(getChecks, { params: { id }, query: { revision: number }, signal }),
      ]);
      return { preview, checks };
    },
    select: toRevision,
  });

const chosen = (choice: string) => (choice === "All" ? undefined : choice);

/** Among pending items, "Oldest" sorts by waiting time. */
const deskQuery = ({ search, category, status, type, sort }: ContentFilter): DeskQuery => ({
  q: search || undefined,
  category: chosen(category),
  status: chosen(status),
  type: chosen(type),
  sort: sort === "Newest" ? "newest" : status === "Pending" ? "waiting" : "oldest",
});

function toContent(item: DeskItem): AdminContent {
  return {
    id: item.id,
    type: item.content_type,
    title: item.title,
    author: item.author.name,
    authorPhoto: item.author.avatar_small_url,
    category: item.category_name,
    description: item.excerpt,
    status: statusOf(item),
    fileName: null,
    reason: item.status === "Flagged" ? (item.last_decision?.reason ?? null) : null,
    stats: item.published_at
      ? { likes: item.likes, shares: null, comments: item.comments }
      : { likes: null, shares: null, comments: null },
    review: {
      revision: item.revision,
      seen: item.last_decision?.seq ?? 0,
      isWaiting: item.pending_revision !== null,
      waitingSince: item.waiting_since,
      last: item.last_decision && toPast(item.last_decision),
      can: item.can,
    },
    standing: item.standing,
    reading: item.claim && {
      name: item.claim.by.name,
      isMine: item.claim.mine,
      until: item.claim.expires_at,
    },
  };
}

/** The status as admin screens call it (docs/rules.md#statuses). */
function statusOf({ status, pending_revision }: DeskItem): AdminContentStatus {
  // It is found under the filters Approved and Pending (docs/rules.md#decisions-on-the-desk).
  if (status === "Published") return pending_revision === null ? "Approved" : "Approved, edit waiting";
  return status === "Flagged" ? "Flagged" : "Pending";
}

function toRevision({
  preview,
  checks,
}: {
  preview: RevisionPreview;
  checks: ContentChecks;
}): RevisionToRead {
  return {
    ...toWords(preview),
    checks,
    html: preview.body_html,
    approved: preview.approved && toWords(preview.approved),
    decisions: preview.reviews.map(toPast),
  };
}

type PastRow = NonNullable<DeskItem["last_decision"]> & Pick<RevisionPreview["reviews"][number], "answer">;

const toPast = ({
  revision,
  decision,
  reviewer,
  decided_at,
  reason,
  answer,
}: PastRow | RevisionPreview["reviews"][number]): PastDecision => ({
  revision,
  decision,
  // The desk's responses always name the reviewer; the fallback only satisfies the type.
  by: reviewer?.name ?? "a reviewer",
  time: decided_at,
  reason,
  answer,
});

const toWords = ({
  number,
  title,
  body,
  content_type,
  category_name,
  media,
  applies_to,
  summary,
  cover,
}: RevisionText): RevisionWords => ({
  number,
  title,
  body,
  type: content_type,
  category: category_name,
  media,
  appliesTo: applies_to.join(", "),
  summary,
  cover,
});

/** The exact revision and ledger row that the admin saw: the server refuses a decision about anything else. */
function pointOf({ review }: AdminContent): Pick<ReviewPoint, "revision" | "seen"> {
  if (!review) throw new Error("A live item says which revision it shows.");
  return { revision: review.revision, seen: review.seen };
}

type Decision = typeof approveContent | typeof flagContent | typeof removeContent;

/**
 * Sends a decision, or leaves it to the outbox while there is no network (docs/rules.md#outbox): it names what the admin
 * saw, so one that is stale on arrival is refused. Resolves to the message for the admin.
 */
async function decide(
  endpoint: Decision,
  { id, title }: AdminContent,
  body: Approval | Flag | NonNullable<Removal>,
  { told, words = null }: { told: Parameters<typeof activityText>[0]; words?: "reason" | "note" | null },
): Promise<string> {
  const key = newIdempotencyKey();
  const headers = { "idempotency-key": key };
  const text = activityText(told, title);
  const sent = await decideHere(id, () =>
    callOrWait(
      () => api.call(endpoint as typeof removeContent, { params: { id }, body: body as Removal, headers }),
      () => ({
        id: key,
        kind: "decision",
        about: aboutDecision(id),
        ...callPath(endpoint, { id }),
        body,
        words,
        label: `Your decision: ${text}`,
      }),
    ),
  );
  return sent === waits ? `${waitingText}: ${text}` : text;
}

export const contentActions = {
  approve(content, { note = "", goodUntil: good_until, code } = {}) {
    const said = trimmed(note);
    const body = {
      ...pointOf(content),
      ...(said && { note: said }),
      ...(good_until !== undefined && { good_until }),
      ...(code && { checks: outcomesOf(code) }),
    };
    return decide(approveContent, content, body, {
      told: "contentApproved",
      words: said ? "note" : null,
    });
  },
  flag: (content, reason = "") =>
    decide(
      flagContent,
      content,
      { ...pointOf(content), reason },
      { told: "contentFlagged", words: "reason" },
    ),
  remove: (content, reason) =>
    decide(
      removeContent,
      content,
      { ...pointOf(content), ...(reason && { reason }) },
      { told: "contentRemoved", words: reason ? "reason" : null },
    ),
} satisfies Partial<AdminActions>;
