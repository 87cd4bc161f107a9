import { reportContent } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

export const sendReport = (contentId: number, reason: string) =>
  api.call(reportContent, { params: { id: contentId }, body: { reason } });
