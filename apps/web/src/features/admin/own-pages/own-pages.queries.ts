import {
  activityText,
  deleteOwnPage,
  getOwnPage,
  listOwnPages,
  type OwnPageDraft,
  type OwnPageLink,
  putOwnPage,
} from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { unlessGone } from "../../../lib/api/api-error.ts";
import { andRefresh } from "../live/refresh.ts";

const key = ["admin", "own-pages"];

export const ownPagesQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => api.call(listOwnPages, { signal }),
  select: ({ items }) => items,
});

/** With its Markdown, which the page's own data leaves out. */
export const writtenPageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key, slug],
    queryFn: ({ signal }) => api.call(getOwnPage, { params: { slug }, signal }),
    // A refetch must not overwrite what the admin is typing.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });

const saved = "Reload to see it in the footer.";

export async function saveOwnPage(slug: string, body: OwnPageDraft): Promise<string> {
  const { title } = await andRefresh(api.call(putOwnPage, { params: { slug }, body }));
  return `${activityText("pageSaved", title)}. ${saved}`;
}

/** One that another admin has deleted is gone, too. */
export async function removeOwnPage({ slug, title }: OwnPageLink): Promise<string> {
  await andRefresh(api.call(deleteOwnPage, { params: { slug } }).catch(unlessGone("page_not_found")));
  return `${activityText("pageDeleted", title)}. ${saved}`;
}
