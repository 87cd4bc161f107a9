// cairn-stacking.mp4: ten seconds in which four stones find their place while the sun rises.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import sharp from "sharp";
import { Picture, round } from "./drawing.mjs";
import { placeOf } from "./places.mjs";
import { contactShadow, halo, land, stack, sun, trail } from "./scene.mjs";

const [width, height, rate, seconds] = [854, 480, 25, 10];
const landings = [2.1, 4, 5.8, 7.7];
const fall = 1.5;

const clamp = (t) => Math.min(1, Math.max(0, t));
const easeInOut = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);

/** Renders a layer once; frames then only move pictures, so that grain and blur cost nothing per frame. */
async function sprite(build) {
  const picture = new Picture();
  build(picture);
  const png = await sharp(Buffer.from(picture.svg()), { density: 96 }).png().toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}

const image = (source, transform = "", opacity = 1) =>
  `<image href="${source}" width="1600" height="900" transform="${transform}" opacity="${round(opacity * 100) / 100}"/>`;

/** A stone hangs above its place, is lowered, and rocks a little before it lies still. */
function pose(stone, landing, time) {
  const down = easeInOut(clamp((time - (landing - fall)) / fall));
  const after = time - landing;
  const rock = after > 0 ? Math.sin(after * 16) * Math.exp(-after * 5) * 1.6 : 0;
  const lift = (1 - down) * (stone.cy + stone.ry + 60);
  const drift = (1 - down) * 46;
  const turn = (1 - down) * 7 + rock;
  return `translate(${round(drift)} ${-lift.toFixed(2)}) rotate(${turn.toFixed(3)} ${stone.cx} ${round(stone.cy + stone.ry)})`;
}

export async function make() {
  const sky = await sprite((picture) => picture.sky());
  const front = await sprite((picture) => picture.add(land(picture)));
  const stones = [];
  const shadows = [];
  for (const [index, stone] of stack.entries()) {
    const { cx, cy, rx, ry, colour, seed, tilt } = stone;
    stones.push(
      await sprite((picture) => picture.add(picture.stone(cx, cy, rx, ry, colour, { seed, tilt }))),
    );
    shadows.push(
      await sprite((picture) =>
        picture.add(
          index > 0
            ? contactShadow(picture, stone)
            : `<ellipse cx="${cx + 14}" cy="${cy + ry * 0.95}" rx="${rx * 1.08}" ry="${ry * 0.26}" fill="#0b1114" opacity="0.36" filter="${picture.blur(6)}"/>`,
        ),
      ),
    );
  }

  const drawFrame = (time) => {
    const picture = new Picture();
    const rise = easeInOut(clamp(time / 8.5));
    picture.add(
      image(sky),
      picture.sun(sun.x, sun.y + (1 - rise) * 190, sun.r),
      image(front),
      // The last of the night, over land and sky alike.
      `<rect width="1600" height="900" fill="#16394a" opacity="${round((1 - rise) * 34) / 100}"/>`,
      trail(clamp((time - 0.15) / 1.3)),
      halo(picture, stack[3], easeInOut(clamp((time - landings[3]) / 1.1)) * 0.8),
    );
    stack.forEach((stone, index) => {
      if (time < landings[index] - fall) return;
      const near = easeInOut(clamp((time - landings[index] + 0.55) / 0.55));
      picture.add(image(shadows[index], "", near), image(stones[index], pose(stone, landings[index], time)));
    });
    const dust = time - landings[0];
    if (dust > 0 && dust < 0.9) {
      const [base] = stack;
      for (const side of [-1, 1]) {
        for (let i = 0; i < 4; i++) {
          const reach = base.rx * 0.9 + (40 + i * 26) * (1 - (1 - dust / 0.9) ** 2);
          picture.add(
            `<circle cx="${round(base.cx + side * reach)}" cy="${round(base.cy + base.ry - 6 - i * 5 - dust * 14)}" r="${round(7 + dust * 22 - i * 1.5)}" fill="#cfd8d6" opacity="${round((1 - dust / 0.9) * 16) / 100}"/>`,
          );
        }
      }
    }
    return picture.svg();
  };

  const file = placeOf("cairn-stacking.mp4");
  const ffmpeg = spawn(
    "ffmpeg",
    [
      ..."-hide_banner -loglevel error -y -f rawvideo -pix_fmt rgb24".split(" "),
      ...["-s", `${width}x${height}`, "-r", String(rate), "-i", "pipe:0"],
      ..."-c:v libx264 -profile:v high -preset veryslow -crf 21 -pix_fmt yuv420p -g 50 -colorspace bt709 -color_primaries bt709 -color_trc bt709 -vf scale=out_color_matrix=bt709".split(
        " ",
      ),
      ..."-movflags +faststart -map_metadata -1 -fflags +bitexact -flags:v +bitexact -bsf:v filter_units=remove_types=6 -an".split(
        " ",
      ),
      ...["-metadata:s:v", "handler_name="],
      file,
    ],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  for (let frame = 0; frame < rate * seconds; frame++) {
    const pixels = await sharp(Buffer.from(drawFrame(frame / rate)), { unlimited: true })
      .resize(width, height, { fit: "fill" })
      .removeAlpha()
      .raw()
      .toBuffer();
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, "drain");
  }
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, "close");
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return `cairn-stacking.mp4 ${statSync(file).size} bytes`;
}
