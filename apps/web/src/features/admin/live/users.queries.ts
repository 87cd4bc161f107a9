import {
  type AccountChange,
  activityText,
  changeUser as changeUserCall,
  createUser,
  listUsers,
} from "@cairn/contract";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import type { AdminUser } from "../admin-model.ts";
import type { AdminActions } from "../admin-source.ts";
import { allPages, andRefresh, firstPage, nextPage } from "./answer.ts";

export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["admin", "users", search],
    queryFn: ({ pageParam, signal }) =>
      api.call(listUsers, { query: { q: search || undefined, cursor: pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    select: allPages<AdminUser>,
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
