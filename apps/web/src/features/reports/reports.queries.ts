import { reportComment, reportContent } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

export const sendReport = (what: "post" | "comment", id: number, reason: string) =>
  api.call(what === "post" ? reportContent : reportComment, { params: { id }, body: { reason } });
