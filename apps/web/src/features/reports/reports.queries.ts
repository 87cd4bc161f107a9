import { type ReportDraft, reportComment, reportContent } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { callOrWait, callPath } from "../../lib/outbox/call-or-wait.ts";

export interface Reported {
  what: "post" | "comment";
  id: number;
  /** Names it within a sentence. */
  about: string;
}

/** Resolves to `waits` if it is in the outbox. */
export function sendReport({ what, id, about }: Reported, body: ReportDraft) {
  const key = newIdempotencyKey();
  const endpoint = what === "post" ? reportContent : reportComment;
  return callOrWait(
    () => api.call(endpoint, { params: { id }, body, headers: { "idempotency-key": key } }),
    () => ({
      id: key,
      kind: "report",
      about: `report:${what}:${id}`,
      ...callPath(endpoint, { id }),
      body,
      words: "reason",
      label: `Your report about ${about}`,
    }),
  );
}
