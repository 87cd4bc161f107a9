import { once } from "node:events";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { FolderInUse, type FolderLock, lockFolder } from "@cairn/node";
import { formatVerifierKey } from "@cairn/tlog";
import { readOrMakeKey } from "./key-file.ts";
import { Refusal } from "./refusal.ts";
import { type Settings, understand, usage } from "./settings.ts";
import { openWitness } from "./witness.ts";
import { createWitnessServer } from "./witness-server.ts";

const report = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const argv = process.argv.slice(2);
if (argv.includes("--help") || argv.includes("-h")) {
  process.stdout.write(`${usage}\n`);
} else {
  try {
    await watch(understand(argv));
  } catch (error) {
    report(wordsFor(error));
    process.exitCode = error instanceof Refusal ? error.status : 1;
  }
}

/** Listens until the process is told to stop. */
async function watch({ key, state, port, host, logs, name }: Settings): Promise<void> {
  for (const path of [state, key]) {
    if (!existsSync(dirname(path))) throw new Refusal(`The folder ${dirname(path)} does not exist`);
  }
  const lock = await lockState(state);
  try {
    const signer = await readOrMakeKey(key, name);
    const witness = await openWitness({ signer, logs, stateDir: state, report });
    const server = createWitnessServer(witness, report);
    server.listen(port, host);
    await once(server, "listening");
    process.stdout.write(`${formatVerifierKey(signer)}\n`);
    const { address, port: chosen, family } = server.address() as AddressInfo;
    report(`Listening on http://${family === "IPv6" ? `[${address}]` : address}:${chosen}`);
    const closed = once(server, "close");
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        server.close();
        server.closeIdleConnections();
      });
    }
    await closed;
  } finally {
    lock.release();
  }
}

/** Two processes on one state could cosign two histories. */
async function lockState(folder: string): Promise<FolderLock> {
  try {
    return await lockFolder(folder);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new Refusal(`${folder} is in use by another witness (pid ${error.pid})`);
  }
}

/** What the operator or the machine is at fault for is one line; a fault of ours comes with its stack. */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof Refusal || "syscall" in error ? error.message : (error.stack ?? error.message);
}
