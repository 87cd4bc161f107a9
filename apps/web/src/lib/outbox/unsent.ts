import type { Progress } from "../api/send-form.ts";
import { readItem } from "../storage.ts";
import { createStore, useStore } from "../store.ts";
import type { OutboxEntry } from "./entry.ts";

/** The signed-in member's unsent acts, as this tab knows them; empty until the sender has read them. */
export const unsent = createStore<readonly OutboxEntry[]>([]);

/** How much of the entry that this tab is sending has left, if it has a file. */
export const sendingProgress = createStore<Progress | null>(null);

const none: readonly OutboxEntry[] = [];

/** What waits or was refused about one thing, e.g. `like:7`, in the order in which it was made. */
export const useUnsent = (about: string): readonly OutboxEntry[] =>
  useStore(unsent, () => none).filter((entry) => entry.about === about);

/** How many acts of a member wait, in local storage: known before the outbox itself has been read. */
export const waitingKey = (owner: number) => `outbox.${owner}`;

/** Whether a new act of this member has to wait behind an earlier one. */
export const somethingWaits = (owner: number) => Number(readItem(waitingKey(owner))) > 0;

/** What a screen says of an act that is in the outbox. */
export const waitingText = "Waiting for a connection";
