import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { IdParams } from "./paging.ts";

/** A language as BCP 47 writes it, e.g. `en` or `pt-BR`. */
export const LanguageTag = Type.String({ minLength: 2, maxLength: 35 });

/** Beside it the part `file` of a form: WebVTT or SubRip, 2,097,152 bytes at most. */
export const CaptionsDraft = Type.Object(
  { language: LanguageTag },
  { $id: "CaptionsDraft", additionalProperties: false },
);
export type CaptionsDraft = Static<typeof CaptionsDraft>;

export const StoredCaptions = Type.Object(
  {
    /** By which an item names them. */
    key: Type.String(),
    /** In its canonical form. */
    language: LanguageTag,
    /** How many cues there are. */
    cues: Type.Integer({ minimum: 0 }),
    /** When the last cue ends, in seconds. */
    ends_at: Type.Number({ minimum: 0 }),
    /** The WebVTT that is stored and served. */
    vtt: Type.String(),
  },
  { $id: "StoredCaptions" },
);
export type StoredCaptions = Static<typeof StoredCaptions>;

export const createCaptions = endpoint({
  name: "createCaptions",
  method: "POST",
  path: "/captions",
  summary:
    "Send captions for a film or recording, as WebVTT or SubRip. Only their owner can read them until a published revision has them; what no item has for 30 days is deleted",
  tag: "Writing",
  access: "member",
  writes: true,
  keyed: true,
  upload: "file",
  body: CaptionsDraft,
  replies: { 201: StoredCaptions },
  errors: ["key_in_use", "file_too_large", "storage_full"],
});

/** Captions of an item. */
export const CaptionTrack = Type.Object(
  {
    language: LanguageTag,
    /** The language's name in itself. */
    label: Type.String(),
    /** WebVTT. Its file name is the key by which the item names them. */
    url: Type.String(),
    /** How many cues there are. */
    cues: Type.Integer({ minimum: 0 }),
  },
  { $id: "CaptionTrack" },
);
export type CaptionTrack = Static<typeof CaptionTrack>;

export const Chapter = Type.Object(
  {
    /** Seconds; the first chapter begins at 0. */
    at: Type.Number({ minimum: 0, maximum: limits.mediaSeconds }),
    title: Type.String(),
  },
  { $id: "Chapter" },
);
export type Chapter = Static<typeof Chapter>;

export const Cue = Type.Object(
  {
    /** Seconds. */
    start: Type.Number({ minimum: 0 }),
    end: Type.Number({ minimum: 0 }),
    /** Without marks; lines are divided by a line break. */
    text: Type.String(),
    /** Who speaks, where the captions say so. */
    speaker: Type.Optional(Type.String()),
  },
  { $id: "Cue" },
);
export type Cue = Static<typeof Cue>;

export const Transcript = Type.Object(
  { language: LanguageTag, cues: Type.Array(Cue) },
  { $id: "Transcript" },
);
export type Transcript = Static<typeof Transcript>;

/** Of what a search looks for, the cue of an item that answers best. */
export const Spoken = Type.Object(
  {
    /** Seconds. */
    at: Type.Number({ minimum: 0 }),
    text: Type.String(),
    language: LanguageTag,
  },
  { $id: "Spoken" },
);
export type Spoken = Static<typeof Spoken>;

export const getTranscript = endpoint({
  name: "getTranscript",
  method: "GET",
  path: "/content/:id/transcript",
  summary:
    "What is said in an item, by its captions: in `language`, else in the item's language, else in its first",
  tag: "Content",
  access: "visitor",
  shared: true,
  params: IdParams,
  query: Type.Object({ language: Type.Optional(LanguageTag) }, { additionalProperties: false }),
  replies: { 200: Transcript },
  errors: ["content_not_found", "not_found"],
});
