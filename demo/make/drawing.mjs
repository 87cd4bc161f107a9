// A small drawing kit on SVG text: the stones, ridges, trails and labels that every demo picture is made of.
import { art, hex, mix } from "./palette.mjs";

/** Repeatable random numbers: the same seed draws the same picture on every machine. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const round = (value) => Math.round(value * 10) / 10;

const escapeText = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Closed smooth curve through all points. */
export function smoothClosed(points) {
  const at = (index) => points[(index + points.length) % points.length];
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let i = 0; i < points.length; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${round(p1[0] + (p2[0] - p0[0]) / 6)} ${round(p1[1] + (p2[1] - p0[1]) / 6)} ${round(p2[0] - (p3[0] - p1[0]) / 6)} ${round(p2[1] - (p3[1] - p1[1]) / 6)} ${round(p2[0])} ${round(p2[1])}`;
  }
  return `${path}Z`;
}

/** Open smooth curve through all points. */
export function smoothOpen(points) {
  const at = (index) => points[Math.min(points.length - 1, Math.max(0, index))];
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${round(p1[0] + (p2[0] - p0[0]) / 6)} ${round(p1[1] + (p2[1] - p0[1]) / 6)} ${round(p2[0] - (p3[0] - p1[0]) / 6)} ${round(p2[1] - (p3[1] - p1[1]) / 6)} ${round(p2[0])} ${round(p2[1])}`;
  }
  return path;
}

/** Outline of a water-worn stone: a flattened oval with an uneven rim and a broader base. */
export function stonePath(cx, cy, rx, ry, random, { squareness = 2.7, wobble = 0.05, tilt = 0 } = {}) {
  const count = 14;
  const phase = [random() * 6.28, random() * 6.28];
  const points = [];
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const bump =
      1 +
      wobble * (Math.sin(2 * angle + phase[0]) * 0.6 + Math.sin(3 * angle + phase[1]) * 0.7) +
      (random() - 0.5) * wobble;
    const x = Math.sign(cos) * Math.abs(cos) ** (2 / squareness) * rx * bump;
    const y = Math.sign(sin) * Math.abs(sin) ** (2 / squareness) * ry * (sin > 0 ? mix(bump, 1, 0.7) : bump);
    const turned = [x * Math.cos(tilt) - y * Math.sin(tilt), x * Math.sin(tilt) + y * Math.cos(tilt)];
    points.push([cx + turned[0], cy + turned[1]]);
  }
  return smoothClosed(points);
}

export class Picture {
  constructor(width = 1600, height = 900) {
    this.width = width;
    this.height = height;
    this.defs = [];
    this.parts = [];
    this.count = 0;
  }

  id(prefix) {
    this.count += 1;
    return `${prefix}${this.count}`;
  }

  add(...parts) {
    this.parts.push(...parts);
    return this;
  }

