import { joined, MessageGroups } from "./message-groups.ts";

/** Runs one group of messages on the backend and returns its whole answer. */
export type Execute = (group: Uint8Array, connection: number) => Uint8Array<ArrayBuffer>;
export type Answer = (connection: number, bytes: Uint8Array<ArrayBuffer>) => void;

/** The backend no longer answers as PostgreSQL does, so none of its answers can be trusted. */
export class BackendBroken extends Error {
  override readonly name = "BackendBroken";
}

const idle = "I".charCodeAt(0);

/**
 * Lets several clients share the single backend of an embedded PostgreSQL. A connection inside a transaction owns the
 * backend until the transaction ends; what the others send waits, in order of arrival.
 */
export class VirtualConnections {
  readonly #execute: Execute;
  readonly #answer: Answer;
  readonly #connections = new Map<number, { groups: MessageGroups; started: boolean }>();
  readonly #waiting: { connection: number; group: Uint8Array }[] = [];
  #owner: number | null = null;

  constructor(execute: Execute, answer: Answer) {
    this.#execute = execute;
    this.#answer = answer;
  }

  open(connection: number): void {
    this.#connections.set(connection, { groups: new MessageGroups(), started: false });
  }

  receive(connection: number, bytes: Uint8Array): void {
    const client = this.#connections.get(connection);
    if (!client) return;
    for (const group of client.groups.push(bytes)) {
      if (client.started) this.#waiting.push({ connection, group });
      else this.#answer(connection, welcome());
      client.started = true;
    }
    this.#run();
    if (client.groups.terminated) this.close(connection);
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
      const answer = this.#execute(job.group, job.connection);
      this.#owner = transactionStatus(answer) === idle ? null : job.connection;
      this.#answer(job.connection, answer);
    }
  }

  #next() {
    if (this.#owner === null) return this.#waiting.shift();
    const index = this.#waiting.findIndex((job) => job.connection === this.#owner);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }
}

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
