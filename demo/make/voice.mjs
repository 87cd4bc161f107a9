// Every text in voices/ becomes an audio file of the same name.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { aac, bare, ffmpeg, loudness, speak } from "./narrator.mjs";
import { placeOf } from "./places.mjs";

export async function make({ here, work }) {
  return readdirSync(join(here, "voices"))
    .map((source) => {
      const name = source.replace(/\.txt$/, "");
      const file = placeOf(`${name}.m4a`);
      const { file: wave } = speak(readFileSync(join(here, "voices", source), "utf8"), name, work);
      ffmpeg("-i", wave, "-af", `adelay=350,${loudness},apad=pad_dur=0.5`, ...aac, ...bare, file);
      return `${name}.m4a ${statSync(file).size} bytes`;
    })
    .join("\n");
}
