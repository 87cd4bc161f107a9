import { AppError } from "./app-error.ts";

/** A position in a list ordered by (time desc, id desc): the next page starts after it. */
export interface Position {
  readonly at: Date;
  readonly id: number;
}

/** A position in a list that is ordered by rank first, as of some time. */
export interface Bookmark extends Position {
  readonly rank: number;
  readonly asOf: Date | null;
}

/** Encodes a position; `rank` and `asOf` for lists that are ordered by rank first. */
export function encodeCursor({ at, id }: Position, rank = 0, asOf: Date | null = null): string {
  const parts = [rank, at.getTime(), id, ...(asOf ? [asOf.getTime()] : [])];
  return Buffer.from(parts.join(".")).toString("base64url");
}

/** 9999-12-31. Node writes later years as +010000, which PostgreSQL cannot read. */
export const latestTime = 253_402_300_799_999;

/** @throws AppError invalid_cursor for any text that `encodeCursor` cannot produce */
export function decodeCursor(cursor: string): Bookmark {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, rank, at, id, asOf] = /^(\d)\.(\d{1,15})\.(\d{1,16})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  const position = { rank: Number(rank), at: dateOf(at), id: Number(id), asOf: asOf ? dateOf(asOf) : null };
  if (!Number.isSafeInteger(position.id)) throw new AppError("invalid_cursor");
  // Each position has exactly one cursor: padding, leading zeros and characters that base64url ignores are refused.
  if (encodeCursor(position, position.rank, position.asOf) !== cursor) throw new AppError("invalid_cursor");
  return position;
}

function dateOf(milliseconds: string | undefined): Date {
  const time = Number(milliseconds);
  // The comparison also refuses NaN, the result of a text that is no cursor.
  if (!(time <= latestTime)) throw new AppError("invalid_cursor");
  return new Date(time);
}
