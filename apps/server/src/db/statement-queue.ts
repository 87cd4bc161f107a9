import type pg from "pg";
import { FairQueue } from "../lib/fair-queue.ts";
import { DatabaseBusy } from "./errors.ts";

/** Statements and transactions that wait, of one sender and of all. A school behind one address is one sender. */
const maxWaitingOfSender = 2_000;
const maxWaiting = 8_000;

/** Milliseconds that a statement or a transaction waits for its turn. */
export const maxWaitMs = 8_000;

const refusal = (reason: string) => new DatabaseBusy(`The statement was not begun: ${reason}`);
const common = { maxWaitingOfSender, maxWaiting, maxWaitMs, refusal };

/** Milliseconds of work that the embedded engine has before it: enough for commits to share a sync of the log. */
const ahead = 12;

/** The turns of an engine that does one thing at a time. */
export const queueForOne = () =>
  new FairQueue({
    ...common,
    capacity: ahead,
    sizeOf: (milliseconds) => Math.min(milliseconds, ahead),
    capacityOfSender: ahead,
    reserve: 0,
    isSerial: true,
  });

/** The turns of a server: no sender has more than two fifths of the connections, or the last fifth of them. */
export const queueForConnections = (connections: number) =>
  new FairQueue({
    ...common,
    capacity: connections,
    sizeOf: () => 1,
    capacityOfSender: Math.max(1, Math.floor(connections * 0.4)),
    reserve: Math.floor(connections * 0.2),
    isSerial: false,
  });

export const kindOf = ({ name, text }: pg.QueryConfig): string => name ?? text;
export const transactionKind = "transaction";
