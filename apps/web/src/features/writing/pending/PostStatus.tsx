import { StatusBadge, type StatusWord } from "../../../ui/Badge.tsx";

/** The possible statuses of a local post: once sent, it follows the server's (docs/rules.md#pending-posts). */
const known: readonly string[] = [
  "Pending",
  "Published",
  "Flagged",
  "Removed",
  "Draft",
] satisfies StatusWord[];

const isKnown = (status: string): status is StatusWord => known.includes(status);

export function PostStatus({ status }: { status: string }) {
  return isKnown(status) ? <StatusBadge status={status} /> : status;
}
