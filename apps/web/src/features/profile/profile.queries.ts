import { changeProfile, getProfile, type ProfileChange, requestDeletion } from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { logged } from "../../lib/logged.ts";

const profileKey = ["profile"];

/** One's own profile. */
export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: ({ signal }) => api.call(getProfile, { signal }),
});

/** The same for the writers' screen: there a failure is only logged, and the fields stay empty (spec section 8). */
export const writerProfileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: ({ signal }) =>
    logged("Your profile could not be loaded.", () => api.call(getProfile, { signal }), signal),
  // What is typed must not be overtaken by what is fetched.
  refetchOnWindowFocus: false,
});

interface PhotoDelivery {
  photo: File | null;
  onProgress?: (progress: Progress) => void;
}

/** Answers the server's message. */
export function useChangeProfile() {
  const cache = useQueryClient();
  return async (body: ProfileChange, { photo, onProgress }: PhotoDelivery): Promise<string> => {
    const { message, ...profile } = await api.call(changeProfile, { body, file: photo, onProgress });
    // What was saved stands there at once, also when fetching it fails.
    cache.setQueryData(profileKey, profile);
    // Spec section 7: after a successful update the profile is fetched anew. The navigation shows its name as well.
    void cache.invalidateQueries({ queryKey: ["me"] });
    await cache.invalidateQueries({ queryKey: profileKey });
    return message;
  };
}

/** D46. */
export const askForDeletion = (reason: string) =>
  api.call(requestDeletion, { body: reason === "" ? {} : { reason } });
