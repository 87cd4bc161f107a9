import { changeProfile, getProfile, type Profile } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import type { AdminProfile } from "../admin-model.ts";
import type { AdminActions } from "../admin-source.ts";
import { andRefresh } from "./answer.ts";

/** Live, it is the account's own profile (docs/rules.md#d71). */
export const adminProfileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => api.call(getProfile, { signal }),
  select: toProfile,
  // A refetch must not overwrite what the user is typing.
  refetchOnWindowFocus: false,
});

function toProfile({ name, email, avatar_url, languages = [] }: Profile): AdminProfile {
  return { name, email, photo: avatar_url, languages };
}

export const profileActions = {
  async saveProfile({ name, languages }, { password, photo }) {
    const body = {
      name,
      ...(password !== "" && { password }),
      // As text: a form has no empty list.
      ...(languages && { languages: languages.join(",") }),
    };
    await andRefresh(api.call(changeProfile, { body, file: photo }));
  },
} satisfies Partial<AdminActions>;
