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
  removeContent,
  trimmed,
} from "@cairn/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { outcomesOf } from "../../../lib/code/marked-run.ts";
import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { callOrWait, callPath, waits } from "../../../lib/outbox/call-or-wait.ts";
import { waitingText } from "../../../lib/outbox/unsent.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";
import type { AdminActions, ListQuery } from "../admin-calls.ts";
import type { AdminContent, AdminContentStatus } from "../admin-model.ts";
import type { ContentFilter } from "../contents/content-filter.ts";
import { decideHere } from "../contents/own-decisions.ts";
import { aboutDecision } from "../contents/useDecide.ts";

export const deskKeys = {
  lists: ["admin", "contents"],
  items: ["admin", "item"],
  item: (id: number) => [...deskKeys.items, id] as const,
  overview: ["admin", "overview"],
} as const;

export const contentsQuery = (filter: ContentFilter): ListQuery<AdminContent> => ({
  queryKey: [...deskKeys.lists, filter],
  queryFn: async ({ pageParam, signal }) => {
    const query = { ...deskQuery(filter), cursor: pageParam };
    const { items, next } = await api.call(listDeskItems, { query, signal });
    return { items: items.map(toContent), next };
  },
  ...byCursor,
  select: rowsOf,
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

/** A revision to read, with its code blocks that say `check`. */
export type Revision = RevisionPreview & { checks: ContentChecks };

export const revisionQuery = (id: number, number: number) =>
  queryOptions({
    queryKey: ["admin", "revision", id, number],
    queryFn: async ({ signal }): Promise<Revision> => {
      const [preview, checks] = await Promise.all([
        api.call(getRevision, { params: { id, number }, signal }),
        api.call(getChecks, { params: { id }, query: { revision: number }, signal }),
      ]);
      return { ...preview, checks };
    },
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
    desk: item,
  };
}

/** The status as admin screens call it (docs/rules.md#statuses). */
function statusOf({ status, pending_revision }: DeskItem): AdminContentStatus {
  // It is found under the filters Approved and Pending (docs/rules.md#decisions-on-the-desk).
  if (status === "Published") return pending_revision === null ? "Approved" : "Approved, edit waiting";
  return status === "Flagged" ? "Flagged" : "Pending";
}

/** The exact revision and ledger row that the admin saw: the server refuses a decision about anything else. */
function pointOf({ desk }: AdminContent) {
  if (!desk) throw new Error("A live item says which revision it shows.");
  return { revision: desk.revision, seen: desk.last_decision?.seq ?? 0 };
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
