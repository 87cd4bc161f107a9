// The one voice of the demo: espeak-ng, taken out of the tin by a few filters.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

// A synthetic voice is dry and sharp: soften the top, take out the rumble, give it one short room echo.
const room = ["highpass=f=90", "lowpass=f=7200", "equalizer=f=3000:t=q:w=1.1:g=-3", "aecho=0.9:0.5:22:0.12"];

/** Every sound file has the same loudness. */
export const loudness = "loudnorm=I=-18:TP=-2:LRA=7";

/** For ffmpeg: nothing in the file tells when, where or with what it was made. */
export const bare = "-map_metadata -1 -fflags +bitexact -movflags +faststart".split(" ");

export const aac = "-ac 1 -ar 44100 -c:a aac -b:a 44k -flags:a +bitexact -metadata:s:a handler_name=".split(
  " ",
);

export const ffmpeg = (...args) =>
  execFileSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args]);

/** Reads `text` aloud into a WAV file below `work`; returns its path and its length in seconds. */
export function speak(text, name, work) {
  const source = join(work, `${name}.txt`);
  const raw = join(work, `${name}.raw.wav`);
  const file = join(work, `${name}.wav`);
  writeFileSync(source, text);
  execFileSync("espeak-ng", [..."-v en-gb-x-rp+f2 -s 160 -p 42 -g 3 -f".split(" "), source, "-w", raw]);
  ffmpeg("-i", raw, "-af", room.join(","), "-ac", "1", "-ar", "44100", file);
  const seconds = execFileSync(
    "ffprobe",
    [..."-v error -show_entries format=duration -of csv=p=0".split(" "), file],
    { encoding: "utf8" },
  );
  return { file, seconds: Number(seconds) };
}
