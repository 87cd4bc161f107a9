import { Picture, randomFrom, round } from "../drawing.mjs";
import { hex, stone, tarn } from "../palette.mjs";

/** Sorted pebbles on four trays: blue ones belong above, sand-coloured ones below; some lie on the wrong tray. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.955, 0.01, 85)],
      [1, hex(0.905, 0.016, 78)],
    ]),
  );
  for (const [index, y] of [330, 560, 760].entries()) {
    p.add(p.ridge(y, 80, hex(0.915 - index * 0.022, 0.014, 80), { seed: 80 + index * 3, roughness: 0.46 }));
  }
  const random = randomFrom(23);
  const tray = (x, y, right) => {
    const fill = right ? hex(0.972, 0.012, 215) : hex(0.965, 0.02, 50);
    p.add(
      `<rect x="${x}" y="${y + 10}" width="520" height="270" rx="36" fill="#3b2c18" opacity="0.2" filter="${p.blur(10)}"/>`,
      `<rect x="${x}" y="${y}" width="520" height="270" rx="36" fill="${stone[0]}"/>`,
      `<rect x="${x + 12}" y="${y + 12}" width="496" height="246" rx="28" fill="${fill}" stroke="${right ? tarn[200] : hex(0.88, 0.05, 45)}" stroke-width="4"/>`,
    );
  };
  const fill = (x, y, count, tint) => {
    // A loose grid with jitter: countable, yet laid by hand.
    const columns = 7;
    const cells = Array.from({ length: columns * 4 }, (_, i) => i);
    const order = count > 12 ? cells : { 4: [9, 11, 16, 18], 6: [8, 10, 12, 16, 17, 18] }[count];
    for (const cell of order.slice(0, count)) {
      const cx = x + 64 + (cell % columns) * 65.5 + (random() - 0.5) * 14;
      const cy = y + 48 + Math.floor(cell / columns) * 58 + (random() - 0.5) * 10;
      const colour =
        tint === "blue"
          ? [0.5 + random() * 0.12, 0.078, 218 + random() * 10]
          : [0.66 + random() * 0.1, 0.05 + random() * 0.02, 70 + random() * 12];
      p.add(
        `<ellipse cx="${round(cx + 3)}" cy="${round(cy + 17)}" rx="25" ry="9" fill="#1d1710" opacity="0.28" filter="${p.blur(3)}"/>`,
        p.stone(cx, cy, 26 + random() * 4, 19 + random() * 3, colour, {
          seed: Math.floor(random() * 9999),
          grain: false,
          tilt: (random() - 0.5) * 0.5,
        }),
      );
    }
  };
  const [x1, x2, y1, y2] = [372, 932, 208, 508];
  tray(x1, y1, true);
  tray(x2, y1, false);
  tray(x1, y2, false);
  tray(x2, y2, true);
  fill(x1, y1, 23, "blue");
  fill(x2, y1, 4, "blue");
  fill(x1, y2, 6, "sand");
  fill(x2, y2, 27, "sand");

  const head = (x, text) =>
    p.text(x, 180, text, { size: 36, weight: 700, anchor: "middle", fill: stone[900] });
  p.add(head(x1 + 260, "called blue"), head(x2 + 260, "called sand"));
  const side = (y, text) =>
    p.text(x1 - 34, y, text, { size: 36, weight: 700, anchor: "end", fill: stone[900] });
  p.add(side(y1 + 148, "is blue"), side(y2 + 148, "is sand"));
  return p;
}
