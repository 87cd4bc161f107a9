import { Picture, round } from "../drawing.mjs";
import { hex, mineral, stone, tarn } from "../palette.mjs";

// Widths are shares of the way, not measured times.
const parts = [
  { name: "process", width: 190, colour: mineral.basalt },
  { name: "app objects", width: 330, colour: [0.52, 0.085, 40] },
  { name: "first screen", width: 290, colour: [0.6, 0.075, 68] },
  { name: "data", width: 350, colour: [0.5, 0.07, 222] },
];

/** From the tap to something useful: the slabs of a cold start laid end to end below a winter sun. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.93, 0.022, 225)],
      [0.75, hex(0.9, 0.03, 60)],
    ]),
  );
  p.add(
    p.sun(1290, 250, 70),
    p.ridge(330, 200, hex(0.87, 0.022, 225), { seed: 171 }),
    p.ridge(440, 150, hex(0.79, 0.03, 226), { seed: 177 }),
    p.ridge(540, 90, hex(0.7, 0.036, 227), { seed: 183 }),
    `<path d="M0 900V628C320 606 700 640 1000 624S1460 612 1600 626V900Z" fill="${p.gradient([
      [0, hex(0.965, 0.008, 225)],
      [1, hex(0.87, 0.02, 228)],
    ])}"/>`,
  );
  const top = 560;
  let x = 220;
  const ends = [];
  parts.forEach(({ name, width, colour }, index) => {
    const cx = x + width / 2;
    p.add(
      `<ellipse cx="${round(cx + 6)}" cy="${top + 68}" rx="${round(width * 0.5)}" ry="15" fill="#15202a" opacity="0.36" filter="${p.blur(8)}"/>`,
      p.stone(cx, top, width / 2 - 3, 74, colour, { seed: 200 + index, squareness: 5, wobble: 0.02 }),
      p.text(cx, top + 12, name, { size: 35, weight: 700, anchor: "middle", fill: stone[0] }),
    );
    x += width;
    ends.push(x);
  });
  const post = (at, text, fill, height) => {
    const width = text.length * 18 + 56;
    const left = Math.min(Math.max(at - width / 2, 60), 1540 - width);
    p.add(
      `<path d="M${at} ${top - 84}V${height + 60}" stroke="${fill}" stroke-width="7" stroke-linecap="round"/>`,
      `<rect x="${round(left)}" y="${height}" width="${width}" height="62" rx="31" fill="${fill}"/>`,
      p.text(left + width / 2, height + 42, text, {
        size: 34,
        weight: 700,
        anchor: "middle",
        fill: stone[0],
      }),
    );
  };
  post(220, "tap", stone[900], 330);
  post(ends[2], "first frame", hex(0.42, 0.09, 55), 330);
  post(ends[3], "useful", tarn[800], 200);
  // One line under the slabs, with even marks: the stopwatch.
  const line = 720;
  p.add(`<path d="M220 ${line}H${ends[3]}" stroke="${stone[700]}" stroke-width="5" stroke-linecap="round"/>`);
  for (let mark = 220; mark <= ends[3] + 1; mark += 58) {
    const tall = Math.round((mark - 220) / 58) % 5 === 0;
    p.add(
      `<path d="M${mark} ${line - (tall ? 22 : 11)}V${line}" stroke="${stone[700]}" stroke-width="5" stroke-linecap="round"/>`,
    );
  }
  return p;
}
