import { sampleCategories } from "../../features/category-posts/sample-categories.ts";
import { useFeeds } from "../../features/feeds/useFeeds.ts";
import { categoryRows } from "./category-rows.ts";

/** The two rows out of the outside feeds; the samples, with the reason, when neither can be had (D48). */
export function useCategoryRows() {
  const { videos, articles } = useFeeds();
  const hasFailed = videos.hasFailed && articles.hasFailed;
  const why = videos.failure ?? articles.failure ?? "";
  return {
    rows: hasFailed ? sampleCategories : categoryRows(videos.items, articles.items),
    // Places number the posts: they are known once both lists are.
    isLoading: !hasFailed && (videos.isLoading || articles.isLoading),
    failure: hasFailed ? `Failed to load categories or posts. Error: ${why}` : null,
  };
}
