import { AppError } from "./app-error.ts";

/** A place in a list ordered by (time desc, id desc): everything after it comes next. */
export interface Place {
  readonly at: Date;
  readonly id: number;
}

/** A place in a list that is cut into ranks first, as of some time. */
export interface Bookmark extends Place {
  readonly rank: number;
  readonly asOf: Date | null;
}

/** The opaque text of a place; `rank` and `asOf` for lists that are cut into ranks first. */
export function encodeCursor({ at, id }: Place, rank = 0, asOf: Date | null = null): string {
  const parts = [rank, at.getTime(), id, ...(asOf ? [asOf.getTime()] : [])];
  return Buffer.from(parts.join(".")).toString("base64url");
}

/** @throws AppError invalid_cursor for anything that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): Bookmark {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, rank, at, id, asOf] = /^(\d)\.(\d{1,15})\.(\d{1,16})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  const place = { rank: Number(rank), at: dateOf(at), id: Number(id), asOf: asOf ? dateOf(asOf) : null };
  if (!Number.isSafeInteger(place.id)) throw new AppError("invalid_cursor");
  return place;
}

function dateOf(milliseconds: string | undefined): Date {
  const date = new Date(Number(milliseconds));
  if (Number.isNaN(date.getTime())) throw new AppError("invalid_cursor");
  return date;
}
