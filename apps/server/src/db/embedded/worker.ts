import { constants, cpSync } from "node:fs";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { joined } from "./message-groups.ts";
import { createFiles, openFiles } from "./postgres-files.ts";
import { VirtualConnections } from "./virtual-connections.ts";
import type { FromWorker, ToWorker, WorkerData } from "./worker-messages.ts";

/** The thread that runs PostgreSQL. A statement blocks this thread while it runs, but not the server's. */
if (!parentPort) throw new Error("worker.ts runs as a worker thread");
const port = parentPort;
const { task, directory, running } = workerData as WorkerData;
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

if (task === "create") {
  await createFiles(directory);
  process.exit(0);
}

const { pglite, files } = await openFiles(directory, (line) => say({ type: "log", line }));
exitWhenBroken();
files.shareLogSyncs();
/** Messages that have arrived and were not handled yet. */
const inbox: ToWorker[] = [];
const connections = new VirtualConnections(
  execute,
  (connection, bytes) => say({ type: "bytes", connection, bytes }, [bytes.buffer]),
  { isOwed: () => files.owesSync, settle, takeIn },
);

/** Takes in statements that arrived while another ran, up to a message that has to wait for its turn. */
function takeIn(): void {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
    inbox.push(next.message);
  for (let [next] = inbox; next?.type === "bytes"; [next] = inbox) {
    inbox.shift();
    connections.add(next.connection, next.bytes);
  }
}

/** Counts as a statement, so that a disk that hangs is noticed. PostgreSQL would panic if the sync failed. */
function settle(): void {
  Atomics.add(running, 0, 1);
  try {
    files.settle();
  } catch (error) {
    say({ type: "broken", reason: `the log could not be synced: ${String(error)}` });
    process.exit(1);
  }
  Atomics.add(running, 0, 1);
}

/** Marks the shared cells around each statement, so that the other thread can see one that hangs. */
function execute(group: Uint8Array, connection: number): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  Atomics.store(running, 1, connection);
  Atomics.add(running, 1 + connection, 1);
  Atomics.add(running, 0, 1);
  // Synchronous up to its end, in spite of the promise. The stream variant is used because the other one
  // parses each answer again and keeps the result for ever.
  void pglite.execProtocolRawStream(group, {
    syncToFs: false,
    onRawData: (bytes) => chunks.push(bytes.slice()),
  });
  Atomics.add(running, 0, 1);
  const [only] = chunks;
  return chunks.length === 1 && only ? only : joined(...chunks);
}

/** Runs between two statements, while no other can run: the copy is what a crash at this moment would leave. */
function copy(number: number, target: string): void {
  let failure: string | null = null;
  try {
    // A disk that can share blocks between files copies at once.
    cpSync(directory, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    failure = String(error);
  }
  say({ type: "copied", copy: number, failure });
}

/**
 * PGlite swallows everything its main loop throws and continues with a broken backend (after a PANIC it even loops for
 * ever). Only 100, PostgreSQL's own jump back to its main loop, is normal.
 */
function exitWhenBroken(): void {
  const backend: { _PostgresMainLoopOnce: () => void } = pglite.Module;
  const runOnce = backend._PostgresMainLoopOnce;
  backend._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (thrown) {
      if ((thrown as { status?: number }).status === 100) throw thrown;
      say({ type: "broken", reason: String(thrown) });
      process.exit(1);
    }
  };
}

port.on("message", (message: ToWorker) => {
  inbox.push(message);
  for (let next = inbox.shift(); next; next = inbox.shift()) handle(next);
});

function handle(message: ToWorker): void {
  if (message.type === "bytes") connections.receive(message.connection, message.bytes);
  else if (message.type === "open") connections.open(message.connection);
  else if (message.type === "close") connections.close(message.connection);
  else if (message.type === "copy") copy(message.copy, message.directory);
  else void pglite.close().then(() => process.exit(0));
}
say({ type: "ready" });
