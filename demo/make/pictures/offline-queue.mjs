import { Picture, randomFrom, round } from "../drawing.mjs";
import { art, hex, mineral, stone, tarn } from "../palette.mjs";

/** What was written without a connection waits in order at the broken bridge; the first stones are across. */
export function draw() {
  const p = new Picture();
  p.dawn({ sun: [1080, 200, 66], horizon: 270, seed: 44, spread: 0.74 });
  // The water between here and there.
  p.add(
    `<path d="M0 900V600H1600V900Z" fill="${p.gradient([
      [0, hex(0.62, 0.075, 216)],
      [1, hex(0.34, 0.06, 226)],
    ])}"/>`,
  );
  const random = randomFrom(9);
  for (let i = 0; i < 34; i++) {
    const y = 622 + random() * 230;
    const x = 700 + random() * 560;
    p.add(
      `<path d="M${round(x)} ${round(y)}h${round(40 + random() * 90)}" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity="${round(0.12 + random() * 0.25)}"/>`,
    );
  }
  const bank = p.gradient([
    [0, hex(0.31, 0.048, 224)],
    [1, hex(0.2, 0.034, 228)],
  ]);
  p.add(
    `<path d="M0 900V560C220 552 470 556 690 572C770 578 800 600 792 640C780 720 846 780 836 900Z" fill="${bank}"/>`,
    `<path d="M1600 900V548C1490 544 1330 552 1250 570C1190 584 1190 620 1204 668C1216 730 1166 800 1176 900Z" fill="${bank}"/>`,
  );
  // Half a bridge: the planks stop over the water.
  const plank = (x, drop = 0, turn = 0, opacity = 1) =>
    `<rect x="${x}" y="${566 + drop}" width="40" height="17" rx="5" fill="${hex(0.6, 0.06, 66)}" transform="rotate(${turn} ${x + 20} ${574 + drop})" opacity="${opacity}"/>`;
  for (let i = 0; i < 4; i++) p.add(plank(756 + i * 46, i * 1.2, i * 1.5));
  for (let i = 0; i < 3; i++) p.add(plank(1216 - i * 46, i * 1.2, -i * 1.5));
  p.add(plank(946, 40, 34));
  for (let i = 0; i < 3; i++) {
    p.add(
      `<rect x="${958 + i * 46}" y="569" width="36" height="14" rx="5" fill="none" stroke="${stone[50]}" stroke-width="4" stroke-dasharray="5 8" opacity="0.75"/>`,
    );
  }

  // The phone, with the list that its owner sees at once.
  p.add(
    `<ellipse cx="206" cy="742" rx="150" ry="20" fill="#030607" opacity="0.6" filter="${p.blur(10)}"/>`,
    `<g transform="rotate(-5 200 470)"><rect x="78" y="206" width="252" height="530" rx="40" fill="${stone[950]}"/><rect x="92" y="220" width="224" height="502" rx="28" fill="${stone[50]}"/><rect x="164" y="232" width="80" height="16" rx="8" fill="${stone[950]}"/><rect x="114" y="270" width="110" height="22" rx="11" fill="${stone[800]}"/>${[
      0, 1, 2, 3,
    ]
      .map(
        (i) =>
          `<rect x="112" y="${318 + i * 92}" width="184" height="76" rx="14" fill="#fff" stroke="${stone[300]}" stroke-width="2.5"/><rect x="128" y="${338 + i * 92}" width="${[96, 112, 84, 104][i]}" height="13" rx="6.5" fill="${stone[600]}"/><rect x="128" y="${362 + i * 92}" width="${[70, 58, 90, 64][i]}" height="11" rx="5.5" fill="${stone[300]}"/><circle cx="270" cy="${356 + i * 92}" r="13" fill="${i === 0 ? tarn[600] : "none"}" stroke="${i === 0 ? tarn[600] : stone[500]}" stroke-width="4"${i === 0 ? "" : ' stroke-dasharray="6 6"'}/>${i === 0 ? `<path d="M264 356l5 5 8-10" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>` : ""}`,
      )
      .join("")}</g>`,
  );

  // The queue: numbered, first in first out.
  [3, 2, 1].forEach((number, index) => {
    const cx = 430 + index * 136;
    p.add(
      p.stone(cx, 512, 60, 44, [0.66 + index * 0.02, 0.07, 66], { seed: 60 + index, ground: true }),
      p.text(cx, 525, String(number), { size: 38, weight: 700, anchor: "middle", fill: stone[950] }),
    );
  });
  p.add(
    p.trail(
      [
        [372, 590],
        [520, 594],
        [700, 606],
      ],
      { width: 6, gap: 20, opacity: 0.7 },
    ),
  );

  p.add(
    p.cairn(1404, 570, [
      { rx: 134, ry: 44, colour: mineral.basalt, seed: 5 },
      { rx: 106, ry: 38, colour: mineral.granite, seed: 6, shift: 6 },
      { rx: 82, ry: 33, colour: mineral.limestone, seed: 7, shift: -5 },
      { rx: 52, ry: 26, colour: [0.7, 0.07, 66], seed: 9, shift: 3 },
    ]).svg,
    p.trail(
      [
        [1260, 606],
        [1350, 604],
        [1560, 612],
      ],
      { width: 6, gap: 20, colour: art.trail, opacity: 0.7 },
    ),
  );
  return p;
}
