import {
  createToken as createTokenCall,
  deleteToken as deleteTokenCall,
  listTokens,
  type NewProgramToken,
  type ProgramTokenDraft,
} from "@cairn/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { unlessGone } from "../../lib/api/api-error.ts";

/** The member's tokens for programs. */
export const tokensQuery = queryOptions({
  queryKey: ["program-tokens"],
  queryFn: async ({ signal }) => (await api.call(listTokens, { signal })).items,
});

export async function createToken(cache: QueryClient, draft: ProgramTokenDraft): Promise<NewProgramToken> {
  const made = await api.call(createTokenCall, { body: draft });
  void cache.invalidateQueries(tokensQuery);
  return made;
}

export async function deleteToken(cache: QueryClient, id: number): Promise<void> {
  await api.call(deleteTokenCall, { params: { id } }).catch(unlessGone("token_not_found"));
  cache.setQueryData(tokensQuery.queryKey, (known) => known?.filter((token) => token.id !== id));
}
