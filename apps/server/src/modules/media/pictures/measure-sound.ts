import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type IFormat, type IOptions, parseStream } from "music-metadata";
import { isMachineFault } from "../../../lib/machine-fault.ts";
import type { SoundAnswer, SoundTask } from "./picture-tasks.ts";

/** What browsers play of these kinds, as the library names it. `as`: how it has to read what does not begin with a frame. */
const playable = {
  mp3: { as: "audio/mpeg", container: /^MPEG$/, codec: /^MPEG \d(?:\.5)? Layer 3$/ },
  ogg: { as: "audio/ogg", container: /^Ogg$/, codec: /^(?:Vorbis|Opus|FLAC)\b/ },
};

/** Milliseconds of reading: an honest file whose every frame must be counted takes some seconds for 50 MB. */
const patience = 2_000;

/**
 * Reads a recording once, piece by piece, and refuses a file without sound. Its length stays unknown if counting its frames
 * takes longer than two seconds: other recordings wait meanwhile.
 */
export async function measureSound({ source, kind }: SoundTask): Promise<SoundAnswer> {
  const signal = AbortSignal.timeout(patience);
  let format: Partial<IFormat> = {};
  const { as, container, codec } = playable[kind];
  try {
    const { size } = await stat(source);
    const options: IOptions = {
      duration: true,
      skipCovers: true,
      observer: ({ metadata }) => {
        format = { ...metadata.format };
      },
    };
    ({ format } = await parseStream(createReadStream(source, { signal }), { size, mimeType: as }, options));
  } catch (error) {
    if (!signal.aborted) return { problem: isMachineFault(error) ? "unavailable" : "file_type_refused" };
  }
  const isSound =
    container.test(format.container ?? "") && codec.test(format.codec ?? "") && !format.hasVideo;
  if (!isSound) return { problem: "file_type_refused" };
  const duration = signal.aborted ? undefined : format.duration;
  const isKnown = duration !== undefined && Number.isFinite(duration) && duration > 0;
  // A file of 50 MB has a day of sound at most; more is made up.
  return { seconds: isKnown && duration < 1_000_000 ? Math.max(1, Math.round(duration)) : null };
}
