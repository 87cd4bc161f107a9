import { Picture, round } from "../drawing.mjs";
import { hex, mineral, stone, tarn } from "../palette.mjs";

/** TLS 1.3 between two standing stones: two open greetings, then everything under lock. */
export function draw() {
  const p = new Picture();
  p.dawn({ sun: [800, 178, 62], horizon: 250, seed: 29, spread: 0.8 });
  p.add(
    `<path d="M0 900V650C300 612 600 650 800 666S1300 624 1600 660V900Z" fill="${p.gradient([
      [0, hex(0.3, 0.048, 226)],
      [1, hex(0.22, 0.036, 228)],
    ])}"/>`,
    // Mist in the valley, so that the messages stand clear of the ridges.
    `<rect x="240" y="130" width="1120" height="580" fill="${p.glow([
      [0, "#f7f3ea", 0.82],
      [0.62, "#f7f3ea", 0.6],
      [1, "#f7f3ea", 0],
    ])}"/>`,
  );

  const standing = (cx, seed) => {
    const outline = `M${cx - 78} 702C${cx - 92} 580 ${cx - 86} 360 ${cx - 64} 236C${cx - 52} 176 ${cx - 12} 158 ${cx + 22} 168C${cx + 58} 180 ${cx + 70} 230 ${cx + 76} 300C${cx + 90} 460 ${cx + 88} 600 ${cx + 82} 702C${cx + 40} 720 ${cx - 40} 720 ${cx - 78} 702Z`;
    return (
      `<ellipse cx="${cx + 10}" cy="706" rx="118" ry="20" fill="#06090a" opacity="0.5" filter="${p.blur(9)}"/>` +
      p.stone(cx, 430, 92, 280, mineral.granite, { seed, path: outline })
    );
  };
  p.add(standing(210, 3), standing(1390, 8));
  const name = (cx, text) =>
    p.text(cx, 762, text, { size: 34, weight: 700, anchor: "middle", fill: stone[50] });
  p.add(name(210, "client"), name(1390, "server"));

  const lock = (x, y) =>
    `<g transform="translate(${x} ${y})"><path d="M-9 -3V-11A9 9 0 0 1 9 -11V-3" fill="none" stroke="${stone[50]}" stroke-width="5"/><rect x="-15" y="-4" width="30" height="24" rx="5" fill="${stone[50]}"/></g>`;
  const message = (y, text, toServer, sealed) => {
    const [from, to] = toServer ? [330, 1272] : [1272, 330];
    const colour = sealed ? tarn[700] : stone[700];
    const w = text.length * 15.4 + (sealed ? 104 : 60);
    p.add(
      p.arrow(`M${from} ${y}H${to}`, [to, y], toServer ? 0 : Math.PI, {
        stroke: colour,
        width: sealed ? 9 : 6,
        head: 26,
        dash: sealed ? undefined : "3 16",
      }),
      `<rect x="${round(800 - w / 2)}" y="${y - 33}" width="${round(w)}" height="66" rx="33" fill="${sealed ? tarn[700] : stone[50]}"${sealed ? "" : ` stroke="${stone[400]}" stroke-width="3"`}/>`,
      p.text(800 + (sealed ? 22 : 0), y + 11, text, {
        size: 31,
        weight: 700,
        anchor: "middle",
        fill: sealed ? stone[0] : stone[900],
      }),
    );
    if (sealed) p.add(lock(round(800 - w / 2 + 42), y - 1));
  };
  message(236, "ClientHello, key share", true, false);
  message(328, "ServerHello, key share", false, false);
  message(420, "certificate, Finished", false, true);
  message(512, "Finished", true, true);
  message(604, "application data", true, true);
  return p;
}
