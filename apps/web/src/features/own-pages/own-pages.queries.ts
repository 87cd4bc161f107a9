import { getOwnPage, type OwnPage } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { sharedKeys } from "../../lib/query-keys.ts";

/** `description`: for search engines, in pages that come from the server. */
type ShownPage = OwnPage & { readonly description?: string };

export const ownPageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...sharedKeys.ownPages, slug],
    queryFn: ({ signal }): Promise<ShownPage> => api.call(getOwnPage, { params: { slug }, signal }),
  });
