import {
  BlobSource,
  Conversion,
  Input,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from "mediabunny";
import { isSentInPieces } from "../../../lib/file-rules.ts";
import { placeForFilm } from "./made-films.ts";

interface Watch {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

const mostLines = 720;

/**
 * Makes a smaller film of an MP4, on this device: at most 720 lines, with pictures of `pictureRate` bits a second; its sound
 * stays as it is. @throws Error if this browser cannot read or write a part of it, or has no room for it.
 */
export async function makeSmaller(
  film: File,
  pictureRate: number,
  { signal, onProgress }: Watch,
): Promise<File> {
  using input = new Input({ source: new BlobSource(film), formats: [MP4] });
  const place = await placeForFilm(smallerName(film.name));
  try {
    const conversion = await Conversion.init({
      input,
      output: new Output({
        format: new Mp4OutputFormat({ fastStart: false }),
        target: new StreamTarget(await place.write(), { chunked: true }),
      }),
      tracks: "primary",
      video: async (track) => ({
        ...(await sizeOf(track)),
        codec: "avc",
        bitrate: pictureRate,
        forceTranscode: true,
      }),
      showWarnings: false,
    });
    // A film without its sound is not what its author chose.
    const [lost] = conversion.discardedTracks.filter(({ reason }) => reason !== "discarded_by_user");
    if (lost) throw new Error(lost.reason);
    signal.addEventListener("abort", () => void conversion.cancel());
    conversion.onProgress = onProgress;
    await conversion.execute();
    const made = await place.read();
    if (isSentInPieces(made)) return made;
    const small = new File([await made.arrayBuffer()], made.name, { type: film.type });
    await place.remove();
    return small;
  } catch (error) {
    await place.remove().catch(() => {});
    throw error;
  }
}

/** The shorter side has `mostLines` at most; the other one follows. */
async function sizeOf(track: InputVideoTrack): Promise<{ width?: number; height?: number }> {
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  if (Math.min(width, height) <= mostLines) return {};
  return width < height ? { width: mostLines } : { height: mostLines };
}

/** "talk.mp4" becomes "talk (smaller).mp4". */
const smallerName = (name: string) => `${name.replace(/\.mp4$/i, "")} (smaller).mp4`;
