import { Picture, randomFrom, round } from "../drawing.mjs";
import { hex, stone, tarn } from "../palette.mjs";

// Forty-nine answers in eleven bins, long on the right: the mean is pulled past the median.
const bins = [2, 7, 9, 8, 6, 5, 4, 3, 2, 2, 1];

/** A histogram of pebbles: every stone is one value. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.955, 0.028, 85)],
      [1, hex(0.905, 0.05, 74)],
    ]),
  );
  p.add(
    `<circle cx="1240" cy="250" r="84" fill="${hex(0.978, 0.045, 85)}"/>`,
    p.ridge(560, 150, hex(0.845, 0.052, 66), { seed: 8 }),
    p.ridge(660, 90, hex(0.76, 0.065, 58), { seed: 15 }),
  );
  const ground = 742;
  p.add(
    `<path d="M0 900V${ground - 6}C400 ${ground - 22} 900 ${ground + 4} 1600 ${ground - 12}V900Z" fill="${p.gradient(
      [
        [0, hex(0.42, 0.055, 50)],
        [1, hex(0.32, 0.045, 45)],
      ],
    )}"/>`,
  );

  const left = 215;
  const step = 112;
  const rx = 47;
  const ry = 30.5;
  const random = randomFrom(77);
  bins.forEach((count, bin) => {
    for (let i = 0; i < count; i++) {
      const colour = [0.5 + random() * 0.13, 0.062 + random() * 0.03, 48 + random() * 16];
      const cx = left + bin * step + (random() - 0.5) * 9;
      const cy = ground - 20 - ry - i * ry * 1.93;
      if (i === 0) {
        p.add(
          `<ellipse cx="${round(cx + 5)}" cy="${ground - 20}" rx="56" ry="11" fill="#1b0f06" opacity="0.42" filter="${p.blur(5)}"/>`,
        );
      }
      p.add(
        p.stone(cx, cy, rx * (0.96 + random() * 0.1), ry, colour, {
          seed: bin * 31 + i,
          tilt: (random() - 0.5) * 0.09,
        }),
      );
    }
  });

  // Where the middle value and the average really lie for these bins.
  const values = bins.flatMap((count, bin) => Array.from({ length: count }, () => bin));
  const median = values[Math.floor(values.length / 2)];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const mark = (value, name, top, colour, dash) => {
    const x = left + value * step;
    p.add(
      `<path d="M${round(x)} ${top}V${ground + 24}" stroke="${colour}" stroke-width="7" stroke-linecap="round"${dash ? ' stroke-dasharray="2 18"' : ""}/>`,
      `<rect x="${round(x - 14)}" y="${top - 60}" width="${name.length * 19 + 44}" height="60" rx="30" fill="${colour}"/>`,
      p.text(x + 8, top - 20, name, { size: 34, weight: 700, fill: stone[0] }),
    );
  };
  mark(mean, "mean", 300, tarn[700], true);
  mark(median, "median", 190, tarn[900], false);
  return p;
}
