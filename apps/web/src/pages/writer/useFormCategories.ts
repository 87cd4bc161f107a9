import type { Category } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { categoriesQuery } from "../../features/library/library.queries.ts";
import { type FormCategory, writerCategories } from "../../features/writing/writing-texts.ts";
import { useWriter } from "./useWriter.ts";

/**
 * The categories that a form offers: its `fixed` list as long as the site has the categories that it began with, then the
 * site's own (docs/rules.md#s3-category-lists). The fixed list too while the site's are not known: without a network, and
 * for visitors, who call nothing here.
 */
export function useFormCategories(fixed: readonly FormCategory[]): readonly FormCategory[] {
  const { isVisitor } = useWriter();
  const { data } = useQuery({ ...categoriesQuery, staleTime: 0, enabled: !isVisitor });
  return data === undefined || isUntouched(data) ? fixed : data;
}

const isUntouched = (categories: readonly Category[]) =>
  categories.length === writerCategories.length &&
  writerCategories.every(({ id, name }) => categories.some((own) => own.id === id && own.name === name));
