import { type ActivityEntry, activityText, type Decision, type ledgerKinds, limits } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { ensure } from "../../lib/app-error.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import {
  type ActionActivityRow,
  type ActivityPosition,
  actionActivity,
  type LedgerActivityRow,
  ledgerActivity,
} from "./activity.repository.ts";
import { noteAction } from "./admin-actions.repository.ts";

interface PositionedEntry {
  readonly position: ActivityPosition;
  readonly entry: ActivityEntry;
}

/** Rows that the export reads at a time. */
const batch = 500;

/** The ledger and the other admin actions, as one list ordered by time. */
export function createActivityService({ db }: { db: Database }) {
  async function read(after: ActivityPosition | null, limit: number): Promise<PositionedEntry[]> {
    const [decisions, actions] = await Promise.all([
      ledgerActivity(db.query, after, limit),
      actionActivity(db.query, after, limit),
    ]);
    return [...actions.map(entryOfAction), ...decisions.map(entryOfDecision)]
      .sort(newestFirst)
      .slice(0, limit);
  }

  return {
    /** Runs in the transaction of the action. */
    note: noteAction,

    async list({ cursor, per_page: perPage = limits.adminPage }: { cursor?: string; per_page?: number }) {
      const found = await read(cursor === undefined ? null : positionOf(cursor), perPage + 1);
      const shown = found.slice(0, perPage);
      const last = shown.at(-1);
      return {
        items: shown.map(({ entry }) => entry),
        next:
          last && found.length > perPage ? encodeCursor(last.position, rankOf[last.position.source]) : null,
      };
    },

    /** All entries, one batch at a time. */
    async *export(): AsyncGenerator<ActivityEntry[]> {
      let after: ActivityPosition | null = null;
      while (true) {
        const found: PositionedEntry[] = await read(after, batch);
        yield found.map(({ entry }) => entry);
        after = found.at(-1)?.position ?? null;
        if (found.length < batch) return;
      }
    },
  };
}
export type ActivityService = ReturnType<typeof createActivityService>;

const rankOf = { ledger: 0, action: 1 } as const;

function positionOf(cursor: string): ActivityPosition {
  const { rank, at, id } = decodeCursor(cursor);
  ensure(rank === rankOf.ledger || rank === rankOf.action, "invalid_cursor");
  return { at, id, source: rank === rankOf.action ? "action" : "ledger" };
}

const newestFirst = ({ position: one }: PositionedEntry, { position: other }: PositionedEntry): number =>
  other.at.getTime() - one.at.getTime() || rankOf[other.source] - rankOf[one.source] || other.id - one.id;

const kindOf: Record<Decision, (typeof ledgerKinds)[number]> = {
  approved: "contentApproved",
  flagged: "contentFlagged",
  removed: "contentRemoved",
  withdrawn: "contentWithdrawn",
  reaffirmed: "contentReaffirmed",
  superseded: "contentSuperseded",
  reinstated: "contentReinstated",
};

const entryOfDecision = (row: LedgerActivityRow): PositionedEntry => ({
  position: { at: row.at, source: "ledger", id: row.id },
  entry: {
    id: `ledger-${row.id}`,
    time: row.at.toISOString(),
    kind: kindOf[row.decision],
    event: activityText(kindOf[row.decision], row.subject),
    by: { id: row.adminId, name: row.adminName },
    subject_id: row.subjectId,
    reason: row.reason,
    seq: row.id,
  },
});

const entryOfAction = (row: ActionActivityRow): PositionedEntry => ({
  position: { at: row.at, source: "action", id: row.id },
  entry: {
    id: `action-${row.id}`,
    time: row.at.toISOString(),
    kind: row.kind,
    event: activityText(row.kind, row.subject) + (row.changes === null ? "" : ` (${row.changes})`),
    by: { id: row.adminId, name: row.adminName },
    subject_id: row.subjectId,
    reason: null,
    seq: null,
  },
});
