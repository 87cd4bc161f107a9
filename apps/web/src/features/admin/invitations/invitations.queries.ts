import {
  activityText,
  createInvitation,
  deleteInvitation,
  type ImportReport,
  type Invitation,
  importInvitations,
  listInvitations,
  type NewInvitation,
} from "@cairn/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";
import { andRefresh } from "../live/refresh.ts";

/** The newest first. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: ["admin", "invitations"],
  queryFn: ({ pageParam, signal }) => api.call(listInvitations, { query: { cursor: pageParam }, signal }),
  ...byCursor,
  select: rowsOf<Invitation>,
});

const day = 24 * 60 * 60_000;

/** For so many days. */
export async function addInvitation(invitation: NewInvitation, days: number): Promise<string> {
  const ends_at = new Date(Date.now() + days * day).toISOString();
  const { email } = await andRefresh(api.call(createInvitation, { body: { ...invitation, ends_at } }));
  return activityText("invitationCreated", email ?? "a link");
}

export async function endInvitation({ id, email }: Invitation): Promise<string> {
  await andRefresh(api.call(deleteInvitation, { params: { id } }));
  return activityText("invitationDeleted", email ?? "a link");
}

/** `send` false: only says what would happen. */
export const invitePeople = (file: File, send: boolean): Promise<ImportReport> =>
  andRefresh(api.call(importInvitations, { body: { send }, file }));
