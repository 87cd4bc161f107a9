import { resolve } from "node:path";
import pino, { type Logger } from "pino";
import { BadBackup } from "../backup/manifest.ts";
import { LogGoesBack } from "../backup/restored-log.ts";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { DataDirectoryInUse } from "../db/database.ts";
import { DatabaseUnavailable, DatabaseUnusable, DataOfAnotherUser, MigrationRefused } from "../db/errors.ts";
import { AppError } from "../lib/app-error.ts";
import { createLog } from "../lib/log.ts";
import { isMachineFault, onOneLine, wordsForFault } from "../lib/machine-fault.ts";
import { MediaUnusable } from "../modules/media/store/media-store.ts";
import { loadSettingsFile } from "../settings-file.ts";
import { Misuse } from "./command.ts";
import { CannotBegin } from "./preconditions.ts";
import type { Outcome } from "./run-command.ts";
import { commandSocketPath, longestDataDir } from "./socket-path.ts";

export interface CommandFrame {
  readonly config: Config;
  /** Logs only errors: the command's output goes to the terminal. */
  readonly log: Logger;
  /** The words after `--`. */
  readonly argv: readonly string[];
}

/**
 * Runs one operator command with the settings of `.env`, and ends the process with its exit status. `answerAtOnce`
 * answers what needs no settings.
 */
export async function runProcess(
  run: (frame: CommandFrame) => Promise<Outcome>,
  answerAtOnce: (argv: readonly string[]) => Outcome | null = () => null,
): Promise<void> {
  const { lines, status } = await outcomeOf(async () => {
    const argv = process.argv.slice(2);
    const answer = answerAtOnce(argv);
    if (answer) return answer;
    loadSettingsFile();
    const config = readConfig(process.env);
    return run({ config, log: createLog("warn", pino.destination(2)), argv });
  });
  const text = lines.map((line) => `${line}\n`).join("");
  if (status === 0) process.stdout.write(text);
  else process.stderr.write(text);
  process.exitCode = status;
}

async function outcomeOf(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    return { lines: [wordsFor(error)], status: error instanceof Misuse ? 2 : 1 };
  }
}

const mendable = [
  AppError,
  BadBackup,
  CannotBegin,
  ConfigError,
  DataDirectoryInUse,
  DataOfAnotherUser,
  DatabaseUnusable,
  LogGoesBack,
  MediaUnusable,
  MigrationRefused,
  Misuse,
];

/** Errors that the operator can fix print as one line; all others print a stack trace. */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DatabaseUnavailable) return onOneLine(error.message);
  if (error instanceof DataDirectoryInUse && commandSocketPath(error.directory) === null)
    return `The path of DATA_DIR is too long for commands to reach the running server (pid ${error.pid}): stop it first, or move the folder to a path of at most ${longestDataDir} characters`;
  if (mendable.some((kind) => error instanceof kind)) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") return `${path} already exists; nothing was written`;
  if (code === "ENOENT" && path !== undefined) return `${path} does not exist`;
  if (code === "EACCES" && path !== undefined)
    return `This user is not allowed to open ${path}; nothing was changed`;
  if (code === "ENOSPC") return "The disk is full; nothing was changed";
  if (isMachineFault(error)) return wordsForFault(error);
  return error.stack ?? error.message;
}

/** Resolves a file named on the command line, because npm runs commands in the project's folder. */
export const fromWhereNpmWasRun = (path: string): string => resolve(process.env.INIT_CWD ?? ".", path);

/** The one file that the command takes. @throws Misuse */
export function onlyFile(argv: readonly string[], usage: string): string {
  const [file, extra] = argv;
  if (file === undefined || extra !== undefined || file.startsWith("-")) throw new Misuse(usage);
  return fromWhereNpmWasRun(file);
}
