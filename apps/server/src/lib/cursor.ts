import { AppError } from "./app-error.ts";

/** A place in a list ordered by (time desc, id desc): everything after it comes next. */
export interface Place {
  readonly at: Date;
  readonly id: number;
}

/** The opaque text of a place; `rank` for lists that are cut into ranks first. */
export function encodeCursor({ at, id }: Place, rank = 0): string {
  return Buffer.from(`${rank}.${at.getTime()}.${id}`).toString("base64url");
}

/** @throws AppError invalid_cursor for anything that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): Place & { rank: number } {
  const parts = /^(\d)\.(\d{1,15})\.(\d{1,16})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  const [rank, time, id] = parts ? parts.slice(1).map(Number) : [];
  if (rank === undefined || time === undefined || id === undefined || !Number.isSafeInteger(id)) {
    throw new AppError("invalid_cursor");
  }
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) throw new AppError("invalid_cursor");
  return { rank, at, id };
}
