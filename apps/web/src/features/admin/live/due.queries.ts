import {
  activityText,
  askForWork,
  type ContentChecks,
  type DeskItem,
  type DueItem,
  endLabel,
  getChecks,
  getDeskItem,
  type LabelEnd,
  type Link,
  listDue,
  listLabels,
  listLinks,
  reaffirmContent,
  supersedeContent,
  trimmed,
} from "@cairn/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { serverNow } from "../../../lib/api/server-now.ts";
import { type MarkedRun, outcomesOf } from "../../../lib/code/marked-run.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";
import { sharedKeys } from "../../../lib/query-keys.ts";
import { goodUntilOf, type Term } from "../contents/term.ts";
import { andRefresh } from "./refresh.ts";

const dueKey = ["admin", "due"] as const;

/** An item to renew; what was said of it is known of those that the list has. */
export type Renewable = DeskItem & Partial<Pick<DueItem, "due_soon" | "still_true" | "remarks">>;

const duePages = infiniteQueryOptions({
  queryKey: dueKey,
  queryFn: ({ pageParam, signal }) => api.call(listDue, { query: { cursor: pageParam }, signal }),
  ...byCursor,
});

/** Items that are due or outdated, the most read first. */
export const dueQuery = infiniteQueryOptions({ ...duePages, select: rowsOf<DueItem> });

/** How many dates come up on each of the next 30 days; from the same answer as the list. */
export const dueDaysQuery = infiniteQueryOptions({
  ...duePages,
  select: ({ pages }) => pages[0]?.days ?? [],
});

/** One item, whether or not it is due. */
export const renewableQuery = (id: number) =>
  queryOptions({
    queryKey: [...dueKey, id],
    queryFn: ({ signal }): Promise<Renewable> => api.call(getDeskItem, { params: { id }, signal }),
  });

export interface ItemEvidence {
  readonly links: readonly Link[];
  readonly checks: ContentChecks;
}

/** What Cairn found out about the links of the published revision, and its code blocks that say `check`. */
export const evidenceQuery = (id: number, revision: number) =>
  queryOptions({
    queryKey: [...dueKey, id, "evidence", revision],
    queryFn: async ({ signal }): Promise<ItemEvidence> => {
      const [links, checks] = await Promise.all([
        api.call(listLinks, { params: { id }, signal }),
        api.call(getChecks, { params: { id }, query: { revision }, signal }),
      ]);
      return { links: links.items, checks };
    },
  });

/** Labels that begin with the text, the most used first. */
export const labelsQuery = (prefix: string) =>
  queryOptions({
    queryKey: sharedKeys.labels(prefix),
    queryFn: async ({ signal }) => (await api.call(listLabels, { query: { prefix }, signal })).items,
    placeholderData: keepPreviousData,
  });

/** The published revision and the ledger row that the admin saw: the server refuses an answer about anything else. */
const pointOf = ({ published_revision, revision, last_decision }: DeskItem) => ({
  revision: published_revision ?? revision,
  seen: last_decision?.seq ?? 0,
});

export interface RenewalTerms {
  term: Term;
  /** What the code did in this admin's browser; null without any. */
  code: MarkedRun | null;
  /** For the author; empty for none. */
  note: string;
}

export async function reaffirm(item: DeskItem, { term, code, note }: RenewalTerms): Promise<string> {
  const good_until = goodUntilOf(term, serverNow());
  const said = trimmed(note);
  const body = {
    ...pointOf(item),
    ...(good_until !== undefined && { good_until }),
    ...(code && { checks: outcomesOf(code) }),
    ...(said && { note: said }),
  };
  await andRefresh(api.call(reaffirmContent, { params: { id: item.id }, body }));
  return activityText("contentReaffirmed", item.title);
}

export async function needsWork(item: DeskItem, reason: string): Promise<string> {
  await andRefresh(api.call(askForWork, { params: { id: item.id }, body: { ...pointOf(item), reason } }));
  return `The author was notified: “${item.title}” needs work`;
}

/** `by` null: nothing replaces it any more. */
export async function supersede(item: DeskItem, by: number | null): Promise<string> {
  await andRefresh(api.call(supersedeContent, { params: { id: item.id }, body: { by } }));
  return activityText(by === null ? "contentReinstated" : "contentSuperseded", item.title);
}

export async function endVersion(end: LabelEnd): Promise<string> {
  await andRefresh(api.call(endLabel, { body: end }));
  return `${end.label} ends on ${end.on}`;
}
