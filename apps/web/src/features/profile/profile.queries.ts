import { changeProfile, getProfile, type ProfileChange } from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { logged } from "../../lib/logged.ts";

const profileKey = ["profile"];

/** One's own profile. Here a failure is only logged, and the fields stay empty (spec section 8). */
export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: ({ signal }) =>
    logged("Your profile could not be loaded.", () => api.call(getProfile, { signal }), signal),
  // What is typed must not be overtaken by what is fetched.
  refetchOnWindowFocus: false,
});

export function useChangeProfile() {
  const cache = useQueryClient();
  return async (body: ProfileChange, avatar: File | null) => {
    await api.call(changeProfile, { body, file: avatar });
    // Spec section 7: after a successful update the profile is fetched anew. The navigation shows its name as well.
    void cache.invalidateQueries({ queryKey: ["me"] });
    await cache.invalidateQueries({ queryKey: profileKey });
  };
}
