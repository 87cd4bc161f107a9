import type { Comment } from "@cairn/contract";
import type { InfiniteData } from "@tanstack/react-query";
import { uniqueById } from "../../lib/pages.ts";

/** What comments need to know about the signed-in reader. */
export interface Reader {
  /** Owns the unsent text; null while unknown. */
  id: number | null;
  name: string;
  photo?: string | null | undefined;
}

export interface CommentPage {
  comments: Comment[];
  /** The total of the item, not of the page. */
  total: number;
  next: string | undefined;
}

/** An item's loaded comments, newest first. */
export type CommentList = InfiniteData<CommentPage>;

export const holds = ({ pages }: CommentList, id: number) =>
  pages.some(({ comments }) => comments.some((comment) => comment.id === id));

/** Whether the loaded comments have this one, and the one that it answers. */
export function holdsWhole(list: CommentList, id: number): boolean {
  const comment = commentsOf(list).find((one) => one.id === id);
  return comment !== undefined && (!comment.reply_to || holds(list, comment.reply_to));
}

const changed = (list: CommentList, change: (page: CommentPage) => CommentPage): CommentList => ({
  ...list,
  pages: list.pages.map(change),
});

/** Adds a new comment on top, unless a refetch has already brought it. */
export function withComment(list: CommentList, comment: Comment): CommentList {
  if (holds(list, comment.id)) return list;
  const [newest] = list.pages;
  return changed(list, (page) => ({
    ...page,
    comments: page === newest ? [comment, ...page.comments] : page.comments,
    total: page.total + 1,
  }));
}

export const withChanged = (list: CommentList, comment: Comment): CommentList =>
  changed(list, (page) => ({
    ...page,
    comments: page.comments.map((known) => (known.id === comment.id ? comment : known)),
  }));

export function withoutComment(list: CommentList, id: number): CommentList {
  if (!holds(list, id)) return list;
  return changed(list, (page) => ({
    ...page,
    comments: page.comments.filter((comment) => comment.id !== id),
    total: page.total - 1,
  }));
}

export const commentsOf = ({ pages }: CommentList): Comment[] =>
  uniqueById(pages.flatMap(({ comments }) => comments));

/**
 * The loaded comments and, on top, the thread of a comment that was loaded by itself (`linked`, newest first). It stays
 * there once the list has come to it, so that nothing moves.
 */
export function threadsWith(
  list: CommentList,
  linked: readonly Comment[],
  order: CommentOrder = "Newest first",
): Thread[] {
  const loaded = commentsOf(list);
  const others = linked.filter(({ id }) => !holds(list, id));
  // What the list lacks is older than what it has.
  const newestFirst = threadsOf([...loaded, ...others]);
  const threads = order === "Oldest first" ? newestFirst.toReversed() : newestFirst;
  const first = linked.at(-1)?.id;
  const isFirst = ({ comment }: Thread) => comment.id === first;
  return [...threads.filter(isFirst), ...threads.filter((thread) => !isFirst(thread))];
}

export const commentOrders = ["Newest first", "Oldest first"] as const;
export type CommentOrder = (typeof commentOrders)[number];

export interface Thread {
  comment: Comment;
  /** Oldest first. */
  answers: Comment[];
}

/** Newest first. An answer whose comment is not loaded yet, or deleted, is shown by itself. */
function threadsOf(comments: readonly Comment[]): Thread[] {
  const threads = new Map<number, Thread>();
  for (const comment of comments) threads.set(comment.id, { comment, answers: [] });
  for (const answer of comments.toReversed()) {
    const thread = answer.reply_to ? threads.get(answer.reply_to) : undefined;
    if (!thread) continue;
    thread.answers.push(answer);
    threads.delete(answer.id);
  }
  return [...threads.values()];
}
