import { Picture, randomFrom, round } from "../drawing.mjs";
import { hex, tarn } from "../palette.mjs";

const left = 170;
const top = 182;
const column = 105;
const row = 114;
const gap = 18;

/** A page as a dry stone wall: slabs of different spans on one twelve by five grid. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.36, 0.05, 224)],
      [1, hex(0.24, 0.04, 227)],
    ]),
  );
  const right = left + column * 12;
  const bottom = top + row * 5;

  for (let i = 0; i <= 12; i++) {
    const x = left + i * column;
    p.add(
      `<path d="M${x} ${top - 26}V${bottom + 26}" stroke="${tarn[300]}" stroke-width="${i % 12 === 0 ? 4 : 3}" stroke-dasharray="3 13" stroke-linecap="round" opacity="${i % 12 === 0 ? 0.95 : 0.6}"/>`,
      p.text(x, top - 42, String(i + 1), { size: 28, weight: 630, anchor: "middle", fill: tarn[200] }),
    );
  }
  for (let i = 0; i <= 5; i++) {
    const y = top + i * row;
    p.add(
      `<path d="M${left - 34} ${y}H${right + 34}" stroke="${tarn[300]}" stroke-width="3" stroke-dasharray="3 13" stroke-linecap="round" opacity="0.6"/>`,
      p.text(left - 62, y + 10, String(i + 1), { size: 28, weight: 630, anchor: "middle", fill: tarn[200] }),
    );
  }

  // [first column, columns, first row, rows, colour]
  const slabs = [
    [0, 12, 0, 1, [0.53, 0.016, 70]],
    [0, 3, 1, 3, [0.46, 0.03, 248]],
    [3, 6, 1, 2, [0.64, 0.07, 66]],
    [9, 3, 1, 1, [0.6, 0.015, 74]],
    [9, 3, 2, 2, [0.5, 0.06, 172]],
    [3, 3, 3, 1, [0.68, 0.015, 76]],
    [6, 3, 3, 1, [0.56, 0.05, 40]],
    [0, 12, 4, 1, [0.42, 0.013, 68]],
  ];
  slabs.forEach(([c, columns, r, rows, colour], index) => {
    const w = columns * column - gap;
    const h = rows * row - gap;
    const x = left + c * column + gap / 2;
    const y = top + r * row + gap / 2;
    const outline = slab(x, y, w, h, index + 4);
    p.add(
      `<path d="${outline}" transform="translate(6 12)" fill="#04090b" opacity="0.5" filter="${p.blur(9)}"/>`,
      p.stone(x + w / 2, y + h / 2, w / 2, h / 2, colour, { seed: 11 + index, path: outline }),
    );
  });

  // What stands on the slabs: a mark, lines of text, a picture. Cut in, not printed on.
  const cut = (x, y, w, h, radius = h / 2) =>
    `<rect x="${x}" y="${y + 3}" width="${w}" height="${h}" rx="${radius}" fill="#fff" opacity="0.28"/><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="#14100c" opacity="0.42"/>`;
  const at = (c, r) => [left + c * column + 46, top + r * row + 38];
  const [hx, hy] = at(0, 0);
  p.add(
    cut(hx, hy, 42, 42),
    cut(hx + 66, hy + 10, 170, 22),
    cut(right - 300, hy + 10, 70, 22),
    cut(right - 206, hy + 10, 70, 22),
    cut(right - 112, hy + 10, 70, 22),
  );
  const [sx, sy] = at(0, 1);
  for (let i = 0; i < 5; i++) p.add(cut(sx, sy + 8 + i * 52, [190, 150, 206, 128, 170][i], 20));
  const [mx, my] = at(3, 1);
  p.add(
    cut(mx, my, 330, 30),
    cut(mx, my + 58, 520, 17),
    cut(mx, my + 91, 470, 17),
    cut(mx, my + 124, 500, 17),
  );
  const [ax, ay] = at(9, 2);
  p.add(cut(ax, ay, 224, 84, 12), cut(ax, ay + 108, 150, 17));
  p.add(
    cut(at(9, 1)[0], at(9, 1)[1] + 8, 180, 22),
    cut(at(3, 3)[0], at(3, 3)[1] + 10, 200, 20),
    cut(at(6, 3)[0], at(6, 3)[1] + 10, 160, 20),
    cut(at(0, 4)[0], at(0, 4)[1] + 12, 300, 20),
  );
  return p;
}

/** A rectangle broken by hand: corners knocked off, edges not quite straight. */
function slab(x, y, w, h, seed) {
  const random = randomFrom(seed * 331);
  const jitter = () => (random() - 0.5) * 7;
  const corner = () => 16 + random() * 14;
  const points = [];
  const edge = (x1, y1, x2, y2) => {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const parts = Math.max(2, Math.round(length / 130));
    for (let i = 0; i <= parts; i++)
      points.push([
        x1 + ((x2 - x1) * i) / parts + jitter() * 0.5,
        y1 + ((y2 - y1) * i) / parts + jitter() * 0.5,
      ]);
  };
  const [a, b, c, d] = [corner(), corner(), corner(), corner()];
  edge(x + a, y, x + w - b, y);
  edge(x + w, y + b, x + w, y + h - c);
  edge(x + w - c, y + h, x + d, y + h);
  edge(x, y + h - d, x, y + a);
  const middle = (p, q) => `${round((p[0] + q[0]) / 2)} ${round((p[1] + q[1]) / 2)}`;
  const last = points[points.length - 1];
  let path = `M${middle(last, points[0])}`;
  points.forEach((point, index) => {
    path += `Q${round(point[0])} ${round(point[1])} ${middle(point, points[(index + 1) % points.length])}`;
  });
  return `${path}Z`;
}
