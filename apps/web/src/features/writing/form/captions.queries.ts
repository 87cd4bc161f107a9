import { createCaptions } from "@cairn/contract";
import { api } from "../../../lib/api/api.ts";
import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { isObject } from "../../../lib/storage.ts";

/** Captions of a form's film or recording, as its journal keeps them. */
export interface Track {
  key: string;
  /** BCP 47. */
  language: string;
  /** How many cues there are. */
  cues: number;
}

/** Stores a file of captions. @throws ApiError naming the line that does not read */
export async function sendCaptions(file: File, language: string, signal: AbortSignal): Promise<Track> {
  const stored = await api.call(createCaptions, {
    body: { language },
    file,
    headers: { "idempotency-key": newIdempotencyKey() },
    signal,
  });
  return { key: stored.key, language: stored.language, cues: stored.cues };
}

/** Tracks as one text: a form compares its values by it. */
export const writeTracks = (tracks: readonly Track[]): string =>
  tracks.length === 0
    ? ""
    : JSON.stringify(tracks.map(({ key, language, cues }) => ({ key, language, cues })));

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
  const { key, language, cues } = value;
  if (typeof key !== "string" || typeof language !== "string" || typeof cues !== "number") return [];
  return [{ key, language, cues }];
}
