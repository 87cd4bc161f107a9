import {
  type AccountChange,
  activityText,
  changeProfile,
  changeUser as changeUserCall,
  createUser,
  getProfile,
  listUsers,
  type AdminUser as WaitingUser,
} from "@cairn/contract";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";
import type { AdminActions, ListQuery, ValueQuery } from "../admin-calls.ts";
import type { AdminProfile, AdminUser } from "../admin-model.ts";
import { andRefresh } from "./refresh.ts";

/** Live, it is the account's own profile (docs/rules.md#admin-profile). */
export const adminProfileQuery: ValueQuery<AdminProfile> = {
  queryKey: ["admin", "profile"],
  queryFn: async ({ signal }) => {
    const { name, email, avatar_url, languages = [] } = await api.call(getProfile, { signal });
    return { name, email, photo: avatar_url, languages };
  },
  // A refetch must not overwrite what the user is typing.
  refetchOnWindowFocus: false,
};

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

export const usersQuery = (search: string): ListQuery<AdminUser> => ({
  queryKey: ["admin", "users", search],
  queryFn: ({ pageParam, signal }) =>
    api.call(listUsers, { query: { q: search || undefined, cursor: pageParam }, signal }),
  ...byCursor,
  select: rowsOf,
  placeholderData: keepPreviousData,
});

/** Who waits for approval, the newest first. */
export const waitingQuery = infiniteQueryOptions({
  queryKey: ["admin", "users", "waiting"],
  queryFn: ({ pageParam, signal }) =>
    api.call(listUsers, { query: { status: "waiting", cursor: pageParam }, signal }),
  ...byCursor,
  select: rowsOf<WaitingUser>,
});

export async function decideUser({ id }: Pick<WaitingUser, "id">, approved: boolean): Promise<string> {
  const { name } = await change({ id }, { approved });
  return activityText(approved ? "userApproved" : "userRefused", name);
}

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
