import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readVerifierKey } from "@cairn/node";
import type { Verifier } from "@cairn/tlog";
import { Refusal } from "./refusal.ts";

export const usage = `Usage: npm run witness -- --key FILE --state DIR --port N --log VKEY [--log VKEY ...]
                      [--host ADDRESS] [--name NAME]

Watches transparency logs. It cosigns a log's checkpoint only if it continues the one that it cosigned before.
  --key FILE     the witness's signer key; created, readable only by its owner, if it is missing
  --state DIR    what the witness cosigned last; without it, the witness could cosign a fork
  --log VKEY     the verifier key of a log to watch, from its /log/key
  --host         the address to listen on (default 127.0.0.1)
  --name         the name of a new key (default: the name of the machine)
Prints its own verifier key line once it listens.`;

export interface Settings {
  /** File of the witness's signer key. */
  readonly key: string;
  /** Folder of what it cosigned last. */
  readonly state: string;
  readonly port: number;
  readonly host: string;
  readonly logs: readonly Verifier[];
  readonly name: string | null;
}

const misuse = (sentence: string): Refusal => new Refusal(sentence, 2);

/** @throws Refusal */
export function understand(argv: readonly string[]): Settings {
  const { key, state, port, host = "127.0.0.1", log = [], name } = parse(argv);
  if (key === undefined || state === undefined || port === undefined || log.length === 0) {
    throw misuse(`--key, --state, --port and at least one --log are needed.\n\n${usage}`);
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw misuse(`--port must be a whole number up to 65535, not "${port}"`);
  }
  if (name !== undefined && !isKeyName(name)) {
    throw misuse(`--name must not contain spaces or "+", but is "${name}"`);
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
    throw misuse(`${(error as Error).message}\n\n${usage}`);
  }
}

function logOf(line: string): Verifier {
  const key = readVerifierKey(line.trim());
  if (!key) throw misuse(`--log must be a verifier key line from a log's /log/key, not "${line}"`);
  return key;
}

export const isKeyName = (name: string): boolean => name !== "" && !/[\s+\p{C}]/u.test(name);

/** npm runs commands in the project's folder. */
const fromWhereNpmWasRun = (path: string): string => resolve(process.env.INIT_CWD ?? ".", path);
