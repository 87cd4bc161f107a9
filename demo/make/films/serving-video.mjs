// A film's file as a strip between server and browser: where its index lies, and what a jump ahead asks for.
import { round } from "../drawing.mjs";
import { easeInOut } from "../film.mjs";
import { hex, mix, stone as tint } from "../palette.mjs";

export const lines = [
  "A film is one file. Its index, called moov, says where every picture lies.",
  "At the end, which is the default, the browser has to find it before it can show anything.",
  "With faststart the index stands in front. The first bytes are enough to begin.",
  "Jump ahead, and the browser asks for a range. The server answers 206, with that piece alone.",
  "A server that answers 200 sends the whole file, and nobody can jump.",
];

export const poster = { line: 3, part: 0.8 };

const strip = { x: 150, y: 540, w: 1300, h: 120 };
const [indexWide, blue, warm] = [150, hex(0.49, 0.088, 221), hex(0.62, 0.1, 62)];

function browser(picture, { playing, at, words }) {
  const [x, y, w, h] = [940, 90, 520, 320];
  picture.add(
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="20" fill="#fff" stroke="${tint[700]}" stroke-width="4"/>`,
    `<path d="M${x} ${y + 50}H${x + w}" stroke="${tint[300]}" stroke-width="3"/>`,
    ...[0, 1, 2].map((dot) => `<circle cx="${x + 32 + dot * 30}" cy="${y + 26}" r="8" fill="${tint[300]}"/>`),
    `<rect x="${x + 24}" y="${y + 70}" width="${w - 48}" height="190" rx="8" fill="${playing ? hex(0.8, 0.06, 214) : tint[200]}"/>`,
    playing
      ? `<path d="M${x + 24} ${y + 260}L${x + 190} ${y + 150}L${x + 300} ${y + 220}L${x + 400} ${y + 130}L${x + w - 24} ${y + 230}V${y + 260}Z" fill="${hex(0.4, 0.062, 224)}"/>`
      : "",
    `<rect x="${x + 24}" y="${y + 282}" width="${w - 48}" height="10" rx="5" fill="${tint[300]}"/>`,
    `<rect x="${x + 24}" y="${y + 282}" width="${round((w - 48) * at)}" height="10" rx="5" fill="${blue}"/>`,
    `<circle cx="${round(x + 24 + (w - 48) * at)}" cy="${y + 287}" r="13" fill="${blue}"/>`,
    picture.text(x + w / 2, y + 178, words, {
      size: 34,
      anchor: "middle",
      fill: playing ? "#fff" : tint[700],
    }),
  );
}

function server(picture) {
  for (const [row, y] of [90, 200, 310].entries()) {
    picture.add(
      `<rect x="150" y="${y}" width="330" height="96" rx="14" fill="${tint[800]}"/>`,
      `<circle cx="190" cy="${y + 48}" r="10" fill="${row === 0 ? hex(0.868, 0.175, 117) : tint[500]}"/>`,
      `<path d="M230 ${y + 48}H440" stroke="${tint[500]}" stroke-width="8" stroke-linecap="round" stroke-dasharray="0.1 22"/>`,
    );
  }
}

/** What goes over the line between the two: words above an arrow, drawn as far as `reach`. */
function message(picture, y, words, reach, { back = false, colour = blue } = {}) {
  if (reach <= 0) return;
  const [from, to] = back ? [510, 910] : [910, 510];
  const tip = mix(from, to, easeInOut(reach));
  picture.add(
    picture.arrow(`M${from} ${y}H${round(tip)}`, [tip, y], back ? 0 : Math.PI, { stroke: colour, width: 7 }),
    picture.text(710, y - 20, words, {
      size: 36,
      weight: 700,
      anchor: "middle",
      fill: colour,
      opacity: reach,
    }),
  );
}

export async function prepare(sprite) {
  const ground = await sprite(1600, 900, (p) => {
    p.background(
      p.gradient([
        [0, hex(0.966, 0.012, 213)],
        [1, hex(0.91, 0.03, 213)],
      ]),
    );
    p.add(p.ridge(640, 120, hex(0.875, 0.036, 213), { seed: 61 }));
  });

  return (picture, { into }) => {
    picture.add(ground(0, 0));
    server(picture);
    const moved = easeInOut(into(2, 0, 0.3));
    const sought = into(1, 0.25, 0.95) * (1 - into(2, 0, 0.1));
    const begun = into(2, 0.55, 0.9);
    const asked = into(3, 0.12, 0.42);
    const answered = into(3, 0.5, 0.8);
    const whole = into(4, 0.1, 0.8);

    const { x, y, w, h } = strip;
    const indexAt = mix(x + w - indexWide, x, moved);
    const filmAt = mix(x, x + indexWide, moved);
    picture.add(
      `<rect x="${round(filmAt)}" y="${y}" width="${w - indexWide}" height="${h}" fill="${tint[400]}"/>`,
      ...Array.from({ length: 24 }, (_, cell) => {
        const wide = (w - indexWide) / 24;
        const left = filmAt + cell * wide;
        const inRange = answered > 0 && whole === 0 && cell >= 15 && cell < 15 + answered * 5;
        const inWhole = whole > 0 && cell < whole * 24;
        const first = begun > 0 && cell < begun * 3;
        const sent = inWhole || inRange || first || (sought > 0 && cell < sought * 24);
        return `<rect x="${round(left + 4)}" y="${y + 10}" width="${round(wide - 8)}" height="${h - 20}" rx="6" fill="${sent ? (inWhole || sought > 0 ? warm : blue) : tint[200]}"/>`;
      }),
      `<rect x="${round(indexAt)}" y="${y - 10}" width="${indexWide}" height="${h + 20}" rx="10" fill="${hex(0.6, 0.14, 117)}"/>`,
      picture.text(indexAt + indexWide / 2, y + h / 2 + 14, "moov", {
        size: 42,
        weight: 700,
        anchor: "middle",
        fill: "#fff",
      }),
      picture.text(x + w / 2, y + h + 62, "one file: its index, and its pictures one after the other", {
        size: 32,
        anchor: "middle",
        fill: tint[700],
        opacity: into(0, 0, 0.2),
      }),
    );
    if (whole > 0) message(picture, 250, "200, all of it", into(4, 0.05, 0.4), { back: true, colour: warm });
    else {
      message(picture, 190, "Range: bytes from here", asked);
      message(picture, 330, "206, this piece", answered, { back: true });
    }
    const jumped = answered === 1 && whole === 0;
    const waiting = begun < 0.4 || whole > 0 || (asked > 0 && !jumped);
    browser(picture, {
      playing: !waiting,
      at: asked > 0 ? 0.65 : begun * 0.06,
      words: whole > 0 ? "waiting for everything" : waiting && begun < 0.4 ? "nothing to show yet" : "",
    });
  };
}
