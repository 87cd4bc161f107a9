import { StatusBadge, type StatusWord } from "../../ui/StatusBadge.tsx";

/** The statuses that a post on the device can have: it follows the server's once it was sent (D29). */
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
