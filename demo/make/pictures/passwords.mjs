import { Picture, randomFrom, round } from "../drawing.mjs";
import { hex, mineral, rgb } from "../palette.mjs";

/** A padlock hewn from stone by night, with one pebble for each hidden character. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.2, 0.03, 235)],
      [0.75, hex(0.37, 0.045, 224)],
    ]),
  );
  const random = randomFrom(5);
  for (let i = 0; i < 90; i++) {
    p.add(
      `<circle cx="${round(random() * 1600)}" cy="${round(random() * 430)}" r="${round(0.9 + random() * 1.8)}" fill="#eef4f5" opacity="${round(0.3 + random() * 0.6)}"/>`,
    );
  }
  p.add(
    `<circle cx="1290" cy="205" r="190" fill="${p.glow([
      [0, "#f4ecd2", 0.35],
      [1, "#f4ecd2", 0],
    ])}"/>`,
    `<circle cx="1290" cy="205" r="66" fill="${hex(0.93, 0.035, 88)}"/>`,
    p.ridge(430, 170, hex(0.345, 0.045, 222), { seed: 61 }),
    p.ridge(540, 110, hex(0.285, 0.042, 224), { seed: 66 }),
    p.ridge(650, 60, hex(0.225, 0.034, 226), { seed: 71 }),
    `<path d="M0 900V690C300 660 640 676 900 682S1400 668 1600 660V900Z" fill="${hex(0.165, 0.024, 228)}"/>`,
  );

  // The shackle: an arch of dressed stone, drawn as a thick lit stroke.
  const shackle = "M676 430V292C676 220 728 168 800 168S924 220 924 292V430";
  const metal = p.gradient(
    [
      [0, hex(0.74, 0.016, 75)],
      [0.5, hex(0.6, 0.016, 72)],
      [1, hex(0.4, 0.014, 70)],
    ],
    { x1: 640, y1: 0, x2: 960, y2: 0, units: "userSpaceOnUse" },
  );
  p.add(
    `<path d="${shackle}" fill="none" stroke="#0a1114" stroke-opacity="0.5" stroke-width="74"/>`,
    `<path d="${shackle}" fill="none" stroke="${metal}" stroke-width="62"/>`,
    `<path d="M662 420V290C662 212 720 154 800 154" fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="10" stroke-linecap="round"/>`,
  );
  p.add(
    p.stone(800, 500, 232, 158, mineral.granite, { seed: 12, squareness: 4.4, wobble: 0.018, ground: true }),
  );
  const [r, g, b] = rgb(0.14, 0.02, 228);
  const dark = `rgb(${r},${g},${b})`;
  p.add(
    `<circle cx="800" cy="474" r="44" fill="${dark}"/><path d="M780 494L764 578H836L820 494Z" fill="${dark}"/>`,
    `<path d="M759 490A44 44 0 0 0 776 512L764 578" fill="none" stroke="#fff" stroke-opacity="0.16" stroke-width="5"/>`,
  );

  // Twelve pebbles: the length is what can be seen, the characters are not.
  for (let i = 0; i < 12; i++) {
    const x = 800 + (i - 5.5) * 78;
    const colour = [
      [0.72, 0.022, 74],
      [0.62, 0.05, 220],
      [0.66, 0.02, 70],
      [0.6, 0.045, 58],
    ][i % 4];
    p.add(p.stone(x, 736, 28, 22, colour, { seed: 90 + i, ground: true, tilt: ((i % 3) - 1) * 0.12 }));
  }
  return p;
}
