import { once } from "node:events";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { parseArgs } from "node:util";
import {
  cosignerOf,
  type FolderLock,
  formatSignerKey,
  newSeed,
  readNamedSecret,
  readVerifierKey,
} from "@cairn/node";
import { formatVerifierKey, type Signer, type Verifier, witnessType } from "@cairn/tlog";
import { lockDataDirectory } from "../db/embedded/data-lock.ts";
import { DataDirectoryInUse } from "../db/errors.ts";
import { Misuse } from "../operator/command.ts";
import { openWitness } from "../witness/witness.ts";
import { createWitnessServer } from "../witness/witness-server.ts";
import { CannotBegin, ensureFolderOf } from "./preconditions.ts";
import { fromWhereNpmWasRun, runWithoutSettings } from "./run.ts";

const usage = `Usage: npm run witness -- --key FILE --state DIR --port N --log VKEY [--log VKEY ...]
                      [--host ADDRESS] [--name NAME]

Watches transparency logs. It cosigns a log's checkpoint only if it continues the one that it cosigned before.
  --key FILE     the witness's signer key; created, readable only by its owner, if it is missing
  --state DIR    what the witness cosigned last; without it, the witness could cosign a fork
  --log VKEY     the verifier key of a log to watch, from its /log/key
  --host         the address to listen on (default 127.0.0.1)
  --name         the name of a new key (default: the name of the machine)
Prints its own verifier key line once it listens.`;

interface Settings {
  readonly key: string;
  readonly state: string;
  readonly port: number;
  readonly host: string;
  readonly logs: readonly Verifier[];
  readonly name: string | null;
}

const report = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

await runWithoutSettings(async (argv) => {
  if (argv.includes("--help") || argv.includes("-h")) return { lines: [usage], status: 0 };
  const settings = understand(argv);
  ensureFolderOf(settings.state);
  const lock = await lockState(settings.state);
  try {
    const signer = await readOrMakeKey(settings);
    const witness = await openWitness({ signer, logs: settings.logs, stateDir: settings.state, report });
    const server = createWitnessServer(witness, report);
    server.listen(settings.port, settings.host);
    await once(server, "listening");
    process.stdout.write(`${formatVerifierKey(signer)}\n`);
    const { address, port, family } = server.address() as AddressInfo;
    report(`Listening on http://${family === "IPv6" ? `[${address}]` : address}:${port}`);
    const closed = once(server, "close");
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        server.close();
        server.closeIdleConnections();
      });
    }
    await closed;
    return { lines: [], status: 0 };
  } finally {
    lock.release();
  }
});

/** @throws Misuse */
function understand(argv: readonly string[]): Settings {
  const { key, state, port, host = "127.0.0.1", log = [], name } = parse(argv);
  if (key === undefined || state === undefined || port === undefined || log.length === 0) {
    throw new Misuse(`--key, --state, --port and at least one --log are needed.\n\n${usage}`);
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Misuse(`--port must be a whole number up to 65535, not "${port}"`);
  }
  if (name !== undefined && !isKeyName(name)) {
    throw new Misuse(`--name must not contain spaces or "+", but is "${name}"`);
  }
  return {
    key: fromWhereNpmWasRun(key),
    state: fromWhereNpmWasRun(state),
    port: Number(port),
    host,
    logs: log.map(logOf),
    name: name ?? null,
  };
}

function parse(argv: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    key: text,
    state: text,
    port: text,
    host: text,
    name: text,
    log: { ...text, multiple: true },
  } as const;
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n\n${usage}`);
  }
}

function logOf(line: string): Verifier {
  const key = readVerifierKey(line.trim());
  if (!key) throw new Misuse(`--log must be a verifier key line from a log's /log/key, not "${line}"`);
  return key;
}

function isKeyName(name: string): boolean {
  return name !== "" && !/[\s+\p{C}]/u.test(name);
}

/** Two processes on one state could cosign two histories. */
async function lockState(folder: string): Promise<FolderLock> {
  try {
    return await lockDataDirectory(folder);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    throw new CannotBegin(`${folder} is in use by another witness (pid ${error.pid})`);
  }
}

async function readOrMakeKey({ key: file, name }: Settings): Promise<Signer> {
  const line = (await readKeyFile(file)) ?? (await makeKeyFile(file, name ?? hostname()));
  const secret = readNamedSecret(line, witnessType);
  if (!secret) throw new CannotBegin(`${file} does not contain the signer key of a witness`);
  if (name !== null && name !== secret.name) {
    throw new CannotBegin(`the key in ${file} has the name ${secret.name}, not ${name}`);
  }
  return cosignerOf(secret.name, secret.seed, () => new Date());
}

async function readKeyFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The key appears whole or not at all, and never takes the place of another one. */
async function makeKeyFile(file: string, name: string): Promise<string> {
  if (!isKeyName(name))
    throw new CannotBegin(`"${name}" cannot be the name of a key. Choose a name with --name`);
  ensureFolderOf(file);
  const line = `${formatSignerKey(name, newSeed(), witnessType)}\n`;
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, line, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return line;
}
