// Every script in films/ becomes a film of the same name, with its poster: pictures drawn by the script, a voice that
// reads its lines, the line in words at the foot of the picture, and a little wind behind it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { Picture, round } from "./drawing.mjs";
import { aac, bare, ffmpeg, loudness, speak } from "./narrator.mjs";
import { placeOf } from "./places.mjs";
import { savePicture } from "./save-picture.mjs";

const [width, height, rate] = [854, 480, 25];
/** Seconds before the first line, between two, and after the last. */
const [lead, pause, tail] = [0.8, 0.55, 1.6];

const clamp = (t) => Math.min(1, Math.max(0, t));
export const easeInOut = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);

/**
 * For parts drawn once, at `scale` pixels for each of the picture's: frames then only move the picture of a part, so that
 * grain and blur cost nothing per frame.
 */
const spritesAt = (scale) =>
  async function sprite(w, h, build) {
    const picture = new Picture(w, h);
    build(picture);
    const png = await sharp(Buffer.from(picture.svg()), { density: 72 * scale })
      .png()
      .toBuffer();
    const source = `data:image/png;base64,${png.toString("base64")}`;
    return (x, y, { turn = 0, opacity = 1, about = [x + w / 2, y + h / 2] } = {}) =>
      `<image href="${source}" x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${w}" height="${h}" transform="rotate(${turn.toFixed(3)} ${about[0].toFixed(2)} ${about[1].toFixed(2)})" opacity="${round(opacity * 100) / 100}"/>`;
  };

/** The lines one after the other: where each begins, how long it is, and the whole length in seconds. */
function timetable(lines, name, work) {
  let now = lead;
  const spoken = lines.map((text, index) => {
    const { file, seconds } = speak(text, `${name}-${index}`, work);
    const line = { text, file, start: now, seconds };
    now += seconds + pause;
    return line;
  });
  return { spoken, length: Math.ceil(now - pause + tail) };
}

/** Words in rows of about `limit` signs. */
function rowsOf(text, limit) {
  const rows = [""];
  for (const word of text.split(" ")) {
    const row = rows.at(-1);
    if (row && row.length + word.length + 1 > limit) rows.push(word);
    else rows[rows.length - 1] = row ? `${row} ${word}` : word;
  }
  return rows;
}

/** What is said, for those who watch without sound. */
function caption(picture, spoken, time) {
  const line = spoken.find(({ start, seconds }) => time >= start - 0.1 && time < start + seconds + 0.4);
  if (!line) return;
  const rows = rowsOf(line.text, 66);
  const top = 876 - rows.length * 50;
  picture.add(
    `<rect x="0" y="${top - 22}" width="1600" height="${900 - top + 22}" fill="#0b1114" opacity="0.78"/>`,
  );
  rows.forEach((row, index) => {
    picture.add(picture.text(800, top + 34 + index * 50, row, { size: 40, fill: "#fff", anchor: "middle" }));
  });
}

/** The lines at their times over a quiet wind, as one file. */
function soundtrack(spoken, length, work, name) {
  const file = join(work, `${name}.m4a`);
  const inputs = spoken.flatMap((line) => ["-i", line.file]);
  const placed = spoken.map(({ start }, index) => {
    const delay = Math.round(start * 1000);
    return `[${index}]adelay=${delay}[v${index}]`;
  });
  const wind = `anoisesrc=color=brown:seed=7:duration=${length}:sample_rate=44100,lowpass=f=420,tremolo=f=0.15:d=0.5,volume=0.035,afade=in:d=1.2,afade=out:st=${length - 1.5}:d=1.5[wind]`;
  const all = `${spoken.map((_, index) => `[v${index}]`).join("")}[wind]amix=inputs=${spoken.length + 1}:duration=longest:normalize=0,${loudness},atrim=duration=${length}[out]`;
  ffmpeg(
    ...inputs,
    "-filter_complex",
    [...placed, wind, all].join(";"),
    "-map",
    "[out]",
    ...aac,
    ...bare,
    file,
  );
  return file;
}

async function film(name, work) {
  const { lines, prepare, poster } = await import(`./films/${name}.mjs`);
  const { spoken, length } = timetable(lines, name, work);
  const sound = soundtrack(spoken, length, work, name);
  const frameOf = (draw, time) => {
    /** Seconds since a part of a line (0: its first word, 1: its last) was spoken; below 0 before it. */
    const since = (index, part = 0) => time - spoken[index].start - part * spoken[index].seconds;
    /** 0 before a line, 1 after it; `from` and `to` choose a part of it. */
    const into = (index, from = 0, to = 1) =>
      clamp(since(index, from) / ((to - from) * spoken[index].seconds));
    const picture = new Picture();
    draw(picture, { since, into });
    return picture;
  };

  const file = placeOf(`${name}.mp4`);
  const draw = await prepare(spritesAt(width / 1600));
  const encoder = spawn(
    "ffmpeg",
    [
      ..."-hide_banner -loglevel error -y -f rawvideo -pix_fmt rgb24".split(" "),
      ...["-s", `${width}x${height}`, "-r", String(rate), "-i", "pipe:0", "-i", sound],
      ..."-c:v libx264 -profile:v high -preset veryslow -crf 23 -pix_fmt yuv420p -g 50 -colorspace bt709 -color_primaries bt709 -color_trc bt709 -vf scale=out_color_matrix=bt709 -c:a copy".split(
        " ",
      ),
      ..."-flags:v +bitexact -bsf:v filter_units=remove_types=6 -metadata:s:v handler_name= -metadata:s:a handler_name=".split(
        " ",
      ),
      ...bare,
      file,
    ],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  for (let frame = 0; frame < rate * length; frame++) {
    const time = frame / rate;
    const picture = frameOf(draw, time);
    caption(picture, spoken, time);
    const pixels = await sharp(Buffer.from(picture.svg()), { unlimited: true })
      .resize(width, height, { fit: "fill" })
      .removeAlpha()
      .raw()
      .toBuffer();
    if (!encoder.stdin.write(pixels)) await once(encoder.stdin, "drain");
  }
  encoder.stdin.end();
  const [code] = await once(encoder, "close");
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  const { start, seconds } = spoken[poster.line];
  const still = frameOf(await prepare(spritesAt(2)), start + seconds * poster.part);
  await savePicture(still, placeOf(`${name}.jpg`), { quality: 84 });
  return `${name}.mp4 ${length} s, ${statSync(file).size} bytes`;
}

/** All films, or those that are named. */
export async function make({ here, work, wanted }) {
  const names = readdirSync(join(here, "films")).map((script) => script.replace(/\.mjs$/, ""));
  const named = names.filter((name) => wanted.includes(name));
  const made = [];
  for (const name of named.length > 0 ? named : names) made.push(await film(name, work));
  return made.join("\n");
}
