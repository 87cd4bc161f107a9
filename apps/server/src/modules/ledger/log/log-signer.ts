import { setTimeout as sleep } from "node:timers/promises";
import { createTurns, signerOf } from "@cairn/node";
import { formatVerifierKey, type Verifier } from "@cairn/tlog";
import type { Database, Queries } from "../../../db/database.ts";
import { AppError, ensure } from "../../../lib/app-error.ts";
import type { Clock } from "../../../lib/clock.ts";
import { createWokenJob, type WokenJob } from "../../../lib/woken-job.ts";
import { announceKey, forkLog, problemOfHistory, problemOfLog, signLog } from "./history.ts";
import { countLeaves, lockNotes, newestCheckpoint, readNotes, replaceCheckpoint } from "./log.repository.ts";
import { type LogKeys, standingOfKeys } from "./log-keys.ts";
import { readSignedHead, removeHeadDrafts, type SignedHead, writeSignedHead } from "./signed-heads.ts";
import type { LogWitnesses } from "./witnesses.ts";

export interface SignerSettings {
  readonly db: Database;
  readonly keys: LogKeys;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly witnesses: LogWitnesses;
  readonly clock: Clock;
  readonly log: { error(facts: object, message: string): void };
}

/** Milliseconds between two checkpoints. */
const signedEvery = 1_000;
/** Milliseconds by which the clocks of two instances may differ. */
const clocksDiffer = 5 * 60_000;
/** Milliseconds; upper bound for signing a row whose notification was lost. */
const lookedAfterEvery = 4_000;
/** Milliseconds between comparisons of the database with what was signed, if there is nothing to sign. */
const comparedEvery = 60_000;
/** Milliseconds between looks for witnesses that are due again; each has its own pause. */
const witnessesAskedEvery = 5_000;

/** The name of a new log; it stays from the first signature on. */
const originOf = (publicUrl: string): string => `${new URL(publicUrl).host}/log`;

