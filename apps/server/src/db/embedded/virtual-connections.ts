import { joined, MessageGroups } from "./message-groups.ts";

/** Runs one group of messages on the backend and returns its whole answer. */
export type Execute = (group: Uint8Array, connection: number) => Uint8Array<ArrayBuffer>;
export type Answer = (connection: number, bytes: Uint8Array<ArrayBuffer>) => void;

/** How commits that wait for one another share a sync of the log to the disk. */
interface SharedSync {
  /** Whether a statement that ran is not on the disk yet. */
  readonly isOwed: () => boolean;
  /** @throws if the disk fails; no held answer may be sent then */
  readonly settle: () => void;
  /** Passes what the clients have sent in the meantime to `add`. */
  readonly takeIn: () => void;
}

/** The most answers, and milliseconds, that wait for a shared sync. */
const maxHeld = 64;
const longestHold = 5;

/** The backend no longer answers as PostgreSQL does, so none of its answers can be trusted. */
export class BackendBroken extends Error {
  override readonly name = "BackendBroken";
}

const idle = "I".charCodeAt(0);

/**
 * Lets several clients share the single backend of an embedded PostgreSQL. A connection inside a transaction owns the
 * backend until the transaction ends; what the others send waits, in order of arrival.
 *
 * While statements of one connection wait, an answer to one that has committed is held until a few more have run, and
 * one sync brings all of them to the disk (group commit). A commit is
 * synced and answered at once unless more statements of its connection are queued.
 */
export class VirtualConnections {
  readonly #execute: Execute;
  readonly #answer: Answer;
  readonly #connections = new Map<number, { groups: MessageGroups; started: boolean }>();
  readonly #waiting: { connection: number; group: Uint8Array }[] = [];
  readonly #sync: SharedSync;
  readonly #held: { connection: number; bytes: Uint8Array<ArrayBuffer> }[] = [];
  #heldSince = 0;
  readonly #terminated: number[] = [];
  #owner: number | null = null;

  constructor(execute: Execute, answer: Answer, sync: SharedSync = unshared) {
    this.#execute = execute;
    this.#answer = answer;
    this.#sync = sync;
  }

  open(connection: number): void {
    this.#connections.set(connection, { groups: new MessageGroups(), started: false });
  }

  receive(connection: number, bytes: Uint8Array): void {
    this.add(connection, bytes);
    this.#run();
  }

  /** Queues what a client has sent, without running it. */
  add(connection: number, bytes: Uint8Array): void {
    const client = this.#connections.get(connection);
    if (!client) return;
    for (const group of client.groups.push(bytes)) {
      if (client.started) this.#waiting.push({ connection, group });
      else this.#answer(connection, welcome());
      client.started = true;
    }
    if (client.groups.terminated) this.#terminated.push(connection);
  }

  /** Drops everything that the connection has sent and that has not run yet, and rolls its open transaction back. */
  close(connection: number): void {
    this.#connections.delete(connection);
    const kept = this.#waiting.filter((job) => job.connection !== connection);
    this.#waiting.splice(0, this.#waiting.length, ...kept);
    if (this.#owner === connection) {
      transactionStatus(this.#execute(rollback(), connection));
      this.#owner = null;
    }
    this.#run();
  }

  #run(): void {
    for (let job = this.#next(); job; job = this.#next()) {
      // Another connection may send what takes long: maintenance, for one.
      if (this.#held[0]?.connection !== job.connection) this.#release();
      const bytes = this.#execute(job.group, job.connection);
      this.#owner = transactionStatus(bytes) === idle ? null : job.connection;
      if (this.#held.length === 0) this.#heldSince = performance.now();
      this.#held.push({ connection: job.connection, bytes });
      if (!this.#sync.isOwed() || this.#isFull()) this.#release();
      this.#sync.takeIn();
    }
    this.#release();
    for (const ended of this.#terminated.splice(0)) this.close(ended);
  }

  #isFull(): boolean {
    return this.#held.length >= maxHeld || performance.now() - this.#heldSince >= longestHold;
  }

  /** Sends the held answers, in order, once everything that they tell of is on the disk. */
  #release(): void {
    if (this.#sync.isOwed()) this.#sync.settle();
    for (const { connection, bytes } of this.#held.splice(0)) this.#answer(connection, bytes);
  }

  #next() {
    if (this.#owner === null) return this.#waiting.shift();
    const index = this.#waiting.findIndex((job) => job.connection === this.#owner);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }
}

/** Each statement has brought its own commit to the disk. */
const unshared: SharedSync = { isOwed: () => false, settle() {}, takeIn() {} };

/** Every complete answer ends with ReadyForQuery: 'Z', length 5, and the state of the transaction. */
function transactionStatus(answer: Uint8Array): number {
  const [type, , , , , status] = answer.subarray(-6);
  if (type !== "Z".charCodeAt(0) || status === undefined) {
    throw new BackendBroken("The backend's answer has no end");
  }
  return status;
}

/** AuthenticationOk, BackendKeyData (nothing can be cancelled) and ReadyForQuery. */
function welcome(): Uint8Array<ArrayBuffer> {
  return joined(message("R", [0, 0, 0, 0]), message("K", [0, 0, 0, 0, 0, 0, 0, 0]), message("Z", [idle]));
}

const rollback = () => message("Q", [...new TextEncoder().encode("ROLLBACK"), 0]);

function message(type: string, body: readonly number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array([type.charCodeAt(0), 0, 0, 0, body.length + 4, ...body]);
}
