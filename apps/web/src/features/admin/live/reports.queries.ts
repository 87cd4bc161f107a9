import {
  activityText,
  approveDeletion as approveDeletionCall,
  closeReport as closeReportCall,
  type DeletionRequest,
  deleteComment,
  listDeletionRequests,
  listReports,
  type Report,
  refuseDeletion as refuseDeletionCall,
} from "@cairn/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";
import { andRefresh } from "./refresh.ts";

/** The oldest first, in the order in which admins should answer them. */
export const reportsQuery = infiniteQueryOptions({
  queryKey: ["admin", "reports"],
  queryFn: ({ pageParam, signal }) => api.call(listReports, { query: { cursor: pageParam }, signal }),
  ...byCursor,
  select: rowsOf<Report>,
});

export const deletionRequestsQuery = infiniteQueryOptions({
  queryKey: ["admin", "deletion-requests"],
  queryFn: ({ pageParam, signal }) =>
    api.call(listDeletionRequests, { query: { cursor: pageParam }, signal }),
  ...byCursor,
  select: rowsOf<DeletionRequest>,
});

export async function approveDeletion({ id, user }: DeletionRequest): Promise<string> {
  await andRefresh(api.call(approveDeletionCall, { params: { id } }));
  return activityText("deletionApproved", user.name);
}

export async function refuseDeletion({ id, user }: DeletionRequest, reason: string): Promise<string> {
  await andRefresh(api.call(refuseDeletionCall, { params: { id }, body: { reason } }));
  return activityText("deletionRefused", user.name);
}

export async function closeReport({ id, content }: Report): Promise<string> {
  await andRefresh(api.call(closeReportCall, { params: { id } }));
  return activityText("reportClosed", content.title);
}

/** Deletes the comment that a report is about; its reports go with it. */
export async function removeComment(id: number, author: string): Promise<string> {
  await andRefresh(api.call(deleteComment, { params: { id } }));
  return `Comment by ${author} removed`;
}
