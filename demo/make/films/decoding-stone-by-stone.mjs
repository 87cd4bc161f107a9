// A sentence of stones, and under it the chances of the next word: greedy, by lot with two temperatures, and top-p.
import { round } from "../drawing.mjs";
import { easeInOut } from "../film.mjs";
import { hex, mineral, mix, stone as tint } from "../palette.mjs";

export const lines = [
  "A language model writes one word at a time. Each word is a stone, and no stone is ever taken back.",
  "Before each step, every word has a chance. Here the summit is likely, and the moon is not.",
  "Greedy takes the likeliest, always. The same start gives the same ending.",
  "Sampling draws by lot. A low temperature sharpens the chances.",
  "A high temperature flattens them, and the outsiders gain.",
  "Top p leaves out the long tail first, and draws among the rest.",
  "None of them looks ahead. The next stone rests on this one, right or wrong.",
];

export const poster = { line: 2, part: 0.9 };

const said = ["the", "trail", "leads", "to", "the"];
const choices = [
  ["summit", 0.52],
  ["hut", 0.22],
  ["lake", 0.14],
  ["queue", 0.08],
  ["moon", 0.04],
];
const [slot, base] = [222, 690];

/** The chances at a temperature: each to the power of its inverse, and all of them 1 together. */
function chancesAt(temperature) {
  const weights = choices.map(([, chance]) => chance ** (1 / temperature));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

const between = (one, other, t) => one.map((value, index) => mix(value, other[index], t));

async function wordStone(sprite, word, seed, colour) {
  const [w, h] = [slot, 150];
  return sprite(w, h, (picture) =>
    picture.add(
      picture.stone(w / 2, h / 2, 100, 52, colour, { seed, squareness: 4, wobble: 0.03 }),
      picture.text(w / 2, h / 2 + 15, word, {
        size: 46,
        weight: 720,
        family: "Bricolage Grotesque",
        anchor: "middle",
        fill: hex(0.16, 0.02, 66),
      }),
    ),
  );
}

export async function prepare(sprite) {
  const ground = await sprite(1600, 900, (p) => {
    p.background(
      p.gradient([
        [0, hex(0.95, 0.02, 85)],
        [1, hex(0.885, 0.035, 72)],
      ]),
    );
    p.add(
      p.ridge(560, 110, hex(0.865, 0.036, 68), { seed: 124 }),
      p.ridge(720, 80, hex(0.83, 0.04, 64), { seed: 131 }),
    );
  });
  const stones = [];
  for (const [index, word] of said.entries())
    stones.push(await wordStone(sprite, word, 30 + index, mineral.limestone));
  const ends = new Map();
  for (const word of ["summit", "hut"]) ends.set(word, await wordStone(sprite, word, 47, [0.62, 0.08, 62]));

  return (picture, { into }) => {
    picture.add(ground(0, 0));
    for (const [index, show] of stones.entries()) {
      const down = into(0, index * 0.16, index * 0.16 + 0.2);
      if (down > 0)
        picture.add(show(250 + index * slot - 110, 90 - (1 - easeInOut(down)) * 260, { opacity: down }));
    }
    const greedy = into(2, 0.15, 0.4);
    const low = easeInOut(into(3, 0.45, 0.8));
    const high = easeInOut(into(4, 0.1, 0.5));
    const cut = easeInOut(into(5, 0.1, 0.45));
    const drawn = into(5, 0.65, 0.95);
    if (drawn > 0)
      picture.add(ends.get("hut")(250 + said.length * slot - 110, 90 - (1 - easeInOut(drawn)) * 260));
    else if (greedy > 0 && into(3, 0, 0.15) < 1)
      picture.add(
        ends.get("summit")(250 + said.length * slot - 110, 90 - (1 - easeInOut(greedy)) * 260, {
          opacity: 1 - into(3, 0, 0.15),
        }),
      );

    const grown = easeInOut(into(1, 0.1, 0.5));
    if (grown === 0) return;
    const chances = between(
      between(between(chancesAt(1), chancesAt(0.4), low), chancesAt(2.4), high),
      chancesAt(1),
      cut,
    );
    for (const [index, [word]] of choices.entries()) {
      const out = index > 2 ? cut : 0;
      const chosen = drawn > 0 ? index === 1 : greedy > 0 && low === 0 && index === 0;
      const height = chances[index] * 520 * grown * (1 - out);
      const x = 330 + index * 200;
      picture.add(
        `<rect x="${x}" y="${round(base - height)}" width="140" height="${round(height)}" rx="14" fill="${chosen ? hex(0.6, 0.14, 117) : hex(0.49, 0.088, 221)}" opacity="${chosen ? 1 : 0.85}"/>`,
        picture.text(x + 70, base + 48, word, {
          size: 38,
          anchor: "middle",
          fill: tint[900],
          opacity: 1 - out * 0.6,
        }),
        picture.text(x + 70, base - height - 16, `${Math.round(chances[index] * (1 - out) * 100)} %`, {
          size: 32,
          anchor: "middle",
          fill: tint[700],
          opacity: grown * (1 - out),
        }),
      );
    }
    const rule =
      cut > 0.5
        ? "top-p 0.9"
        : high > 0.5
          ? "temperature 2.4"
          : low > 0.5
            ? "temperature 0.4"
            : greedy > 0
              ? "greedy"
              : "";
    picture.add(
      picture.text(1490, 330, rule, { size: 44, weight: 700, anchor: "end", fill: hex(0.34, 0.061, 225) }),
    );
  };
}
