import { checkBackup } from "../backup/restore-embedded.ts";
import { withSnapshot } from "../backup/snapshot.ts";
import { ExternalFailure } from "../lib/external-failure.ts";
import { version } from "../lib/version.ts";
import { newLogKey } from "../modules/ledger/log/log-keys.ts";
import { readSignedHead, writeSignedHead } from "../modules/ledger/log/signed-heads.ts";
import { createRenderingService } from "../modules/rendering/rendering.service.ts";
import { auditLog } from "../verification/audit/audit-log.ts";
import { askServer } from "./ask-server.ts";
import { type Command, help, Misuse, parseCommand } from "./command.ts";
import { ensureBegun } from "./preconditions.ts";
import { type CommandFrame, fromWhereNpmWasRun, runProcess } from "./run.ts";
import { auditOutcome, ledgerOutcome, misused, notedHeads, type Outcome, runCommand } from "./run-command.ts";
import { withServices } from "./with-services.ts";

/** What needs no settings: a command that cannot be parsed, help, the release, and a key that the settings may still lack. */
function answerAtOnce(argv: readonly string[]): Outcome | null {
  const command = understand(argv);
  if ("status" in command) return command;
  if (command.name === "version") return { lines: [`Cairn ${version}`], status: 0 };
  return command.name === "log new-key" ? { lines: [newLogKey()], status: 0 } : null;
}

await runProcess(async (frame) => {
  const command = parseCommand(frame.argv);
  if (command.name === "ledger verify" && command.file !== undefined) {
    return ledgerOutcome(
      await checkBackup(fromWhereNpmWasRun(command.file), { log: frame.log, known: notedHeads(command) }),
    );
  }
  if (command.name === "log audit") return audit(frame, command.url ?? frame.config.publicUrl);
  const { databaseUrl, dataDir } = frame.config;
  if (command.name === "check") return check(frame, command);
  const argv = withWholePath(frame.argv, command);
  const answer = databaseUrl === null ? await askServer(dataDir, { command: argv }) : null;
  return answer ?? (await runHere({ ...frame, argv }, command));
}, answerAtOnce);

/** The folder of an import as every process finds it, whichever folder that runs in. */
function withWholePath(argv: readonly string[], command: Command): string[] {
  const isFolder = (word: string) => command.name === "import" && word === command.folder;
  return argv.map((word) => (isFolder(word) ? fromWhereNpmWasRun(word) : word));
}

/** Parsed before anything else, so that an invalid command reaches nothing. */
function understand(argv: readonly string[]): Command | Outcome {
  try {
    const command = parseCommand(argv);
    return command.name === "help" ? { lines: [help], status: 0 } : command;
  } catch (error) {
    if (error instanceof Misuse) return misused(error);
    throw error;
  }
}

/** Needs no site of one's own: everything is read from outside, of a site for members only by a member's token. */
async function audit({ config, log }: CommandFrame, url: string): Promise<Outcome> {
  const rendering = createRenderingService({ log });
  try {
    const { isArticleHtml } = rendering;
    const { CAIRN_TOKEN: token } = process.env;
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    return auditOutcome(await auditLog({ url, dataDir: config.dataDir, isArticleHtml, headers }));
  } catch (error) {
    if (!(error instanceof ExternalFailure)) throw error;
    return { lines: [`${url} could not be read: it ${error.message}.`], status: 1 };
  } finally {
    await rendering.close();
  }
}

/** Milliseconds that one statement of a check may take. */
const checkLimit = 60 * 60 * 1000;

/** Reads whole tables at once: on a snapshot, so that the members of a running site do not wait for it. */
async function check(frame: CommandFrame, command: Command): Promise<Outcome> {
  const { config } = frame;
  // Before the snapshot, which then holds the rows that were signed.
  const signed = await readSignedHead(config.dataDir);
  return withSnapshot(config, async (folder) => {
    if (signed && folder !== config.dataDir) await writeSignedHead(folder, signed.note);
    return runHere({ ...frame, config: { ...config, dataDir: folder } }, command, checkLimit);
  });
}

/** If no server runs, the command opens the database itself. */
async function runHere(
  { config, log, argv }: CommandFrame,
  command: Command,
  statementLimit?: number,
): Promise<Outcome> {
  if (command.name !== "create") ensureBegun(config);
  return withServices({ config, log, statementLimit }, ({ operator }) => runCommand(argv, operator));
}
