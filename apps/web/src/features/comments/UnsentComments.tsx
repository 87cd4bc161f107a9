import type { OutboxEntry } from "../../lib/outbox/entry.ts";
import { Stack } from "../../ui/Stack.tsx";
import { UnsentItem } from "../../ui/UnsentItem.tsx";
import * as css from "./comments.module.css";

/** The reader's comments on this item that have not been sent, in the order in which they were written. */
export function UnsentComments({ entries }: { entries: readonly OutboxEntry[] }) {
  return (
    <Stack as="ul" gap={5} above={5} className={css.list} aria-label="Your comments that are not sent yet">
      {entries.map((entry) => (
        <li key={entry.id}>
          <UnsentItem entry={entry} />
        </li>
      ))}
    </Stack>
  );
}
