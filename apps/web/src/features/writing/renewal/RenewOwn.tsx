import { Suspense, useState } from "react";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { Button } from "../../../ui/Button.tsx";
import { Row } from "../../../ui/Stack.tsx";
import type { OwnAnswer, OwnItem } from "./RenewOwnDialog.tsx";

// Lazy: an item is renewed once in months.
const RenewOwnDialog = lazyNamed(() => import("./RenewOwnDialog.tsx"), "RenewOwnDialog");

/** What an author can say about an own published item. */
export function RenewOwn({ item, className }: { item: OwnItem; className?: string }) {
  const [answer, setAnswer] = useState<OwnAnswer>();
  const offer = (value: OwnAnswer, label: string, kind?: "ghost") => (
    <Button size="sm" kind={kind} aria-label={`${label}: ${item.title}`} onClick={() => setAnswer(value)}>
      {label}
    </Button>
  );
  return (
    <Row as="span" wrap className={className}>
      {item.superseded_by === null ? (
        <>
          {offer("true", "Still true")}
          {offer("superseded", "Superseded by…", "ghost")}
        </>
      ) : (
        offer("reinstated", "Not superseded")
      )}
      {answer && (
        <Suspense>
          <RenewOwnDialog item={item} answer={answer} onClose={() => setAnswer(undefined)} />
        </Suspense>
      )}
    </Row>
  );
}
