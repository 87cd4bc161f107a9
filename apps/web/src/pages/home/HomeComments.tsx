import { useQuery } from "@tanstack/react-query";
import { CommentsCarousel } from "../../features/comments-carousel/CommentsCarousel.tsx";
import { newestQuery } from "../../features/content/content.queries.ts";

/** The comments below the feed of /home (docs/rules.md#d104). */
export function HomeComments() {
  return <CommentsCarousel contentId={useCommentedContent()} />;
}

/** The spec's comments screen loads the comments of this item. */
const specifiedItem = 1;

/**
 * The item whose comments the page shows: the specified one, unless every published item is known and it is not among
 * them. Then the newest with comments; null if there is none, undefined while that is not known yet.
 */
function useCommentedContent(): number | null | undefined {
  const { data, isError } = useQuery(newestQuery);
  if (isError) return specifiedItem;
  if (!data) return undefined;
  if (!data.isAll || data.items.some(({ id }) => id === specifiedItem)) return specifiedItem;
  return data.items.find(({ comments }) => comments > 0)?.id ?? null;
}
