import { type Static, Type } from "typebox";
import { ContentItem } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { CursorQuery, Id, IdParams, Instant } from "./paging.ts";

/** Items that a member may have saved, that their history keeps, and that "Continue" offers. */
export const readingLimits = {
  saved: 1_000,
  history: 500,
  unfinished: 12,
  /** From this part of an item on it counts as finished; an index says the same (db/migrations/0005_series_and_reading.sql). */
  finishedFrom: 0.97,
  /** A text of which less was read is simply begun again: nothing offers to go on in it. */
  begunFrom: 0.1,
} as const;

export const SaveState = Type.Object({ saved: Type.Boolean() }, { $id: "SaveState" });
export type SaveState = Static<typeof SaveState>;

const Next = Type.Union([Type.String(), Type.Null()]);
const done = Type.Object({ message: Type.String() });

export const saveContent = endpoint({
  name: "saveContent",
  method: "PUT",
  path: "/content/:id/save",
  summary: "Save an item for later; saving it again changes nothing",
  tag: "Reading",
  access: "member",
  keyed: true,
  params: IdParams,
  replies: { 200: SaveState },
  errors: ["content_not_found", "list_full", "key_in_use"],
});

export const unsaveContent = endpoint({
  name: "unsaveContent",
  method: "DELETE",
  path: "/content/:id/save",
  summary: "Take an item out of what is saved",
  tag: "Reading",
  access: "member",
  keyed: true,
  params: IdParams,
  replies: { 200: SaveState },
  errors: ["content_not_found", "key_in_use"],
});

export const SavedItem = Type.Object({ ...ContentItem.properties, saved_at: Instant }, { $id: "SavedItem" });
export type SavedItem = Static<typeof SavedItem>;

export const listSaved = endpoint({
  name: "listSaved",
  method: "GET",
  path: "/saved",
  summary: "What the member saved, the last one first; what is public no more is left out",
  tag: "Reading",
  access: "member",
  query: CursorQuery,
  replies: { 200: Type.Object({ items: Type.Array(SavedItem), next: Next }) },
  errors: ["invalid_cursor"],
});

export const listSavedIds = endpoint({
  name: "listSavedIds",
  method: "GET",
  path: "/saved/ids",
  summary: "The ids of everything that the member saved, at most 1,000, for the marks on cards",
  tag: "Reading",
  access: "member",
  replies: { 200: Type.Object({ ids: Type.Array(Id) }) },
  errors: [],
});

/** How far a member came in an item. */
export const ReadingPlace = Type.Object(
  {
    /** 0 is the beginning, 1 the end; from 0.97 on the item counts as finished (docs/rules.md#reading-places). */
    position: Type.Number({ minimum: 0, maximum: 1 }),
    /** Playing position of a video or a recording, in seconds; null for a text. */
    seconds: Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000 }), Type.Null()]),
  },
  { $id: "ReadingPlace" },
);
export type ReadingPlace = Static<typeof ReadingPlace>;

export const getPosition = endpoint({
  name: "getPosition",
  method: "GET",
  path: "/content/:id/position",
  summary: "Where the member was in an item; 0 for one that they did not begin",
  tag: "Reading",
  access: "member",
  params: IdParams,
  replies: { 200: ReadingPlace },
  errors: ["content_not_found"],
});

export const savePosition = endpoint({
  name: "savePosition",
  method: "PUT",
  path: "/content/:id/position",
  summary:
    "Keep where the member is in an item; the last one wins, and nothing is kept with the history switched off",
  tag: "Reading",
  access: "member",
  params: IdParams,
  body: Type.Object(
    {
      position: ReadingPlace.properties.position,
      seconds: Type.Optional(ReadingPlace.properties.seconds),
    },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Object({ ...ReadingPlace.properties, kept: Type.Boolean() }) },
  errors: ["content_not_found"],
});

export const ReadItem = Type.Object(
  { ...ContentItem.properties, ...ReadingPlace.properties, read_at: Instant },
  { $id: "ReadItem" },
);
export type ReadItem = Static<typeof ReadItem>;

export const listUnfinished = endpoint({
  name: "listUnfinished",
  method: "GET",
  path: "/continue",
  summary: "Up to 12 items that the member began and did not finish, the last one first",
  tag: "Reading",
  access: "member",
  replies: { 200: Type.Object({ items: Type.Array(ReadItem) }) },
  errors: [],
});

export const listHistory = endpoint({
  name: "listHistory",
  method: "GET",
  path: "/history",
  summary: "What the member opened, the last one first; the newest 500 are kept",
  tag: "Reading",
  access: "member",
  query: CursorQuery,
  replies: {
    200: Type.Object({
      /** Whether the site keeps what the member opens. */
      on: Type.Boolean(),
      items: Type.Array(ReadItem),
      next: Next,
    }),
  },
  errors: ["invalid_cursor"],
});

export const switchHistory = endpoint({
  name: "switchHistory",
  method: "PUT",
  path: "/history",
  summary: "Switch the history on or off; off forgets it, with every place in an item",
  tag: "Reading",
  access: "member",
  body: Type.Object({ on: Type.Boolean() }, { additionalProperties: false }),
  replies: { 200: Type.Object({ on: Type.Boolean() }) },
  errors: [],
});

export const clearHistory = endpoint({
  name: "clearHistory",
  method: "DELETE",
  path: "/history",
  summary: "Forget everything that the member opened, with every place in an item",
  tag: "Reading",
  access: "member",
  replies: { 200: done },
  errors: [],
});

export const forgetRead = endpoint({
  name: "forgetRead",
  method: "DELETE",
  path: "/history/:id",
  summary: "Forget that the member opened this item",
  tag: "Reading",
  access: "member",
  params: IdParams,
  replies: { 200: done },
  errors: ["content_not_found"],
});
