// Four stones are lowered onto a cairn, each by another rule; a graph draws the height of the stone as it moves.
import { round } from "../drawing.mjs";
import { easeInOut } from "../film.mjs";
import { hex } from "../palette.mjs";
import { contactShadow, halo, land, stack, sun, trail } from "../scene.mjs";

export const lines = [
  "The same way down, four times. This stone comes at one speed, and stops as if it had hit a wall.",
  "Now eased: slow at the start, quickest in the middle, and nearly still when it lands.",
  "Then it settles. A sine that dies away rocks it for half a second, and the stone has weight.",
  "With less damping it turns to jelly.",
  "For people who ask for reduced motion, show the last frame. They miss nothing.",
];

export const poster = { line: 3, part: 0.97 };

const [fall, graph] = [1.5, { x: 110, y: 130, w: 560, h: 330 }];
const names = ["one speed", "eased", "eased, then settled", "too little damping"];
const linear = (t) => t;
const ways = [linear, easeInOut, easeInOut, easeInOut];
/** How soon each stone is quiet again; Infinity: it does not rock at all. */
const damping = [Infinity, Infinity, 5, 1.3];
/** Part of its line after which a stone sets out. */
const setsOut = 0.28;

const rockOf = (index, after) =>
  after > 0 && damping[index] !== Infinity
    ? Math.sin(after * 16) * Math.exp(-after * damping[index]) * (index === 3 ? 4 : 1.8)
    : 0;

/** The height of the stone over time as a line, up to the moment that the film shows. */
function curve(index, elapsed) {
  const points = [];
  for (let t = 0; t <= Math.min(elapsed, 3); t += 0.03) {
    const height = 1 - ways[index](Math.min(1, t / fall)) + Math.abs(rockOf(index, t - fall)) * 0.02;
    points.push(`${round(graph.x + (t / 3) * graph.w)} ${round(graph.y + graph.h * (1 - height))}`);
  }
  return points.length > 1 ? `M${points.join("L")}` : "";
}

function panel(picture, index, elapsed) {
  const { x, y, w, h } = graph;
  picture.add(
    `<rect x="${x - 50}" y="${y - 80}" width="${w + 100}" height="${h + 160}" rx="26" fill="#fff" opacity="0.86"/>`,
    picture.text(x - 10, y - 24, names[index], { size: 42, weight: 700, fill: hex(0.34, 0.061, 225) }),
    `<path d="M${x} ${y}V${y + h}H${x + w}" fill="none" stroke="#6b645d" stroke-width="4"/>`,
    picture.text(x + w, y + h + 48, "height over time", { size: 30, anchor: "end", fill: "#4c4742" }),
    `<path d="${curve(index, elapsed)}" fill="none" stroke="${hex(0.49, 0.088, 221)}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
}

export async function prepare(sprite) {
  const sky = await sprite(1600, 900, (picture) => picture.sky().add(picture.sun(sun.x, sun.y, sun.r)));
  const front = await sprite(1600, 900, (picture) => picture.add(land(picture), trail()));
  const stones = [];
  for (const { cx, cy, rx, ry, colour, seed, tilt } of stack) {
    const [w, h] = [rx * 2.6, ry * 3];
    const show = await sprite(w, h, (picture) =>
      picture.add(picture.stone(w / 2, h / 2, rx, ry, colour, { seed, tilt })),
    );
    stones.push((lift, turn) => show(cx - w / 2, cy - h / 2 - lift, { turn, about: [cx, cy + ry] }));
  }

  return (picture, { since }) => {
    picture.add(sky(0, 0), front(0, 0));
    let [shown, elapsed] = [0, 0];
    for (const [index, stone] of stack.entries()) {
      const gone = since(index, setsOut);
      if (gone < 0) break;
      [shown, elapsed] = [index, gone];
      const down = ways[index](Math.min(1, elapsed / fall));
      if (down === 1) {
        if (index > 0) picture.add(contactShadow(picture, stone));
        if (index === 3) picture.add(halo(picture, stone, 0.8));
      }
      picture.add(stones[index]((1 - down) * (stone.cy + stone.ry + 80), rockOf(index, elapsed - fall)));
    }
    panel(picture, shown, elapsed);
  };
}
