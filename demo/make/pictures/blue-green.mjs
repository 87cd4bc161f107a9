import { Picture, round } from "../drawing.mjs";
import { art, hex, stone } from "../palette.mjs";

const blue = (l) => [l, 0.082, 232];
const green = (l) => [l, 0.075, 162];

/** Two complete stacks; the points of the trail lead to one of them. */
export function draw() {
  const p = new Picture();
  p.dawn({ sun: [800, 215, 74], horizon: 270, seed: 11, spread: 0.92 });

  // The near ground, with light on its crest.
  const ground = "M0 900V600C230 558 520 552 800 566S1380 574 1600 544V900Z";
  p.add(
    `<path d="${ground}" fill="${p.gradient([
      [0, hex(0.33, 0.052, 226)],
      [1, hex(0.235, 0.04, 228)],
    ])}"/>`,
  );

  // The way that is in use is laid solid, the other only marked.
  const toBlue = "M800 706C700 690 610 652 480 640";
  const toGreen = "M800 706C900 690 990 652 1130 640";
  p.add(
    `<path d="M772 900C776 830 788 760 800 706" fill="none" stroke="${art.trail}" stroke-width="26" stroke-linecap="round"/>`,
    `<path d="${toBlue}" fill="none" stroke="${art.trail}" stroke-width="9" stroke-linecap="round" stroke-dasharray="0.1 24" opacity="0.55"/>`,
    `<path d="${toGreen}" fill="none" stroke="${art.trail}" stroke-width="26" stroke-linecap="round"/>`,
  );

  const stack = (cx, tint, seed) =>
    p.cairn(cx, 650, [
      { rx: 178, ry: 52, colour: tint(0.4), seed, shift: 0 },
      { rx: 142, ry: 45, colour: tint(0.47), seed: seed + 1, shift: 9, tilt: 0.02 },
      { rx: 112, ry: 39, colour: tint(0.54), seed: seed + 2, shift: -7, tilt: -0.03 },
      { rx: 76, ry: 32, colour: tint(0.62), seed: seed + 3, shift: 4 },
    ]).svg;
  p.add(stack(360, blue, 21), stack(1240, green, 31));

  // The switch: a turned lever on a plate at the fork.
  const [x, y] = [800, 706];
  p.add(
    `<ellipse cx="${x}" cy="${y + 12}" rx="74" ry="22" fill="#071519" opacity="0.45" filter="${p.blur(7)}"/>`,
    `<circle cx="${x}" cy="${y}" r="56" fill="${stone[50]}"/>`,
    `<circle cx="${x}" cy="${y}" r="56" fill="none" stroke="${hex(0.22, 0.03, 228)}" stroke-width="7"/>`,
    `<g transform="rotate(-24 ${x} ${y})"><path d="M${x - 30} ${y}H${x + 26}" stroke="${hex(0.3, 0.05, 226)}" stroke-width="15" stroke-linecap="round"/><path d="M${x + 12} ${y - 19}L${x + 33} ${y}L${x + 12} ${y + 19}" fill="none" stroke="${hex(0.3, 0.05, 226)}" stroke-width="15" stroke-linecap="round" stroke-linejoin="round"/></g>`,
  );
  const label = (cx, text, fill) =>
    `<rect x="${round(cx - 72)}" y="692" width="144" height="56" rx="28" fill="${stone[50]}"/>${p.text(cx, 731, text, { size: 34, weight: 700, anchor: "middle", fill })}`;
  p.add(label(360, "blue", hex(0.42, 0.1, 235)), label(1240, "green", hex(0.42, 0.09, 160)));
  return p;
}
