import { Picture, round } from "../drawing.mjs";
import { hex, mineral, mix, stone } from "../palette.mjs";

/** Water through settling pools: each pool hands on cleaner water than it was given. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.945, 0.02, 95)],
      [0.7, hex(0.9, 0.035, 120)],
    ]),
  );
  p.add(
    `<circle cx="1180" cy="208" r="72" fill="${hex(0.975, 0.045, 90)}"/>`,
    p.ridge(250, 190, hex(0.83, 0.032, 165), { seed: 14, tilt: 40 }),
    p.ridge(370, 160, hex(0.73, 0.045, 172), { seed: 23, tilt: 90 }),
    p.ridge(480, 110, hex(0.61, 0.05, 180), { seed: 37, tilt: 120 }),
  );

  // The hillside that carries the pools.
  p.add(
    `<path d="M0 900V252C240 268 420 376 700 466S1260 626 1600 650V900Z" fill="${p.gradient([
      [0, hex(0.47, 0.05, 172)],
      [1, hex(0.33, 0.045, 195)],
    ])}"/>`,
  );

  for (const [index, start] of [400, 520, 650, 790].entries()) {
    p.add(
      `<path d="M0 ${start}C300 ${start + 40} 620 ${start + 150 - index * 20} 1100 ${start + 250 - index * 30}S1500 ${start + 300 - index * 30} 1600 ${start + 300 - index * 30}" fill="none" stroke="#fff" stroke-opacity="0.07" stroke-width="5"/>`,
    );
  }

  const pools = [
    { cx: 236, cy: 322, rx: 186, ry: 60, water: [0.6, 0.085, 62] },
    { cx: 600, cy: 444, rx: 182, ry: 59, water: [0.64, 0.062, 95] },
    { cx: 964, cy: 560, rx: 180, ry: 58, water: [0.66, 0.06, 180] },
    { cx: 1328, cy: 662, rx: 180, ry: 58, water: [0.68, 0.095, 216] },
  ];

  // A fall joins each pool to the next, through a gate.
  pools.slice(0, -1).forEach((pool, index) => {
    const next = pools[index + 1];
    const [x1, y1] = [pool.cx + pool.rx * 0.83, pool.cy + 22];
    const [x2, y2] = [next.cx - next.rx * 0.5, next.cy - 24];
    const [l, c, h] = pool.water;
    const [l2, c2, h2] = next.water;
    const fill = p.gradient([
      [0, hex(l + 0.08, c, h)],
      [1, hex(mix(l, l2, 0.6) + 0.14, mix(c, c2, 0.6), mix(h, h2, 0.6))],
    ]);
    p.add(
      `<path d="M${round(x1 - 26)} ${y1 - 8}C${round(x1 + 50)} ${y1} ${round(x1 + 62)} ${y1 + 30} ${round(x2 - 22)} ${y2 + 10}L${round(x2 + 74)} ${y2 - 8}C${round(x1 + 116)} ${y1 + 14} ${round(x1 + 84)} ${y1 - 30} ${round(x1 - 10)} ${y1 - 40}Z" fill="${fill}"/>`,
    );
    for (let i = 0; i < 3; i++) {
      const off = 12 + i * 20;
      p.add(
        `<path d="M${round(x1 + off * 0.5)} ${round(y1 - 30 + i * 9)}C${round(x1 + 66 + off * 0.3)} ${y1 - 8 + i * 4} ${round(x1 + 74 + off * 0.4)} ${y1 + 22} ${round(x2 + off)} ${y2 + 4 - i * 4}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity="0.38"/>`,
      );
    }
  });

  pools.forEach(({ cx, cy, rx, ry, water }, index) => {
    const [l, c, h] = water;
    p.add(
      `<ellipse cx="${cx}" cy="${cy + 30}" rx="${rx + 34}" ry="${ry + 26}" fill="#0b1a1c" opacity="0.36" filter="${p.blur(12)}"/>`,
      `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${p.gradient([
        [0, hex(l + 0.16, c * 0.8, h)],
        [0.55, hex(l, c, h)],
        [1, hex(l - 0.13, c, h)],
      ])}"/>`,
    );
    // What the water still carries: much in the first pool, nothing in the last.
    const load = [15, 7, 2, 0][index];
    for (let i = 0; i < load; i++) {
      const angle = i * 2.4;
      const reach = Math.sqrt((i + 0.5) / 16);
      p.add(
        p.stone(
          cx + Math.cos(angle) * rx * 0.8 * reach,
          cy + Math.sin(angle) * ry * 0.72 * reach,
          15,
          8.5,
          [0.4, 0.05, 55],
          { seed: i + index * 40, grain: false },
        ),
      );
    }
    for (const [dy, span] of [
      [-16, 0.5],
      [10, 0.62],
      [30, 0.4],
    ]) {
      p.add(
        `<path d="M${round(cx - rx * span)} ${cy + dy}Q${cx} ${cy + dy + 8} ${round(cx + rx * span)} ${cy + dy}" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" opacity="${index === 3 ? 0.55 : 0.22}"/>`,
      );
    }
    // The rim, nearer stones larger; a gap lets the fall in and out.
    const count = 22;
    const rim = [];
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * Math.PI * 2;
      const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
      const inflow = index > 0 && Math.abs(angle - 4.19) < 0.42;
      const outflow = index < 3 && (angle < 0.34 || angle > 5.75);
      if (inflow || outflow) continue;
      const size = mix(19, 37, (sin + 1) / 2);
      rim.push({ x: cx + cos * (rx + 8), y: cy + sin * (ry + 6) + 4, size, i });
    }
    rim.sort((a, b) => a.y - b.y);
    for (const { x, y, size, i } of rim) {
      const colour = [mineral.limestone, mineral.granite, [0.6, 0.018, 74]][i % 3];
      p.add(p.stone(x, y, size, size * 0.6, colour, { seed: i * 3 + index * 100 }));
    }
  });

  // A last drop in clear water shows the sky.
  p.add(`<circle cx="1328" cy="656" r="20" fill="${stone[0]}" opacity="0.35"/>`);
  return p;
}
