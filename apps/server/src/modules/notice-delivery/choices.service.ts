import {
  type Follow,
  type FollowKind,
  followKinds,
  maxFollows,
  type NoticeChoices,
  noticeDefaults,
  noticeSubjects,
} from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Queries } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { UserService } from "../users/users.service.ts";
import {
  allowMail,
  type Choice,
  chosenBy,
  deleteFollow,
  followsOf,
  insertFollow,
  lockMember,
  mailStateOf,
  namesOf,
  writeChoice,
} from "./choices.repository.ts";

export type { Choice } from "./choices.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  rateLimits: RateLimits;
  clock: Clock;
}

interface ChangeSource {
  /** Mails an address that was refused before. */
  readonly mailAgain?: boolean;
  readonly sessionId?: string | null;
}

/** What members follow, and which notices are mailed to them (docs/rules.md#follows-and-emails). */
export function createChoiceService({ db, users, rateLimits, clock }: Dependencies) {
  /** `sessionId`: null for the link of a mail. */
  async function read(on: Queries, userId: number, sessionId: string | null = null): Promise<NoticeChoices> {
    const [state, chosen] = [await mailStateOf(on, userId), await chosenBy(on, userId)];
    if (!state) throw new AppError("session_ended");
    const byWhat = new Map(chosen.map((choice) => [choice.what, choice]));
    const isReviewer = state.role === "Admin" && state.verifiedAt !== null;
    return {
      items: noticeSubjects
        .filter((what) => what !== "desk" || isReviewer)
        .map((what) => ({
          what,
          site: true,
          mail: byWhat.get(what)?.mail ?? noticeDefaults[what].mail,
          push: byWhat.get(what)?.push ?? noticeDefaults[what].push,
        })),
      mail: {
        confirmed: state.confirmedAt !== null,
        refused_at: state.refusedAt?.toISOString() ?? null,
      },
      push: {
        devices: state.devices.length,
        this_device: sessionId !== null && state.devices.includes(sessionId),
      },
    };
  }

  /** Of several changes of one choice the last one holds. */
  async function change(
    userId: number,
    changes: readonly Choice[],
    { mailAgain = false, sessionId = null }: ChangeSource = {},
  ) {
    return db.transaction(async (tx) => {
      if (!(await lockMember(tx, userId))) throw new AppError("session_ended");
      for (const choice of changes) await writeChoice(tx, userId, choice);
      if (mailAgain) await allowMail(tx, userId);
      return read(tx, userId, sessionId);
    });
  }

  return {
    /** @throws AppError not_found, list_full. */
    async follow({ userId }: Bearer, kind: FollowKind, id: string): Promise<{ following: boolean }> {
      await rateLimits.take("readingByUser", String(userId));
      await users.active(userId);
      const subject = kind === "label" ? id.toLowerCase() : id;
      await db.transaction(async (tx) => {
        ensure((await namesOf(tx, kind, [subject])).has(subject), "not_found");
        const follow = { userId, kind, subject, at: clock(), most: maxFollows };
        ensure(await insertFollow(tx, follow), "list_full");
      });
      return { following: true };
    },

    async unfollow({ userId }: Bearer, kind: FollowKind, id: string): Promise<{ following: boolean }> {
      await rateLimits.take("readingByUser", String(userId));
      await users.active(userId);
      await deleteFollow(db.query, userId, kind, kind === "label" ? id.toLowerCase() : id);
      return { following: false };
    },

    /** The member's follows, without those of things that no longer exist. */
    async follows({ userId }: Bearer): Promise<Follow[]> {
      const rows = await followsOf(db.query, userId);
      const names = new Map<FollowKind, ReadonlyMap<string, string>>();
      for (const kind of followKinds) {
        const ids = rows.filter((row) => row.kind === kind).map(({ subject }) => subject);
        names.set(kind, await namesOf(db.query, kind, ids));
      }
      return rows.flatMap(({ kind, subject, at }) => {
        const name = names.get(kind)?.get(subject);
        return name === undefined ? [] : [{ kind, id: subject, name, followed_at: at.toISOString() }];
      });
    },

    choices: ({ userId, sessionId }: Bearer): Promise<NoticeChoices> => read(db.query, userId, sessionId),

    /** `mailAgain`: mails an address that was refused before. */
    async choose({ userId, sessionId }: Bearer, changes: readonly Choice[], mailAgain: boolean) {
      await rateLimits.take("changeByUser", String(userId));
      return change(userId, changes, { mailAgain, sessionId });
    },

    /** For the signed links of mails. */
    choicesOf: (userId: number): Promise<NoticeChoices> => read(db.query, userId),
    change,
  };
}
export type ChoiceService = ReturnType<typeof createChoiceService>;
