import type { ReactNode } from "react";
import { type AdminCalls, AdminCallsContext } from "../admin-calls.ts";
import { categoriesQuery, categoryActions } from "./categories.queries.ts";
import { contentActions, contentsQuery } from "./contents.queries.ts";
import { activityActions, activityQuery, overviewQuery } from "./home.queries.ts";
import { adminProfileQuery, profileActions, userActions, usersQuery } from "./users.queries.ts";

/** The server's own data, for verified admins. */
const liveCalls: AdminCalls = {
  kind: "live",
  overview: overviewQuery,
  activity: activityQuery,
  users: usersQuery,
  contents: contentsQuery,
  categories: categoriesQuery,
  profile: adminProfileQuery,
  ...userActions,
  ...contentActions,
  ...categoryActions,
  ...profileActions,
  ...activityActions,
};

/** Gives the server's data to the screens inside. */
export const LiveCalls = ({ children }: { children: ReactNode }) => (
  <AdminCallsContext value={liveCalls}>{children}</AdminCallsContext>
);
