import { Picture, randomFrom, round } from "../drawing.mjs";
import { hex, mix, stone, tarn } from "../palette.mjs";
import { noiseFrom, relief } from "../relief.mjs";

const noise = noiseFrom(randomFrom(41));

/** A valley that is steep across and gentle along, with a lake at its lowest place. */
function heightAt(x, y) {
  const [dx, dy] = [(x - 1130) / 900, (y - 545) / 520];
  const turn = 0.36;
  const along = dx * Math.cos(turn) + dy * Math.sin(turn);
  const across = -dx * Math.sin(turn) + dy * Math.cos(turn);
  const bowl = along ** 2 * 0.34 + across ** 2 * 1.15 + (noise(x / 300, y / 300, 2) - 0.5) * 0.05;
  return 0.05 + bowl / (0.82 + bowl);
}

/** Plain descent on the very surface that is painted, with a step a little too long for its width. */
function descend(start, rate, steps) {
  const points = [start];
  let [x, y] = start;
  for (let i = 0; i < steps; i++) {
    const e = 26;
    const gx = (heightAt(x + e, y) - heightAt(x - e, y)) / (2 * e);
    const gy = (heightAt(x, y + e) - heightAt(x, y - e)) / (2 * e);
    x -= gx * rate;
    y -= gy * rate;
    points.push([x, y]);
  }
  return points;
}

export function draw() {
  const p = new Picture();
  p.relief = relief({
    heightAt,
    bands: 20,
    shade: 0.13,
    line: 0.07,
    ramp: (t) =>
      t < 0.1
        ? [mix(0.5, 0.64, t / 0.1), 0.085, 220]
        : [
            mix(0.64, 0.955, ((t - 0.1) / 0.6) ** 0.8),
            mix(0.062, 0.03, t),
            mix(188, 78, Math.min(1, (t - 0.1) / 0.42)),
          ],
  });

  const steps = descend([262, 196], 236000, 18);
  p.add(
    `<path d="M${steps.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}" fill="none" stroke="${stone[900]}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round" opacity="0.75"/>`,
  );
  // Near the end the steps are shorter than a stone is wide: one stone stands for several.
  const shown = [];
  for (const point of steps) {
    const last = shown[shown.length - 1];
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) > 44) shown.push(point);
  }
  shown.forEach(([x, y], index) => {
    const size = mix(30, 17, Math.min(1, index / 9));
    p.add(
      `<ellipse cx="${round(x + 5)}" cy="${round(y + 8)}" rx="${round(size)}" ry="${round(size * 0.8)}" fill="#101a16" opacity="0.4" filter="${p.blur(4)}"/>`,
      p.stone(x, y, size * 1.1, size * 0.92, index === 0 ? [0.36, 0.012, 68] : [0.46, 0.014, 70], {
        seed: index + 3,
        grain: false,
      }),
    );
  });
  const [ex, ey] = steps[steps.length - 1];
  p.add(
    `<circle cx="${round(ex)}" cy="${round(ey)}" r="54" fill="none" stroke="${stone[0]}" stroke-width="7"/>`,
    `<circle cx="${round(ex)}" cy="${round(ey)}" r="80" fill="none" stroke="${stone[0]}" stroke-width="4" opacity="0.6"/>`,
  );
  const tag = (x, y, text, fill) =>
    `<rect x="${x}" y="${y - 40}" width="${text.length * 17.5 + 62}" height="56" rx="28" fill="${fill}"/>${p.text(x + text.length * 8.75 + 31, y - 1, text, { size: 32, weight: 700, anchor: "middle", fill: stone[0] })}`;
  p.add(
    tag(312, 200, "start", hex(0.3, 0.01, 66)),
    tag(round(ex) + 96, round(ey) + 12, "minimum", tarn[800]),
  );
  return p;
}
