import { checkBackup } from "../backup/restore-embedded.ts";
import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { followChanges } from "../events/changes.ts";
import { systemClock } from "../lib/clock.ts";
import { readSecret } from "../lib/secret-file.ts";
import { newLogKey } from "../modules/log/log-keys.ts";
import { openMediaStore } from "../modules/media/store/open-store.ts";
import { askServer } from "../operator/ask-server.ts";
import { type Command, help, Misuse, parseCommand } from "../operator/command.ts";
import { ledgerOutcome, misused, notedHeads, type Outcome, runCommand } from "../operator/run-command.ts";
import { noLimits } from "../plugins/limits.ts";
import { createServices } from "../services.ts";
import { ensureBegun } from "./preconditions.ts";
import { type CommandFrame, fromWhereNpmWasRun, runProcess } from "./run.ts";

/** What needs no settings: a command that cannot be parsed, help, and a key that the settings may still lack. */
function answerAtOnce(argv: readonly string[]): Outcome | null {
  const command = understand(argv);
  if ("status" in command) return command;
  return command.name === "log new-key" ? { lines: [newLogKey()], status: 0 } : null;
}

await runProcess(async (frame) => {
  const command = parseCommand(frame.argv);
  if (command.name === "ledger verify" && command.file !== undefined) {
    return ledgerOutcome(
      await checkBackup(fromWhereNpmWasRun(command.file), { log: frame.log, known: notedHeads(command) }),
    );
  }
  const { databaseUrl, dataDir } = frame.config;
  const answer = databaseUrl === null ? await askServer(dataDir, { command: frame.argv }) : null;
  return answer ?? (await runHere(frame, command));
}, answerAtOnce);

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

/** If no server runs, the command opens the database itself. */
async function runHere({ config, log, argv }: CommandFrame, command: Command): Promise<Outcome> {
  const { databaseUrl: url } = config;
  if (command.name !== "create") ensureBegun(config);
  const db = await openDatabase({ url, dataDir: config.dataDir, log });
  try {
    await migrate(db);
    const secret = config.authSecret ?? (await readSecret(config.dataDir));
    const store = await openMediaStore(config, log);
    const services = await createServices({
      config,
      db,
      secret,
      log,
      store,
      clock: systemClock,
      limits: noLimits,
      changes: await followChanges(db),
    });
    try {
      return await runCommand(argv, services.operator);
    } finally {
      const { resets, mail, pictures, feeds, providers } = services;
      await Promise.all([resets.stop(), mail.stop(), pictures.close(), feeds.stop(), providers.close()]);
      store.close();
    }
  } finally {
    await db.close();
  }
}
