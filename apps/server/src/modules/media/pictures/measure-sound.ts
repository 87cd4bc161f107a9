import { parseFile } from "music-metadata";
import { isMachineFault } from "../../../lib/machine-fault.ts";
import type { SoundAnswer, SoundTask } from "./tasks.ts";

/** What browsers play of these kinds, as the library names it. */
const playable = {
  mp3: { container: /^MPEG$/, codec: /^MPEG \d(?:\.5)? Layer 3$/ },
  ogg: { container: /^Ogg$/, codec: /^(?:Vorbis|Opus|FLAC)\b/ },
};

/** Reads a recording once, a piece at a time, and refuses what has no sound in it. */
export async function measureSound({ source, kind }: SoundTask): Promise<SoundAnswer> {
  try {
    const { format } = await parseFile(source, { duration: true, skipCovers: true });
    const { container, codec } = playable[kind];
    const isSound =
      container.test(format.container ?? "") && codec.test(format.codec ?? "") && !format.hasVideo;
    if (!isSound) return { problem: "file_type_refused" };
    const { duration } = format;
    const isKnown = duration !== undefined && Number.isFinite(duration) && duration > 0;
    // A file of 50 MB has a day of sound at most; more is made up.
    return { seconds: isKnown && duration < 1_000_000 ? Math.max(1, Math.round(duration)) : null };
  } catch (error) {
    return { problem: isMachineFault(error) ? "unavailable" : "file_type_refused" };
  }
}
