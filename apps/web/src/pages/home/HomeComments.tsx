import { commentedItem, specifiedItem } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { CommentsCarousel } from "../../features/comments-carousel/CommentsCarousel.tsx";
import { newestQuery } from "../../features/content/content.queries.ts";

/** The comments below the feed of /home (docs/rules.md#verified-rows-and-first-steps). */
export function HomeComments() {
  return <CommentsCarousel contentId={useCommentedContent()} />;
}

/** The item whose comments the page shows; null if there is none, undefined while that is not known yet. */
function useCommentedContent(): number | null | undefined {
  const { data, isError } = useQuery(newestQuery);
  if (isError) return specifiedItem;
  return data && commentedItem(data);
}
