import { type FollowKind, followSubject, listFollows, unfollowSubject } from "@cairn/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

export const followsQuery = queryOptions({
  queryKey: ["follows"],
  queryFn: async ({ signal }) => (await api.call(listFollows, { signal })).items,
});

export async function changeFollow(
  cache: QueryClient,
  { kind, id, following }: { kind: FollowKind; id: string; following: boolean },
) {
  await api.call(following ? followSubject : unfollowSubject, { params: { kind, id } });
  await cache.invalidateQueries(followsQuery);
}
