import { type Static, Type } from "typebox";
import { ContentItem } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { OneLine } from "./one-line.ts";
import { Cursor, Id, IdParams } from "./paging.ts";

const seriesFields = {
  id: Id,
  title: Type.String(),
  /** Plain text; may be empty. */
  description: Type.String(),
  author: Type.Object({ id: Id, name: Type.String() }),
};

/** An author's items in an order: the published ones, for the author and verified admins all (docs/rules.md#series). */
export const Series = Type.Object({ ...seriesFields, items: Type.Array(ContentItem) }, { $id: "Series" });
export type Series = Static<typeof Series>;

/** A series in a list. */
export const SeriesSummary = Type.Object(
  {
    ...seriesFields,
    /** Items that the reader may read. */
    count: Type.Integer({ minimum: 0 }),
  },
  { $id: "SeriesSummary" },
);
export type SeriesSummary = Static<typeof SeriesSummary>;

const Title = OneLine(limits.titleLength);
const Description = Type.String({ maxLength: limits.seriesDescriptionLength });

export const SeriesDraft = Type.Object(
  { title: Title, description: Type.Optional(Description) },
  { $id: "SeriesDraft", additionalProperties: false },
);
export type SeriesDraft = Static<typeof SeriesDraft>;

/** What is left out stays. */
export const SeriesChange = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    /**
     * Ids of the author's own items, in their order. One that is left out leaves the series, and one that is in
     * another series leaves that.
     */
    items: Type.Optional(Type.Array(Id, { maxItems: limits.seriesItems, uniqueItems: true })),
  },
  { $id: "SeriesChange", additionalProperties: false },
);
export type SeriesChange = Static<typeof SeriesChange>;

export const SeriesPage = Type.Object({
  items: Type.Array(SeriesSummary),
  next: Type.Union([Cursor, Type.Null()]),
});
export type SeriesPage = Static<typeof SeriesPage>;

export const listSeries = endpoint({
  name: "listSeries",
  method: "GET",
  path: "/series",
  summary:
    "Series with published items, newest first; with user_id one author's, to that author also those without",
  tag: "Series",
  access: "visitor",
  shared: true,
  query: Type.Object(
    { user_id: Type.Optional(Id), cursor: Type.Optional(Cursor) },
    { additionalProperties: false },
  ),
  replies: { 200: SeriesPage },
  errors: ["invalid_cursor"],
});

export const getSeries = endpoint({
  name: "getSeries",
  method: "GET",
  path: "/series/:id",
  summary: "A series and its published items in their order; to its author and verified admins all items",
  tag: "Series",
  access: "visitor",
  shared: true,
  params: IdParams,
  replies: { 200: Series },
  errors: ["series_not_found"],
});

export const getSeriesProgress = endpoint({
  name: "getSeriesProgress",
  method: "GET",
  path: "/series/:id/progress",
  summary: "Ids of the published items of a series that the member has finished, in their order",
  tag: "Series",
  access: "member",
  params: IdParams,
  replies: { 200: Type.Object({ finished: Type.Array(Id) }) },
  errors: ["series_not_found"],
});

export const createSeries = endpoint({
  name: "createSeries",
  method: "POST",
  path: "/series",
  summary: "Begin a series. It is public once one of its items is",
  tag: "Series",
  access: "member",
  writes: true,
  body: SeriesDraft,
  replies: { 201: Series },
  errors: [],
});

export const changeSeries = endpoint({
  name: "changeSeries",
  method: "PATCH",
  path: "/series/:id",
  summary: "Rename an own series or order its items. Verified admins may, too",
  tag: "Series",
  access: "member",
  writes: true,
  params: IdParams,
  body: SeriesChange,
  replies: { 200: Series },
  errors: ["series_not_found", "not_allowed"],
});

export const deleteSeries = endpoint({
  name: "deleteSeries",
  method: "DELETE",
  path: "/series/:id",
  summary: "End an own series; its items stay. Verified admins may, too",
  tag: "Series",
  access: "member",
  params: IdParams,
  replies: { 200: Type.Object({ message: Type.Literal("Series deleted") }) },
  errors: ["series_not_found", "not_allowed"],
});
