import type { Delivery } from "@cairn/contract";

export const eventLabels: Record<Delivery["event"], string> = {
  "content.submitted": "A post waits for review",
  "content.approved": "A post was approved",
  "content.flagged": "A post was flagged",
  "content.removed": "A post was removed",
  "comment.created": "A comment was written",
  "report.created": "A member reported something",
  "member.joined": "An account was opened",
  "webhook.test": "A test",
};
