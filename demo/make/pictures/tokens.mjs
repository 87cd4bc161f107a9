import { Picture, round } from "../drawing.mjs";
import { hex, mineral, stone } from "../palette.mjs";

// The toy vocabulary of the article: each piece and its number.
const words = [
  {
    y: 256,
    pieces: [
      ["straw", 17, [0.62, 0.08, 62]],
      ["berry", 4, [0.53, 0.09, 30]],
    ],
  },
  {
    y: 552,
    pieces: [
      ["re", 8, [0.5, 0.075, 222]],
      ["cycl", 31, [0.53, 0.06, 172]],
      ["ing", 2, mineral.slate],
    ],
  },
];

/** A word is broken into the stones that the vocabulary knows; only their numbers travel on. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.95, 0.02, 85)],
      [1, hex(0.885, 0.035, 72)],
    ]),
  );
  for (const [index, y] of [420, 600, 760].entries()) {
    p.add(
      p.ridge(y, 110, hex(0.875 - index * 0.04, 0.034 + index * 0.006, 70 - index * 6), {
        seed: 120 + index * 4,
        roughness: 0.5,
      }),
    );
  }
  words.forEach(({ y, pieces }, line) => {
    const letter = 62;
    const gap = 34;
    const widths = pieces.map(([piece]) => piece.length * letter + 84);
    let x = 800 - (widths.reduce((sum, width) => sum + width, 0) + gap * (pieces.length - 1)) / 2;
    pieces.forEach(([piece, number, colour], index) => {
      const width = widths[index];
      const cx = x + width / 2;
      p.add(
        `<ellipse cx="${round(cx + 6)}" cy="${y + 76}" rx="${round(width * 0.5)}" ry="16" fill="#20160c" opacity="0.34" filter="${p.blur(8)}"/>`,
        p.stone(cx, y, width / 2, 82, colour, {
          seed: 60 + line * 10 + index,
          squareness: 4.4,
          wobble: 0.024,
          tilt: [-0.012, 0.016, -0.01][index],
        }),
        // Letters look cut in: a light lower edge, a dark face.
        p.text(cx, y + 35, piece, {
          size: 104,
          weight: 720,
          family: "Bricolage Grotesque",
          anchor: "middle",
          fill: "#fff",
          opacity: 0.3,
          spacing: 2,
        }),
        p.text(cx, y + 32, piece, {
          size: 104,
          weight: 720,
          family: "Bricolage Grotesque",
          anchor: "middle",
          fill: hex(0.2, 0.02, 66),
          opacity: 0.88,
          spacing: 2,
        }),
        `<path d="M${round(cx)} ${y + 92}V${y + 112}" stroke="${stone[700]}" stroke-width="5" stroke-linecap="round"/>`,
        `<circle cx="${round(cx)}" cy="${y + 146}" r="34" fill="${stone[50]}" stroke="${stone[700]}" stroke-width="4"/>`,
        p.text(cx, y + 158, String(number), { size: 34, weight: 700, anchor: "middle", fill: stone[900] }),
      );
      x += width + gap;
    });
  });
  return p;
}
