import type { Database, DatabaseLog, Queries, Transaction } from "../../db/database.ts";
import type { Job } from "../../db/jobs.ts";
import { type JobRunner, TryAgain } from "../../jobs/jobs.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { WritingService } from "../content/writing/writing.service.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { MediaStore } from "../media/store/media-store.ts";
import { insertApproved, otherAdmins } from "./deletion-requests.repository.ts";
import { addToErasedList, hashOf, readErasedList } from "./erased-list.ts";
import { refusalOfErasing } from "./erasing.policy.ts";
import {
  type DueAccount,
  erasedAccounts,
  eraseRows,
  findDue,
  itemsToWithdraw,
  livingAmong,
  lockDue,
  noteProgress,
  rewriteErased,
} from "./erasing.repository.ts";
import type { ErasingMails } from "./erasing-mails.ts";

interface Dependencies {
  db: Database;
  jobs: JobRunner;
  sessions: Pick<Sessions, "endAllOf">;
  writing: Pick<WritingService, "withdrawOf">;
  store: Pick<MediaStore, "remove">;
  mail: Pick<MailService, "sendAtOnce" | "forgetSent">;
  mails: Pick<ErasingMails, "erased">;
  dataDir: string;
  clock: Clock;
  log: DatabaseLog;
}

/** How far the job of an account has come. Without `files` its rows are still there. */
interface Progress {
  /** Keys of the files that are to be removed. */
  readonly files?: readonly string[];
}

const hour = 60 * 60_000;
const day = 24 * hour;
/** An author may have thousands of posts to withdraw. */
const longestTransaction = 10 * 60_000;

/** Erases accounts whose time has come (docs/rules.md#deletion-of-an-account). */
export function createErasingService(dependencies: Dependencies) {
  const { db, jobs, sessions, writing, store, mail, mails, dataDir, clock, log } = dependencies;

  /**
   * All rows are erased in one transaction, which also notes the files that are to go. A process that dies before it has
   * changed nothing; one that dies later leaves files and traces, which the next attempt removes.
   */
  async function erase(job: Job<Progress>): Promise<void> {
    const userId = Number(job.key);
    if (!job.payload.files) await sendLastMail(userId);
    const files = job.payload.files ?? (await eraseAll(job, userId));
    if (files === null) return;
    for (const key of files) await store.remove(key);
    await keepList();
    await rewriteErased(db);
    log.info({ user: userId }, "an account was erased");
  }

  /** Before anything is erased, because it needs the address; nothing of it is stored. */
  async function sendLastMail(userId: number): Promise<void> {
    const account = await findDue(db.query, userId);
    if (!account || account.erasedAt > clock() || (await refusalFor(db.query, account)) !== null) return;
    await mail.sendAtOnce({ to: account.email, ...mails.erased() });
    await mail.forgetSent(account.email);
  }

  /** @returns keys of files to remove; null if the request was taken back. @throws TryAgain */
  async function eraseAll(job: Job<Progress>, userId: number): Promise<readonly string[] | null> {
    const done = await db.transaction((tx) => eraseWithin(tx, job, userId), { limit: longestTransaction });
    done?.endSessions();
    return done?.files ?? null;
  }

  async function eraseWithin(tx: Transaction, job: Job<Progress>, userId: number) {
    const account = await lockDue(tx, userId);
    if (!account) return null;
    const at = clock();
    if (account.erasedAt > at) throw new TryAgain("it is not due yet", account.erasedAt);
    const refusal = await refusalFor(tx, account);
    if (refusal !== null) throw new TryAgain(refusal, new Date(at.getTime() + day));
    const withdrawn: string[] = [];
    for (const id of await itemsToWithdraw(tx, userId, account.posts)) {
      withdrawn.push(...(await writing.withdrawOf(tx, userId, id)));
    }
    const endSessions = await sessions.endAllOf(tx, userId);
    const files = [...withdrawn, ...(await eraseRows(tx, { ...account, at }))];
    if (!(await noteProgress(tx, job, { files }))) throw new TryAgain("another process erases it", at);
    return { files, endSessions };
  }

  const refusalFor = async (on: Queries, account: DueAccount) =>
    refusalOfErasing(account, await otherAdmins(on, account.id));

  const keepList = async () => addToErasedList(dataDir, await erasedAccounts(db.query));

  const erasing = jobs.define<Progress>({ name: "erase", leaseFor: hour, run: erase });

  const schedule = (tx: Transaction, userId: number, dueAt: Date) =>
    erasing.add(tx, [{ key: String(userId), sender: `member ${userId}`, payload: {}, dueAt }]);

  return {
    /** In the transaction that approves it. */
    schedule,

    /** For the operator: erases an account whose time has come, and waits for it. */
    async eraseNow(userId: number): Promise<void> {
      await jobs.runDue("erase");
      // Another instance may have begun first.
      const isLeft = (await livingAmong(db.query, [userId])).length > 0;
      if (isLeft)
        log.warn({ user: userId }, "the account is erased by another process, or will be tried again");
    },

    /**
     * At the start: accounts that were erased here and are in the database again, because it was restored to a state of
     * before, are due now. @returns their number
     */
    async begin(): Promise<number> {
      const listed = new Map((await readErasedList(dataDir)).map((account) => [account.id, account]));
      const living = listed.size === 0 ? [] : await livingAmong(db.query, [...listed.keys()]);
      const back = living.filter((account) => listed.get(account.id)?.hash === hashOf(account));
      const now = clock();
      for (const { id: userId } of back) {
        const posts = listed.get(userId)?.posts ?? "keep";
        await db.transaction(async (tx) => {
          await insertApproved(tx, { userId, posts, erasedAt: now, now });
          await schedule(tx, userId, now);
        });
      }
      await keepList();
      return back.length;
    },
  };
}
export type ErasingService = ReturnType<typeof createErasingService>;
