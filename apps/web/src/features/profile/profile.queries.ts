import { changeProfile, getProfile, type ProfileChange } from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { logged } from "../../lib/logged.ts";
import { sharedKeys } from "../../lib/query-keys.ts";

const profileKey = ["profile"] as const;

/** The signed-in user's own profile. */
export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: ({ signal }) =>
    logged("Your profile could not be loaded.", () => api.call(getProfile, { signal }), signal),
});

/**
 * The same for the writers' screen, which shows no failure: the fields stay empty (docs/evidence/spec-clauses.md#s8-quiet-failures).
 */
export const writerProfileQuery = queryOptions({
  ...profileQuery,
  // A refetch must not overwrite what the user is typing.
  refetchOnWindowFocus: false,
});

interface PhotoDelivery {
  photo: File | null;
  onProgress?: (progress: Progress) => void;
}

/** Resolves to the server's message. */
export function useChangeProfile() {
  const cache = useQueryClient();
  return async (body: ProfileChange, { photo, onProgress }: PhotoDelivery): Promise<string> => {
    const { message, ...profile } = await api.call(changeProfile, { body, file: photo, onProgress });
    // Shows the saved profile immediately, even if refetching fails.
    cache.setQueryData(profileKey, profile);
    // docs/evidence/spec-clauses.md#s7-calls: a successful update refetches the profile. The navigation shows the name too.
    void cache.invalidateQueries({ queryKey: sharedKeys.me });
    // What is shown first to this member depends on them.
    if (body.interests ?? body.languages) void cache.invalidateQueries({ queryKey: sharedKeys.content });
    await cache.invalidateQueries({ queryKey: profileKey });
    return message;
  };
}
