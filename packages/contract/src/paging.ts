import { Type } from "typebox";
import { limits } from "./limits.ts";

export const Cursor = Type.String({ minLength: 1, maxLength: limits.cursorLength });
export const PerPage = Type.Integer({ minimum: 1, maximum: limits.perPageMax });
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** The id that an address names; null if it names none. */
export const readId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
export const IdParams = Type.Object({ id: Id });
/** ISO 8601 in UTC. */
export const Instant = Type.String({ format: "date-time" });

export const CursorQuery = Type.Object(
  { cursor: Type.Optional(Cursor), per_page: Type.Optional(PerPage) },
  { additionalProperties: false },
);
