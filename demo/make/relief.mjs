// Shaded height maps: contour bands with hill shading, painted pixel by pixel.
import { rgb } from "./palette.mjs";

/**
 * `height(x, y)` in picture coordinates gives 0 to 1. `ramp(t)` gives an oklch triple for a band. Rendered at double
 * size; the caller halves it.
 */
export function relief({ width = 1600, height = 900, heightAt, ramp, bands = 12, shade = 0.5, line = 0.1 }) {
  const [w, h] = [width * 2, height * 2];
  const field = new Float32Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) field[y * w + x] = heightAt(x / 2, y / 2);
  }
  const data = Buffer.alloc(w * h * 3);
  const at = (x, y) => field[Math.min(h - 1, Math.max(0, y)) * w + Math.min(w - 1, Math.max(0, x))];
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const value = at(x, y);
      const dx = at(x + 2, y) - at(x - 2, y);
      const dy = at(x, y + 2) - at(x, y - 2);
      const band = Math.floor(value * bands);
      const [l, c, hue] = ramp(Math.min(1, Math.max(0, (band + 0.5) / bands)));
      // Light from the upper left; a line where a contour passes, as wide everywhere whatever the slope.
      const lit = -(dx + dy) * 140 * shade;
      const slope = Math.hypot(dx, dy) / 4;
      const nearest = Math.abs(value * bands - Math.round(value * bands)) / (slope * bands + 1e-9);
      const contour = nearest < 1.6 ? line * (1 - nearest / 1.6) : 0;
      const [r, g, b] = rgb(Math.min(0.985, Math.max(0.05, l + lit - contour)), c, hue);
      const offset = (y * w + x) * 3;
      data[offset] = r;
      data[offset + 1] = g;
      data[offset + 2] = b;
    }
  }
  return { data, width: w, height: h };
}

/** Smooth value noise, a few octaves, 0 to 1. */
export function noiseFrom(random) {
  const size = 64;
  const grid = Float32Array.from({ length: size * size }, () => random());
  const cellAt = (x, y) => grid[(((y % size) + size) % size) * size + (((x % size) + size) % size)];
  const ease = (t) => t * t * (3 - 2 * t);
  const single = (x, y) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [tx, ty] = [ease(x - x0), ease(y - y0)];
    const top = cellAt(x0, y0) + (cellAt(x0 + 1, y0) - cellAt(x0, y0)) * tx;
    const bottom = cellAt(x0, y0 + 1) + (cellAt(x0 + 1, y0 + 1) - cellAt(x0, y0 + 1)) * tx;
    return top + (bottom - top) * ty;
  };
  return (x, y, octaves = 3) => {
    let [sum, weight, total, scale] = [0, 1, 0, 1];
    for (let i = 0; i < octaves; i++) {
      sum += single(x * scale, y * scale) * weight;
      total += weight;
      weight *= 0.5;
      scale *= 2;
    }
    return sum / total;
  };
}
