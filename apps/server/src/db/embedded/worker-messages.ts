/** The messages between the server's thread and the worker. `bytes` are PostgreSQL's wire protocol. */
export type ToWorker =
  | { readonly type: "open" | "close"; readonly connection: number }
  | { readonly type: "bytes"; readonly connection: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "copy"; readonly copy: number; readonly directory: string }
  | { readonly type: "stop" };

export type FromWorker =
  | { readonly type: "ready" }
  | { readonly type: "bytes"; readonly connection: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "copied"; readonly copy: number; readonly failure: string | null }
  /** A line of PostgreSQL's log that reports the end of the backend. */
  | { readonly type: "log"; readonly line: string }
  | { readonly type: "broken"; readonly reason: string };

export interface WorkerData {
  /** Whether to create a new database and end, or to open one and answer. */
  readonly task: "create" | "run";
  readonly directory: string;
  /**
   * Shared cells. [0] counts starts and ends of statements: odd while one runs. [1] is the connection that it belongs
   * to. [1 + connection] counts the statements of that connection that were started; the first connection is 1.
   */
  readonly running: Int32Array<SharedArrayBuffer>;
}
