import { Picture, randomFrom, round } from "../drawing.mjs";
import { danger, hex, mineral, mix, stone, tarn } from "../palette.mjs";
import { noiseFrom, relief } from "../relief.mjs";

const noise = noiseFrom(randomFrom(19));

/** A data-flow drawing as a walker's map: who talks to whom, and every place where a boundary of trust is crossed. */
export function draw() {
  const p = new Picture();
  p.relief = relief({
    heightAt: (x, y) => 0.12 + noise(x / 420 + 9, y / 420 + 3, 3) * 0.9,
    bands: 26,
    shade: 0.03,
    line: 0.085,
    ramp: (t) => [mix(0.895, 0.962, t), 0.022, mix(140, 84, t)],
  });
  // Inside the first line our own service, inside the second what it keeps.
  const zone = (path, fill, stroke) =>
    `<path d="${path}" fill="${fill}" fill-opacity="0.5"/><path d="${path}" fill="none" stroke="${stroke}" stroke-width="6" stroke-dasharray="22 16" stroke-linecap="round"/>`;
  p.add(
    zone(
      "M560 150C760 112 1240 118 1420 168C1572 204 1578 640 1490 730C1370 800 700 812 580 752C486 700 478 186 560 150Z",
      tarn[100],
      tarn[700],
    ),
    zone(
      "M1070 238C1180 208 1390 214 1446 262C1496 318 1490 612 1440 664C1380 706 1136 704 1074 660C1010 610 1010 262 1070 238Z",
      tarn[200],
      tarn[800],
    ),
  );

  const places = {
    browser: { x: 260, y: 330, name: "browser", colour: mineral.chalk },
    partner: { x: 260, y: 630, name: "partner", colour: mineral.chalk },
    api: { x: 780, y: 460, name: "API", colour: [0.46, 0.074, 222] },
    store: { x: 1272, y: 340, name: "database", colour: mineral.granite },
    files: { x: 1272, y: 576, name: "files", colour: mineral.granite },
  };
  const flow = (from, to, bend) => {
    const [ax, ay, bx, by] = [from.x, from.y, to.x, to.y];
    const angle = Math.atan2(by - ay, bx - ax);
    const gap = 150;
    const sx = ax + Math.cos(angle) * gap;
    const sy = ay + Math.sin(angle) * gap * 0.62;
    const tx = bx - Math.cos(angle) * (gap + 8);
    const ty = by - Math.sin(angle) * gap * 0.62;
    const mx = (sx + tx) / 2;
    const my = (sy + ty) / 2 + bend;
    return p.arrow(
      `M${round(sx)} ${round(sy)}Q${round(mx)} ${round(my)} ${round(tx)} ${round(ty)}`,
      [tx, ty],
      Math.atan2(ty - my, tx - mx),
      {
        stroke: stone[800],
        width: 7,
        head: 26,
      },
    );
  };
  p.add(
    flow(places.browser, places.api, -22),
    flow(places.partner, places.api, 22),
    flow(places.api, places.store, -18),
    flow(places.api, places.files, 18),
  );
  Object.values(places).forEach(({ x, y, name, colour }, index) => {
    const light = colour[0] > 0.6;
    p.add(
      p.stone(x, y, 142, 74, colour, { seed: 30 + index, ground: true, squareness: 3.2, wobble: 0.03 }),
      p.text(x, y + 14, name, {
        size: 40,
        weight: 700,
        anchor: "middle",
        fill: light ? stone[950] : stone[0],
      }),
    );
  });

  // A flag for each crossing: the questions to ask stand here.
  const flag = (x, y) =>
    `<ellipse cx="${x}" cy="${y + 4}" rx="17" ry="7" fill="#1a1512" opacity="0.45"/><path d="M${x} ${y}V${y - 92}" stroke="${stone[900]}" stroke-width="7" stroke-linecap="round"/><path d="M${x} ${y - 92}L${x + 62} ${y - 72}L${x} ${y - 50}Z" fill="${danger}" stroke="${danger}" stroke-width="5" stroke-linejoin="round"/>`;
  p.add(flag(512, 380), flag(512, 548), flag(1024, 402), flag(1022, 518));
  p.add(
    p.text(618, 700, "our service", { size: 32, weight: 700, fill: tarn[800] }),
    `<g transform="translate(120 190)" stroke="${hex(0.4, 0.012, 68)}" stroke-width="5" fill="none"><circle r="46"/><path d="M0 -62L13 0L0 62L-13 0Z" fill="${hex(0.4, 0.012, 68)}"/></g>`,
  );
  return p;
}
