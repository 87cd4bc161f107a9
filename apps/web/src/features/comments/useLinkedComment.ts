import { type Comment, commentAnchor, readId } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { isPlaceRestored, whilePageSettles } from "../../lib/restored-place.ts";
import { useHydrated } from "../../lib/store.ts";
import { type CommentList, holds, holdsWhole } from "./comment-list.ts";
import { linkedCommentQuery } from "./comments.queries.ts";

/** The comment that the page's address names; null without one, and in markup from the server, which does not see it. */
function useNamedComment(): number | null {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  return isHydrated ? readId(/^#comment-(\d+)$/.exec(hash)?.[1]) : null;
}

/** The comment that the address names. Asks the server for it only if the loaded list lacks it or what it answers. */
export function useLinkedComment(contentId: number, list: CommentList | undefined) {
  const id = useNamedComment();
  const isListed = id !== null && list !== undefined && holds(list, id);
  const isMissing = id !== null && list !== undefined && !holdsWhole(list, id);
  const query = useQuery({ ...linkedCommentQuery(contentId, id ?? 0), enabled: isMissing });
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  const isDeleted = isMissing && !isListed && isGone;
  const comments = isGone || data === undefined ? none : data;
  return {
    id,
    /** Newest first; empty if the list had them. */
    comments,
    isDeleted,
    /** It may be there, and could not be loaded. */
    isFailed: isMissing && !isListed && !isGone && error !== null && data === undefined,
    retry: () => void query.refetch(),
    /** Whether its position is final, or that of the words in its place. */
    isInPlace: isDeleted || comments.length > 0 || (isListed && (!isMissing || error !== null)),
  };
}

const none: readonly Comment[] = [];

/**
 * Moves the reader to the comment that the address names, or to `instead`, the words in its place, once these are in
 * their place. Does nothing after Back or a reload, or once the reader has begun to write.
 */
export function useArrival(id: number | null, isInPlace: boolean, instead: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again leads there again
  useEffect(() => {
    if (id === null || !isInPlace || isPlaceRestored()) return undefined;
    if (document.activeElement?.matches("input, textarea")) return undefined;
    const place = instead.current ?? document.getElementById(commentAnchor(id));
    place?.scrollIntoView?.({ block: "center" });
    place?.focus({ preventScroll: true });
    return place ? stayAt(place) : undefined;
  }, [id, isInPlace, key]);
}

/** In milliseconds: how long parts of a page that come later, such as a writer's own navigation, may move its text. */
const settling = 5_000;

/** Keeps the place in view while the page around it changes, until the reader does something. */
function stayAt(place: HTMLElement): () => void {
  const stop = whilePageSettles(
    () => place.scrollIntoView?.({ block: "center" }),
    () => clearTimeout(timer),
  );
  const timer = setTimeout(stop, settling);
  return stop;
}
