import {
  type AccountChange,
  activityText,
  changeProfile,
  changeUser as changeUserCall,
  createUser,
  getProfile,
  listUsers,
  type Profile,
} from "@cairn/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";
import { sharedKeys } from "../../../lib/query-keys.ts";
import type { AdminProfile, AdminUser } from "../admin-model.ts";
import type { AdminActions } from "../admin-source.ts";
import { andRefresh } from "./answer.ts";

/** Live, it is the account's own profile (docs/rules.md#admin-profile). */
export const adminProfileQuery = queryOptions({
  queryKey: sharedKeys.profile,
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

export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["admin", "users", search],
    queryFn: ({ pageParam, signal }) =>
      api.call(listUsers, { query: { q: search || undefined, cursor: pageParam }, signal }),
    ...byCursor,
    select: rowsOf<AdminUser>,
    placeholderData: keepPreviousData,
  });

const change = ({ id }: Pick<AdminUser, "id">, body: AccountChange) =>
  andRefresh(api.call(changeUserCall, { params: { id }, body }));

export const userActions = {
  async addUser(body) {
    const { name } = await andRefresh(api.call(createUser, { body }));
    return activityText("userCreated", name);
  },
  async updateUser(user, draft) {
    const { name } = await change(user, draft);
    return activityText("userUpdated", name);
  },
  async activateUser(user) {
    const { name } = await change(user, { active: true });
    return activityText("userActivated", name);
  },
  async deactivateUser(user) {
    const { name } = await change(user, { active: false });
    return activityText("userDeactivated", name);
  },
  async verifyUser(user, verified) {
    const { name } = await change(user, { verified });
    return activityText(verified ? "userVerified" : "userUnverified", name);
  },
} satisfies Partial<AdminActions>;
