import { reportComment, reportContent } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

export const sendReport = (contentId: number, reason: string) =>
  api.call(reportContent, { params: { id: contentId }, body: { reason } });

export const sendCommentReport = (commentId: number, reason: string) =>
  api.call(reportComment, { params: { id: commentId }, body: { reason } });
