import { Picture, randomFrom, round } from "../drawing.mjs";
import { hex, rgb, stone } from "../palette.mjs";

// A word, its place around the group's middle, and the side its label stands on.
const groups = [
  {
    tint: [0.87, 0.085, 75],
    at: [330, 330],
    words: [
      ["kettle", -110, -70, "left"],
      ["teapot", 66, -104, "right"],
      ["mug", 126, 40, "right"],
      ["saucer", -56, 92, "left"],
    ],
  },
  {
    tint: [0.87, 0.07, 215],
    at: [1230, 300],
    words: [
      ["summit", -96, -104, "left"],
      ["ridge", 124, -84, "right"],
      ["scree", 138, 82, "right"],
      ["valley", -132, 96, "left"],
    ],
  },
  {
    tint: [0.88, 0.07, 165],
    at: [800, 520],
    words: [
      ["queue", -140, -26, "left"],
      ["array", 10, -112, "right"],
      ["loop", 150, 4, "right"],
      ["stack", -20, 96, "left"],
    ],
  },
];

/** Words as stars: near in the sky is near in meaning. The query finds its three neighbours. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.17, 0.03, 240)],
      [0.62, hex(0.31, 0.05, 226)],
      [1, hex(0.46, 0.06, 214)],
    ]),
  );
  const random = randomFrom(31);
  const labels = [];
  for (const { at, words } of groups) {
    for (const [word, dx, dy, side] of words) {
      const [x, y] = [at[0] + dx, at[1] + dy];
      const width = word.length * 22 + 40;
      labels.push({
        left: side === "right" ? x - 20 : x - width,
        right: side === "right" ? x + width : x + 20,
        y,
      });
    }
  }
  const clear = (x, y) =>
    labels.every((label) => x < label.left || x > label.right || Math.abs(y - label.y) > 30);
  for (let i = 0; i < 230; i++) {
    const [x, y, size] = [random() * 1600, random() * 720, 0.7 + random() ** 3 * 2.2];
    if (clear(x, y)) {
      p.add(
        `<circle cx="${round(x)}" cy="${round(y)}" r="${round(size)}" fill="#eef5f6" opacity="${round(0.2 + random() * 0.55)}"/>`,
      );
    }
  }
  p.add(
    `<ellipse cx="800" cy="380" rx="900" ry="260" fill="${p.glow([
      [0, "#bfe0e6", 0.16],
      [1, "#bfe0e6", 0],
    ])}" transform="rotate(-12 800 380)"/>`,
    p.ridge(736, 100, hex(0.27, 0.042, 224), { seed: 12 }),
    p.ridge(790, 70, hex(0.205, 0.032, 226), { seed: 17 }),
    p.ridge(840, 40, hex(0.15, 0.022, 228), { seed: 22 }),
  );

  const star = (x, y, size, tint) => {
    const [r, g, b] = rgb(...tint);
    const colour = `rgb(${r},${g},${b})`;
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${size * 3.6}" fill="${p.glow([
      [0, colour, 0.6],
      [1, colour, 0],
    ])}"/><circle cx="${round(x)}" cy="${round(y)}" r="${size}" fill="${hex(0.97, tint[1] * 0.3, tint[2])}"/>`;
  };
  for (const { tint, at, words } of groups) {
    const colour = hex(...tint);
    p.add(
      `<circle cx="${at[0]}" cy="${at[1]}" r="210" fill="${p.glow([
        [0, colour, 0.17],
        [1, colour, 0],
      ])}"/>`,
    );
    for (let i = 0; i < 16; i++) {
      const [angle, reach] = [random() * 6.28, 30 + random() * 130];
      const [x, y] = [at[0] + Math.cos(angle) * reach * 1.25, at[1] + Math.sin(angle) * reach * 0.85];
      const size = 2.6 + random() * 2.2;
      if (clear(x, y)) p.add(star(x, y, size, tint));
    }
    for (const [word, dx, dy, side] of words) {
      const [x, y] = [at[0] + dx, at[1] + dy];
      const right = side === "right";
      p.add(
        star(x, y, 10, tint),
        p.text(x + (right ? 26 : -26), y + 13, word, {
          size: 40,
          weight: 630,
          fill: colour,
          anchor: right ? "start" : "end",
        }),
      );
    }
  }

  // The query lies among the mountain words; its lines go to the three nearest.
  const [qx, qy] = [1222, 292];
  const near = groups[1].words
    .map(([, dx, dy]) => [groups[1].at[0] + dx, groups[1].at[1] + dy])
    .sort((a, b) => Math.hypot(a[0] - qx, a[1] - qy) - Math.hypot(b[0] - qx, b[1] - qy))
    .slice(0, 3);
  p.add(
    ...near.map(
      ([x, y]) =>
        `<path d="M${qx} ${qy}L${round(x)} ${round(y)}" stroke="${stone[0]}" stroke-width="5.5" stroke-dasharray="1 13" stroke-linecap="round"/>`,
    ),
    `<circle cx="${qx}" cy="${qy}" r="30" fill="${hex(0.2, 0.035, 236)}" stroke="${stone[0]}" stroke-width="6"/>`,
    `<circle cx="${qx}" cy="${qy}" r="12" fill="${stone[0]}"/>`,
  );
  return p;
}
