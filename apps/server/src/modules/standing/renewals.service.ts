import {
  type DueItem,
  type LabelEnd,
  type LabelEntry,
  limits,
  type listDue,
  type ReplyOf,
} from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { DeskService } from "../reviews/desk.service.ts";
import { askFrom, day, longestDue } from "./standing.policy.ts";
import {
  authorsWith,
  claimAsking,
  countDue,
  type DuePosition,
  datesPerDay,
  duePositions,
  ensureMayReplace,
  giveReview,
  labelsLike,
  liftReview,
  namedSuccessor,
  setSuccessor,
  successorOf,
  unaskedItems,
  wordsAbout,
  writeEndOfLabel,
  writeStillTrue,
} from "./standing.repository.ts";

interface Dependencies {
  readonly db: Database;
  readonly desk: Pick<DeskService, "present">;
  readonly notifications: NotificationService;
  readonly clock: Clock;
}

/** How far ahead an author can be asked: 14 days before the last 30. */
const askedAhead = longestDue + 14 * day;
const askedAtOnce = 500;
const chartDays = 30;

/** What is to be renewed, whom it concerns, and which versions have ended (docs/rules.md#standing). */
export function createRenewalService({ db, desk, notifications, clock }: Dependencies) {
  async function present(adminId: number, ids: readonly number[]): Promise<DueItem[]> {
    const [items, words] = await Promise.all([desk.present(adminId, ids), wordsAbout(db.query, ids)]);
    return items.map((item) => {
      const { word, remarks } = words.get(item.id) ?? { word: null, remarks: [] };
      return {
        ...item,
        due_soon: item.standing === "verified",
        still_true: word && {
          revision: word.revision,
          note: word.note,
          said_at: new Date(word.saidAt).toISOString(),
        },
        remarks: remarks.map(({ id, authorId, author, body, at }) => ({
          id,
          by: { id: authorId, name: author },
          body,
          created_at: new Date(at).toISOString(),
        })),
      };
    });
  }

  async function days(now: Date) {
    const today = new Date(Math.floor(now.getTime() / day) * day);
    const end = new Date(today.getTime() + chartDays * day);
    const found = await datesPerDay(db.query, today, end);
    return Array.from({ length: chartDays }, (_, index) => {
      const name = new Date(today.getTime() + index * day).toISOString().slice(0, 10);
      return { day: name, items: found.get(name) ?? 0 };
    });
  }

  /** The author is asked once for each date, by whichever instance claims it first. */
  async function ask(contentId: number, goodUntil: Date): Promise<void> {
    await db.transaction(async (tx) => {
      if (!(await claimAsking(tx, contentId, goodUntil))) return;
      await notifications.notify(tx, { event: "ageing", contentId, goodUntil });
    });
  }

  return {
    /** For those who decide, in their transactions. */
    giveReview,
    liftReview,
    ensureMayReplace,
    namedSuccessor,
    setSuccessor,
    successorOf,
    writeStillTrue,

    /** The most read first, 20 a page. */
    async due(adminId: number, cursor: string | undefined): Promise<ReplyOf<typeof listDue>> {
      const now = clock();
      const horizon = new Date(now.getTime() + longestDue);
      const after = cursor === undefined ? null : decodePosition(cursor);
      const limit = limits.adminPage + 1;
      const [positions, total, chart] = await Promise.all([
        duePositions(db.query, { now, horizon, after, limit }),
        countDue(db.query, now, horizon),
        days(now),
      ]);
      const shown = positions.slice(0, limits.adminPage);
      const last = shown.at(-1);
      const ids = shown.map(({ id }) => id);
      return {
        items: await present(adminId, ids),
        next: last && positions.length > limits.adminPage ? encodePosition(last) : null,
        total,
        days: chart,
      };
    },

    labels: (prefix = ""): Promise<LabelEntry[]> => labelsLike(db.query, prefix.trimStart().toLowerCase()),

    /** Items that name it are outdated from that day on. Each author gets one notice, once. */
    async endLabel(adminId: number, { label: written, on }: LabelEnd): Promise<LabelEntry> {
      const label = written.toLowerCase();
      return db.transaction(async (tx) => {
        const { isNew } = await writeEndOfLabel(tx, label, on);
        const authors = await authorsWith(tx, label);
        const told = authors.filter(({ authorId }) => isNew && authorId !== adminId);
        await notifications.tellOfEnd(tx, { label, on, authors: told });
        return { label, items: authors.reduce((sum, { items }) => sum + items, 0), ended_on: on };
      });
    },

    /** Asks the authors of what will soon be due whether it still holds; called at intervals. */
    async askAuthors(): Promise<void> {
      const now = clock();
      const to = new Date(now.getTime() + askedAhead);
      for (let afterId = 0; ; ) {
        const found = await unaskedItems(db.query, { from: now, to, afterId, limit: askedAtOnce });
        for (const { id, verifiedAt, goodUntil } of found) {
          if (goodUntil && askFrom(verifiedAt, goodUntil) <= now) await ask(id, goodUntil);
          afterId = id;
        }
        if (found.length < askedAtOnce) return;
      }
    },
  };
}
export type RenewalService = ReturnType<typeof createRenewalService>;

const encodePosition = ({ weight, id }: DuePosition) =>
  Buffer.from(`d.${weight}.${id}`).toString("base64url");

function decodePosition(cursor: string): DuePosition {
  const parts = /^d\.(\d{1,9})\.(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  const position = { weight: Number(parts?.[1]), id: Number(parts?.[2]) };
  // The comparison rejects other spellings of the same position, such as leading zeros.
  if (!parts || encodePosition(position) !== cursor) throw new AppError("invalid_cursor");
  return position;
}