  /** stops: [offset, colour, opacity?]; returns a paint value. */
  gradient(stops, { x1 = 0, y1 = 0, x2 = 0, y2 = 1, units = "objectBoundingBox" } = {}) {
    const id = this.id("g");
    const marks = stops.map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    );
    this.defs.push(
      `<linearGradient id="${id}" gradientUnits="${units}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${marks.join("")}</linearGradient>`,
    );
    return `url(#${id})`;
  }

  glow(stops) {
    const id = this.id("r");
    const marks = stops.map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    );
    this.defs.push(`<radialGradient id="${id}">${marks.join("")}</radialGradient>`);
    return `url(#${id})`;
  }

  blur(deviation) {
    const id = this.id("b");
    this.defs.push(
      `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
    );
    return `url(#${id})`;
  }

  clip(shape) {
    const id = this.id("c");
    this.defs.push(`<clipPath id="${id}">${shape}</clipPath>`);
    return `url(#${id})`;
  }

  background(fill) {
    return this.add(`<rect width="${this.width}" height="${this.height}" fill="${fill}"/>`);
  }

  /** Fine mineral grain, made once per picture and clipped to each stone. */
  grain() {
    if (!this.grainId) {
      this.grainId = this.id("grain");
      this.defs.push(
        `<filter id="${this.grainId}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.055 0.11" numOctaves="4" seed="7"/><feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  1.9 0 0 0 -0.82"/></filter>`,
      );
    }
    return `url(#${this.grainId})`;
  }

  /**
   * A shaded stone. `colour` is [lightness, chroma, hue]; light falls from the upper left.
   * `ground` draws the shadow it casts where it stands.
   */
  stone(
    cx,
    cy,
    rx,
    ry,
    colour,
    { seed = 1, tilt = 0, ground = false, squareness, wobble, grain = true, path } = {},
  ) {
    const random = randomFrom(seed * 7919 + 13);
    const outline = path ?? stonePath(cx, cy, rx, ry, random, { tilt, squareness, wobble });
    const [l, c, h] = colour;
    const body = this.gradient(
      [
        [0, hex(Math.min(0.97, l + 0.13), c * 0.9, h)],
        [0.42, hex(l, c, h)],
        [1, hex(l * 0.58, c * 0.9, h)],
      ],
      { x1: 0.38, y1: 0, x2: 0.56, y2: 1 },
    );
    const out = [];
    if (ground) {
      out.push(
        `<ellipse cx="${round(cx + rx * 0.06)}" cy="${round(cy + ry * 0.95)}" rx="${round(rx * 1.08)}" ry="${round(ry * 0.26)}" fill="#0b1114" opacity="0.34" filter="${this.blur(Math.max(2, ry * 0.09))}"/>`,
      );
    }
    out.push(`<path d="${outline}" fill="${body}"/>`);
    const inside = this.clip(`<path d="${outline}"/>`);
    const marks = [];
    if (grain && rx > 26) {
      marks.push(
        `<rect x="${round(cx - rx * 1.2)}" y="${round(cy - ry * 1.3)}" width="${round(rx * 2.4)}" height="${round(ry * 2.6)}" filter="${this.grain()}" opacity="0.32"/>`,
      );
    }
    const specks = Math.round(mix(2, 13, Math.min(1, rx / 190)));
    for (let i = 0; i < specks; i++) {
      const size = mix(0.012, 0.034, random()) * Math.min(rx, 150);
      const x = cx + (random() - 0.5) * rx * 1.5;
      const y = cy + (random() - 0.62) * ry * 1.1;
      marks.push(
        `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(size * 1.5)}" ry="${round(size * 0.75)}" fill="${random() > 0.35 ? "#fff" : "#000"}" opacity="${round(mix(0.06, 0.2, random()) * 10) / 10 || 0.1}"/>`,
      );
    }
    marks.push(
      `<ellipse cx="${round(cx - rx * 0.2)}" cy="${round(cy - ry * 0.78)}" rx="${round(rx * 0.72)}" ry="${round(ry * 0.34)}" fill="#fff" opacity="0.16" filter="${this.blur(Math.max(1.5, ry * 0.14))}"/>`,
    );
    out.push(`<g clip-path="${inside}">${marks.join("")}</g>`);
    return out.join("");
  }

  /** Stones laid one on the other from the ground up; returns the drawing and the top's y. */
  cairn(cx, ground, stones) {
    let y = ground;
    const out = [];
    stones.forEach(({ rx, ry, colour, shift = 0, seed = 1, tilt = 0 }, index) => {
      const centre = y - ry;
      out.push(this.stone(cx + shift, centre, rx, ry, colour, { seed, tilt, ground: index === 0 }));
      if (index > 0) {
        const below = stones[index - 1];
        const width = Math.min(rx, below.rx) * 0.8;
        out.splice(
          -1,
          0,
          `<ellipse cx="${round(cx + shift)}" cy="${round(y)}" rx="${round(width)}" ry="${round(ry * 0.2)}" fill="#0b1114" opacity="0.38" filter="${this.blur(Math.max(1.5, ry * 0.1))}"/>`,
        );
      }
      y -= ry * 1.93;
    });
    return { svg: out.join(""), top: y };
  }

  /** A mountain line by midpoint displacement, filled to the lower edge. */
  ridge(base, amplitude, fill, { seed = 1, roughness = 0.54, steps = 6, tilt = 0 } = {}) {
    const random = randomFrom(seed * 104729);
    let heights = [base + (random() - 0.5) * amplitude - tilt, base + (random() - 0.5) * amplitude + tilt];
    let reach = amplitude;
    for (let step = 0; step < steps; step++) {
      const next = [];
      for (let i = 0; i < heights.length - 1; i++) {
        next.push(heights[i], (heights[i] + heights[i + 1]) / 2 + (random() - 0.5) * reach);
      }
      next.push(heights[heights.length - 1]);
      heights = next;
      reach *= roughness;
    }
    const dx = this.width / (heights.length - 1);
    const line = heights.map((y, i) => `${round(i * dx)} ${round(y)}`).join("L");
    return `<path d="M0 ${this.height}L${line}L${this.width} ${this.height}Z" fill="${fill}"/>`;
  }

  sun(x, y, r) {
    return (
      `<circle cx="${x}" cy="${round(y)}" r="${r * 3}" fill="${this.glow([
        [0, art.sun, 0.75],
        [1, art.sun, 0],
      ])}"/>` + `<circle cx="${x}" cy="${round(y)}" r="${r}" fill="${art.sun}"/>`
    );
  }

  /** The four far ridges of the landing scene, each with a little mist at its foot. */
  ridges({ horizon = 330, seed = 3, spread = 1 } = {}) {
    const layers = [
      [0, 150],
      [118, 120],
      [205, 90],
      [300, 60],
    ];
    return layers
      .map(
        ([offset, amplitude], index) =>
          this.ridge(horizon + offset * spread, amplitude, art.ridges[index], { seed: seed + index * 5 }) +
          `<rect y="${round(horizon + offset * spread + 40)}" width="${this.width}" height="150" fill="${this.gradient(
            [
              [0, art.sky2, 0],
              [1, art.sky2, 0.14],
            ],
          )}"/>`,
      )
      .join("");
  }

  sky() {
    return this.background(
      this.gradient([
        [0, art.sky1],
        [0.7, art.sky2],
      ]),
    );
  }

  /** Sky, sun and ridges together. */
  dawn({ sun = [900, 210, 78], ...ridges } = {}) {
    return this.sky().add(this.sun(...sun), this.ridges(ridges));
  }

  /** A dotted trail through points. */
  trail(points, { width = 7, gap = 22, colour = art.trail, opacity = 0.9 } = {}) {
    return `<path d="${smoothOpen(points)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-dasharray="0.1 ${gap}" opacity="${opacity}"/>`;
  }

  text(
    x,
    y,
    content,
    {
      size = 30,
      weight = 630,
      fill = "#1c1916",
      anchor = "start",
      family = "Hanken Grotesk",
      opacity = 1,
      spacing = 0,
    } = {},
  ) {
    return `<text x="${round(x)}" y="${round(y)}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" letter-spacing="${spacing}" opacity="${opacity}">${escapeText(content)}</text>`;
  }

  /** Straight or curved line with a drawn arrow head (markers scale badly across renderers). */
  arrow(path, tip, angle, { stroke, width = 5, head = 20, dash } = {}) {
    const [x, y] = tip;
    const wing = (turn) => [x - head * Math.cos(angle + turn), y - head * Math.sin(angle + turn)];
    const [ax, ay] = wing(0.45);
    const [bx, by] = wing(-0.45);
    return (
      `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"${dash ? ` stroke-dasharray="${dash}"` : ""}/>` +
      `<path d="M${round(ax)} ${round(ay)}L${round(x)} ${round(y)}L${round(bx)} ${round(by)}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
    );
  }

  svg() {
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"><defs>${this.defs.join("")}</defs>${this.parts.join("")}</svg>`;
  }
}
