// Makes the demo media again: node demo/make/make.mjs [names of pictures or films, film, voice, paper, facts]
// Needs Debian's ffmpeg, espeak-ng, qpdf, libimage-exiftool-perl, python3-fonttools and python3-brotli, and Chromium.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareFonts } from "./fonts.mjs";
import { placeOf } from "./places.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const work = mkdtempSync(join(tmpdir(), "cairn-media-"));

prepareFonts(root, join(work, "fonts"));
// After the fonts: librsvg reads the fontconfig file once, when sharp loads.
const { savePicture } = await import("./save-picture.mjs");

const pictures = readdirSync(join(here, "pictures")).map((file) => file.replace(/\.mjs$/, ""));
const others = {
  film: "./film.mjs",
  voice: "./voice.mjs",
  paper: "./paper.mjs",
  portraits: "./portraits.mjs",
  facts: "./facts.mjs",
};
const wanted = process.argv.slice(2);
const films = readdirSync(join(here, "films")).map((file) => file.replace(/\.mjs$/, ""));
const asked = (name) =>
  wanted.length === 0 ||
  wanted.includes(name) ||
  (name === "film" && films.some((film) => wanted.includes(film)));

for (const name of pictures.filter(asked)) {
  const { draw } = await import(`./pictures/${name}.mjs`);
  const bytes = await savePicture(await draw(), placeOf(`${name}.jpg`));
  console.log(`${name}.jpg ${bytes} bytes`);
}
for (const name of Object.keys(others).filter(asked)) {
  const { make } = await import(others[name]);
  console.log(await make({ root, here, work, wanted }));
}
rmSync(work, { recursive: true, force: true });
