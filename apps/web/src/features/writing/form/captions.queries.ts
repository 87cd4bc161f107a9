import { createCaptions, getNewestRevision } from "@cairn/contract";
import { api } from "../../../lib/api/api.ts";
import { mediaSource } from "../../../lib/api/media-source.ts";
import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { isObject } from "../../../lib/storage.ts";

/** The key of a stored file by its address; empty for none. */
export const keyOf = (address: string) => address.replace(/[?#].*$/, "").replace(/^.*\//, "");

/** Captions of a form's film or recording, as its journal keeps them. */
export interface Track {
  key: string;
  /** BCP 47. */
  language: string;
  /** How many cues there are. */
  cues: number;
  /** Its WebVTT, if it was sent from here: the server gives out only that of an item. */
  vtt?: string;
}

/** Characters: the journal has little room. Longer captions can be edited once their item is saved. */
const keptVtt = 300_000;

/** Stores a file of captions. @throws ApiError naming the line that does not read */
export async function sendCaptions(file: File, language: string, signal: AbortSignal): Promise<Track> {
  const stored = await api.call(createCaptions, {
    body: { language },
    file,
    headers: { "idempotency-key": newIdempotencyKey() },
    signal,
  });
  const { key, language: tag, cues, vtt } = stored;
  return { key, language: tag, cues, ...(vtt.length <= keptVtt && { vtt }) };
}

/** Tracks as one text: a form compares its values by it. */
export const writeTracks = (tracks: readonly Track[]): string =>
  tracks.length === 0
    ? ""
    : JSON.stringify(tracks.map(({ key, language, cues, vtt }) => ({ key, language, cues, vtt })));

/** The same the other way round; a stored text could be anything. */
export function readTracks(text: string): Track[] {
  try {
    const found: unknown = text === "" ? [] : JSON.parse(text);
    return Array.isArray(found) ? found.flatMap(trackOf) : [];
  } catch {
    return [];
  }
}

function trackOf(value: unknown): Track[] {
  if (!isObject(value)) return [];
  const { key, language, cues, vtt } = value;
  if (typeof key !== "string" || typeof language !== "string" || typeof cues !== "number") return [];
  return [{ key, language, cues, ...(typeof vtt === "string" && { vtt }) }];
}

/** WebVTT of a track: as it was sent from here, or as the newest revision of this item has it; null if it has neither. */
export async function vttOf({ key, vtt }: Track, itemId: number | null): Promise<string | null> {
  if (vtt !== undefined) return vtt;
  if (itemId === null) return null;
  const { captions = [] } = await api.call(getNewestRevision, { params: { id: itemId } });
  const address = captions.find(({ url }) => keyOf(url) === key)?.url;
  if (address === undefined) return null;
  const answer = await fetch(mediaSource(address));
  return answer.ok ? answer.text() : null;
}

/** Captions that are being written, as one text. */
export const writeDraft = (language: string, vtt: string): string => JSON.stringify({ language, vtt });

/** The same the other way round; null for none, and for a stored text that could be anything. */
export function readDraft(text: string): { language: string; vtt: string } | null {
  try {
    const { language, vtt } = JSON.parse(text);
    return typeof language === "string" && typeof vtt === "string" ? { language, vtt } : null;
  } catch {
    return null;
  }
}
