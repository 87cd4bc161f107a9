// first-on-call.m4a: the opening of the notes, read aloud.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { placeOf } from "./places.mjs";

// A synthetic voice is dry and sharp: soften the top, take out the rumble, give it one short room echo and even loudness.
const filters = [
  "adelay=350",
  "highpass=f=90",
  "lowpass=f=7200",
  "equalizer=f=3000:t=q:w=1.1:g=-3",
  "aecho=0.9:0.5:22:0.12",
  "loudnorm=I=-18:TP=-2:LRA=7",
  "apad=pad_dur=0.5",
];

export async function make({ here, work }) {
  const wave = join(work, "voice.wav");
  const file = placeOf("first-on-call.m4a");
  const text = join(here, "first-on-call.txt");
  execFileSync("espeak-ng", [
    "-v",
    "en-gb-x-rp+f2",
    "-s",
    "160",
    "-p",
    "42",
    "-g",
    "3",
    "-f",
    text,
    "-w",
    wave,
  ]);
  execFileSync("ffmpeg", [
    ...[
      "-hide_banner",
      "-loglevel",
      "error",
      "-y",
      "-i",
      wave,
      "-af",
      filters.join(","),
      "-ac",
      "1",
      "-ar",
      "44100",
    ],
    ..."-c:a aac -b:a 44k -map_metadata -1 -fflags +bitexact -flags:a +bitexact -movflags +faststart".split(
      " ",
    ),
    ...["-metadata:s:a", "handler_name=", file],
  ]);
  return `first-on-call.m4a ${statSync(file).size} bytes`;
}
