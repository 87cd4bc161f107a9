import { type NewestRevision, readLanguage, trimmed, writeChapters } from "@cairn/contract";
import { labelGap } from "../../../lib/labels.ts";
import { keyOf, writeTracks } from "./captions.queries.ts";

/** The values of a writing form's fields. */
export interface ItemValues {
  title: string;
  /** The category's name. */
  category: string;
  description: string;
  /** Empty: none. */
  summary: string;
  /** The address of its cover; empty: none. */
  cover: string;
  /** A description of the picture; "" in forms that do not ask for it. */
  alt: string;
  /** What it applies to, in one text with `labelGap` between the labels. */
  appliesTo: string;
  /** The id of its series; empty: none. */
  series: string;
  /** The code of the language that its author named; empty: detected. */
  language: string;
  /** Captions of its film or recording (`readTracks`). */
  captions: string;
  /** Captions that are written and not used yet (`readDraft`); empty: none. */
  captionsDraft: string;
  /** As lines of text (`readChapters` of the contract). */
  chapters: string;
  /** Whether nobody speaks in its film or recording. */
  noSpeech: boolean;
  /** The address of a film of another site; empty: none. */
  embed: string;
  /** Whether it keeps the file that it has, unless another is chosen. */
  keepsMedia: boolean;
  /** The revision being edited; null for what the server does not have. */
  revision: number | null;
}

export const blankItem: ItemValues = {
  title: "",
  category: "",
  description: "",
  summary: "",
  cover: "",
  alt: "",
  appliesTo: "",
  series: "",
  language: "",
  captions: "",
  captionsDraft: "",
  chapters: "",
  noSpeech: false,
  embed: "",
  keepsMedia: true,
  revision: null,
};

export const valuesOf = (item: NewestRevision): ItemValues => ({
  title: item.title,
  category: item.category_name,
  description: item.body,
  summary: item.summary,
  cover: item.cover?.url ?? "",
  alt: item.media?.alt ?? "",
  appliesTo: item.applies_to.join(labelGap),
  series: item.series ? String(item.series.id) : "",
  language: item.language_given ? item.language : "",
  captions: writeTracks((item.captions ?? []).map((track) => ({ ...track, key: keyOf(track.url) }))),
  captionsDraft: "",
  chapters: writeChapters(item.chapters ?? []),
  noSpeech: item.no_speech ?? false,
  embed: item.embed?.address ?? "",
  keepsMedia: true,
  revision: item.revision,
});

/** Restores journalled values over the form's initial ones; each stored value is checked, since it could be anything. */
export function withKept(values: ItemValues, kept: Record<string, unknown>): ItemValues {
  const text = (name: Exclude<keyof ItemValues, "noSpeech" | "keepsMedia" | "revision">) => {
    const value = kept[name];
    return typeof value === "string" ? value : values[name];
  };
  const { noSpeech, keepsMedia, revision } = kept;
  return {
    title: text("title"),
    category: text("category"),
    description: text("description"),
    summary: text("summary"),
    cover: text("cover"),
    alt: text("alt"),
    appliesTo: text("appliesTo"),
    series: text("series"),
    language: readLanguage(text("language")) ?? "",
    captions: text("captions"),
    captionsDraft: text("captionsDraft"),
    chapters: text("chapters"),
    embed: text("embed"),
    noSpeech: typeof noSpeech === "boolean" ? noSpeech : values.noSpeech,
    keepsMedia: typeof keepsMedia === "boolean" ? keepsMedia : values.keepsMedia,
    // Text written for an older revision must not pass as a change of the newest.
    revision: values.revision !== null && Number.isSafeInteger(revision) ? Number(revision) : values.revision,
  };
}

export const isSame = (one: ItemValues, other: ItemValues) =>
  (Object.keys(one) as (keyof ItemValues)[]).every((name) => one[name] === other[name]);

/** A summary as it is sent. */
export const inOneLine = (text: string) => trimmed(text).replace(/\s+/g, " ");

export const isPicture = ({ type }: { type: string }) => type.startsWith("image/");

/** A film or a recording. */
export const isPlayed = ({ type }: { type: string }) => /^(?:video|audio)\//.test(type);

/** Whether it is a film or recording, here or elsewhere, and so may have captions and chapters. */
export const hasWords = ({ embed }: ItemValues, mediaType: string | null) =>
  embed.trim() !== "" || isPlayed({ type: mediaType ?? "" });

/** Whether a picture can stand for it: a picture is its own. */
export const takesPoster = (values: ItemValues, mediaType: string | null) =>
  hasWords(values, mediaType) || mediaType === "application/pdf";
