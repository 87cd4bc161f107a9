import { useQuery } from "@tanstack/react-query";
import { type FormCategory, writerCategories } from "../../features/writing/form/form-categories.ts";
import { sharedKeys } from "../../lib/query-keys.ts";

/**
 * The categories that a form offers: its `fixed` list as long as the site has the categories that it began with, then the
 * site's own (docs/evidence/spec-clauses.md#s3-category-lists). The fixed list too while the site's are not known: without a network, and
 * for visitors, who call nothing here.
 */
export function useFormCategories(
  fixed: readonly FormCategory[],
  isMember: boolean,
): readonly FormCategory[] {
  const { data } = useQuery({
    queryKey: sharedKeys.categories,
    // The form is there before the code of the library.
    queryFn: async (asked) =>
      (await import("../../features/library/library.queries.ts")).fetchCategories(asked),
    staleTime: 0,
    enabled: isMember,
  });
  return data && listOf(data) !== listOf(writerCategories) ? data : fixed;
}

const listOf = (categories: readonly FormCategory[]) => categories.map(({ id, name }) => id + name).join();