/** Signs the ledger's rows as a log, and stops once the database is older than what was signed (docs/rules.md#public-log). */
export function createLogSigner({ db, keys, publicUrl, dataDir, witnesses, clock, log }: SignerSettings) {
  const inTurn = createTurns();
  const stopping = new AbortController();
  /** Why nothing is signed and decided; null if nothing is wrong. */
  let refusal: string | null = null;
  /** When the database was last compared with what was signed. */
  let comparedAt = Number.NEGATIVE_INFINITY;
  /** The newest head that this machine signed or served, as stored outside the database. */
  let remembered: SignedHead | null = null;
  /** The newest checkpoint that this instance serves. */
  let shown: SignedHead | null = null;
  /** Does nothing before the job starts. */
  let wakeWitnesses = (): void => {};

  /** Stores the newest head outside the database, before anyone gets it. */
  async function remember(head: SignedHead): Promise<void> {
    if (remembered?.origin === head.origin && remembered.size >= head.size) return;
    await writeSignedHead(dataDir, head.note);
    remembered = head;
  }

  function refuse(problem: string): void {
    if (refusal === problem) return;
    refusal = problem;
    log.error(
      { problem },
      `the database is older than the signed log: it ${problem}. Signing and decisions have stopped. Restore a newer backup, or start a new log: npm run admin -- log fork --reason TEXT`,
    );
  }

  /**
   * Compares the database with the newest checkpoint that this machine knows. @returns whether the database continues
   * it
   */
  async function isForward(): Promise<boolean> {
    comparedAt = clock().getTime();
    // Instances on one machine share the file.
    remembered = await readSignedHead(dataDir);
    const problem = (await problemOfLog(db.query, remembered)) ?? witnesses.problem();
    if (problem) refuse(problem);
    else refusal = null;
    return problem === null;
  }

  /**
   * Witnesses remember what was signed even if this machine and the database both lost it. Their heads count as signed
   * here.
   */
  async function heed(heads: readonly SignedHead[]): Promise<void> {
    for (const head of heads) {
      const isLarger = head.size > (remembered?.size ?? 0);
      const problem = await problemOfHistory(db.query, head.origin, head);
      if (!problem || (refusal !== null && !isLarger)) continue;
      await writeSignedHead(dataDir, head.note);
      await isForward();
    }
  }

  /** Those that can check what the log signs. */
  function verifiers(origin: string): Verifier[] {
    return [keys.current, keys.former].flatMap((seed) => (seed ? [signerOf(origin, seed)] : []));
  }

  async function askWitnesses(): Promise<void> {
    const { origin } = await standing();
    const before = witnesses.problem();
    const heads = await witnesses.ask(verifiers(origin));
    if (heads.length === 0 && witnesses.problem() === before) return;
    await inTurn(async () => {
      await isForward();
      await heed(heads);
    });
  }

  async function standing(queries: Queries = db.query) {
    const own = (await newestCheckpoint(queries))?.head;
    const head = own ?? remembered;
    const { name, announced } = await readNotes(queries);
    const origin = own?.origin ?? name ?? head?.origin ?? originOf(publicUrl);
    const signed = { origin: head?.origin ?? origin, note: head?.note ?? null };
    return { origin, keys: standingOfKeys(keys, { ...signed, announced }) };
  }

  /** @returns the milliseconds to wait if the last signature is less than a second old, otherwise 0 */
  async function sign(): Promise<number> {
    const row = await newestCheckpoint(db.query);
    const isSigned = (row?.head.size ?? 0) === (await countLeaves(db.query));
    const isCompared = clock().getTime() - comparedAt < comparedEvery;
    if (isSigned && row?.head.note === remembered?.note && refusal === null && isCompared) return 0;
    if (!(await isForward())) return 0;
    if (row) await remember(row.head);
    if (isSigned) return 0;
    const wait = row ? row.signedAt.getTime() + signedEvery - clock().getTime() : 0;
    // A longer wait: the clock was ahead when that was signed, and is right now.
    if (wait > 0 && wait < clocksDiffer) return Math.min(wait, signedEvery);
    const { origin, keys: found } = await standing();
    // Another instance has a newer key already, and signs.
    if (found !== "in force") return 0;
    const head = await signLog(db.query, { origin, keys, before: row?.head ?? null });
    // Stored before anyone can see it, so that a database that loses it is noticed. The first head names the log, and
    // only one instance may choose: it is stored once the database has it.
    if (row) await remember(head);
    const change = { from: row?.head.note ?? null, to: head.note, at: clock() };
    // Not replaced: another instance has signed meanwhile.
    if (!(await replaceCheckpoint(db.query, change))) return signedEvery;
    await remember(head);
    wakeWitnesses();
    return 0;
  }

  async function newestHead(): Promise<SignedHead> {
    let row = await newestCheckpoint(db.query);
    if (!row && refusal === null) {
      await inTurn(sign);
      row = await newestCheckpoint(db.query);
    }
    const own = row?.head ?? null;
    if (refusal === null && own && own.note !== shown?.note) {
      await inTurn(async () => {
        if (!(await isForward())) return;
        await remember(own);
        shown = shown?.origin === own.origin ? newerOf(shown, own) : own;
      });
    }
    const head = refusal === null ? shown : newerOf(remembered, own);
    if (!head) throw new AppError("not_found");
    return head;
  }

  function ensureForward(): void {
    ensure(refusal === null, "log_behind");
  }

  const job = createWokenJob({
    async work() {
      for (let wait = await inTurn(sign); wait > 0 && !stopping.signal.aborted; wait = await inTurn(sign)) {
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {}); // ended by stop()
      }
    },
    listen: (wake) => db.listen("ledger", wake, wake),
    every: lookedAfterEvery,
    onFailure: (error) => log.error({ err: error }, "a checkpoint of the log could not be signed"),
  });
  const cosigning = createWokenJob({
    work: askWitnesses,
    async listen(wake) {
      wakeWitnesses = wake;
      return async () => {};
    },
    every: witnessesAskedEvery,
    onFailure: (error) => log.error({ err: error }, "the log's witnesses could not be asked"),
  });
  /** Signs after each row, at most once a second, and then asks the witnesses; one of several instances does. */
  const signing: WokenJob = {
    ...job,
    async start() {
      if (witnesses.count > 0) await cosigning.start();
      await job.start();
    },
    async stop() {
      stopping.abort();
      await job.stop();
      await witnesses.close();
      await cosigning.stop();
    },
  };

  return {
    signing,

    /**
     * Finds out whether the database continues what was signed, announces a new key, and signs. Call it before
     * anything is served. @throws AppError if the log is signed with another key.
     */
    begin: (): Promise<void> =>
      inTurn(async () => {
        await removeHeadDrafts(dataDir);
        await isForward();
        const { origin, keys: found } = await standing();
        const sentence =
          "LOG_KEY (or the file log-key in DATA_DIR) is not the key that signed the log, and no row announces it. Restore the previous key. To rotate, give two lines: the new key, then the old one.";
        ensure(found !== "foreign", "not_allowed", { sentence });
        await heed(await witnesses.latest(origin, verifiers(origin)));
        if (refusal !== null) return;
        if (found === "unannounced") {
          await db.transaction(async (tx) => {
            await lockNotes(tx);
            // Another instance may have been first.
            if ((await standing(tx)).keys === "unannounced") await announceKey(tx, origin, keys, clock());
          });
        }
        await sign();
      }),

    /** Asks the witnesses for what they have not cosigned. */
    cosign: askWitnesses,

    /**
     * Signs new rows. @returns the milliseconds to wait if the last signature is less than a second old, otherwise 0
     */
    sign: (): Promise<number> => inTurn(sign),

    /** @throws AppError log_behind if row `seq`, which is about to be committed, was signed already. */
    ensureNew(seq: number): void {
      ensureForward();
      ensure(!remembered || seq > remembered.size, "log_behind");
    },

    ensureForward,

    /**
     * Starts a log with a new name after the database was restored to an older state. @returns that name @throws
     * AppError not_allowed if the database is not older, or if this is not the log's key
     */
    fork: (reason: string): Promise<string> =>
      inTurn(async () => {
        const isGood = await isForward();
        const former = newerOf(remembered, (await newestCheckpoint(db.query))?.head ?? null);
        ensure(!isGood && former, "not_allowed", {
          sentence: "The database is not older than the log, so there is nothing to fork.",
        });
        ensure((await standing()).keys === "in force", "not_allowed", {
          sentence: "The log can only be forked with the key that signed it.",
        });
        const head = await db.transaction(async (tx) => {
          await lockNotes(tx);
          return forkLog(tx, { former, keys, reason, now: clock() });
        });
        witnesses.forget();
        refusal = null;
        await remember(head);
        shown = head;
        return head.origin;
      }),

    /**
     * The newest checkpoint; while the database is older than the log, the last one that was signed. @throws AppError
     * not_found
     */
    newestHead,

    /** What others need to check signatures. */
    verifierKey: async (): Promise<string> =>
      formatVerifierKey(signerOf((await standing()).origin, keys.current)),
  };
}

/** The known head, unless the database has a later one of the same log. */
function newerOf(known: SignedHead | null, own: SignedHead | null): SignedHead | null {
  if (!known || !own) return known ?? own;
  return own.origin === known.origin && own.size > known.size ? own : known;
}
