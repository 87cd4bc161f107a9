import { lazy, Suspense } from "react";
import { useUnsent } from "../../../lib/outbox/unsent.ts";
import { aboutDecision } from "./useDecide.ts";

// Lazy: rarely is anything unsent.
const UnsentItem = lazy(async () => ({
  default: (await import("../../../lib/outbox/UnsentItem.tsx")).UnsentItem,
}));

/** The admin's own decision about an item that waits for the network or was refused. */
export function UnsentDecision({ id }: { id: number }) {
  return useUnsent(aboutDecision(id)).map((entry) => (
    <Suspense key={entry.id}>
      <UnsentItem entry={entry} />
    </Suspense>
  ));
}
