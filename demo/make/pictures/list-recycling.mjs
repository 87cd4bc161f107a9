import { Picture, round } from "../drawing.mjs";
import { hex, stone, tarn } from "../palette.mjs";

const tints = [
  [0.56, 0.07, 222],
  [0.66, 0.07, 68],
  [0.56, 0.055, 172],
  [0.55, 0.07, 40],
  [0.58, 0.045, 250],
  [0.68, 0.02, 76],
];

/** Seven rows are enough for any list: the one that leaves above comes back below with new contents. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.945, 0.02, 205)],
      [1, hex(0.86, 0.04, 212)],
    ]),
  );
  p.add(
    p.ridge(420, 220, hex(0.85, 0.036, 206), { seed: 91 }),
    p.ridge(600, 150, hex(0.765, 0.048, 211), { seed: 96 }),
    p.ridge(760, 90, hex(0.66, 0.06, 216), { seed: 99 }),
  );

  const [x, w] = [610, 380];
  const rowHeight = 118;
  const row = (y, index, { faded = 1, shift = 0, blank = false } = {}) => {
    const left = x + 24 + shift;
    const inner = w - 48;
    const parts = [
      `<rect x="${left}" y="${y}" width="${inner}" height="${rowHeight - 16}" rx="18" fill="${blank ? "none" : "#fff"}" stroke="${blank ? tarn[700] : stone[300]}" stroke-width="${blank ? 5 : 2.5}"${blank ? ' stroke-dasharray="12 12" stroke-linecap="round"' : ""}/>`,
    ];
    if (!blank) {
      parts.push(
        p.stone(left + 62, y + 51, 38, 30, tints[index % tints.length], { seed: 40 + index }),
        `<rect x="${left + 124}" y="${y + 28}" width="${[150, 124, 168, 138, 158, 118][index % 6]}" height="17" rx="8.5" fill="${stone[700]}"/>`,
        `<rect x="${left + 124}" y="${y + 60}" width="${[110, 140, 92, 128, 100, 134][index % 6]}" height="13" rx="6.5" fill="${stone[300]}"/>`,
      );
    }
    return `<g opacity="${faded}">${parts.join("")}</g>`;
  };

  // Rows of the data that no view stands for: only outlines, above and below the window.
  const glass = { y: 118, h: 664 };
  p.add(
    `<rect x="${x - 22}" y="${glass.y - 8}" width="${w + 44}" height="${glass.h + 44}" rx="64" fill="#0c1a20" opacity="0.3" filter="${p.blur(22)}"/>`,
    `<rect x="${x - 22}" y="${glass.y - 22}" width="${w + 44}" height="${glass.h + 44}" rx="64" fill="${stone[950]}"/>`,
    `<rect x="${x}" y="${glass.y}" width="${w}" height="${glass.h}" rx="44" fill="${stone[50]}"/>`,
  );
  const inside = p.clip(`<rect x="${x}" y="${glass.y}" width="${w}" height="${glass.h}" rx="44"/>`);
  const rows = [];
  for (let i = 0; i < 7; i++) rows.push(row(glass.y - 66 + i * rowHeight, i));
  p.add(`<g clip-path="${inside}">${rows.join("")}</g>`);

  // The recycled row: leaves at the top, gets new contents at the side, enters at the bottom.
  const arc = `M${x + w + 40} 190C${x + w + 330} 190 ${x + w + 330} 710 ${x + w + 62} 710`;
  p.add(
    p.arrow(arc, [x + w + 50, 710], Math.PI, { stroke: tarn[700], width: 13, head: 38 }),
    row(398, 0, { shift: 420 }),
  );
  const [bx, by] = [x + w + 386, 398];
  p.add(
    `<circle cx="${bx}" cy="${by}" r="40" fill="${tarn[700]}"/>`,
    `<path d="M${bx - 17} ${by + 3}A18 18 0 0 1 ${bx + 14} ${by - 11}M${bx + 17} ${by - 3}A18 18 0 0 1 ${bx - 14} ${by + 11}" fill="none" stroke="#fff" stroke-width="6.5" stroke-linecap="round"/>`,
    `<path d="M${bx + 17} ${by - 24}V${by - 9}H${bx + 2}M${bx - 17} ${by + 24}V${by + 9}H${bx - 2}" fill="none" stroke="#fff" stroke-width="6.5" stroke-linecap="round" stroke-linejoin="round"/>`,
  );

  // The long list itself, one mark per entry, and the window on it.
  const [lx, ly] = [300, 124];
  for (let i = 0; i < 33; i++) {
    const seen = i >= 12 && i < 18;
    p.add(
      `<rect x="${lx}" y="${round(ly + i * 20)}" width="${seen ? 110 : 78}" height="11" rx="5.5" fill="${seen ? tarn[700] : stone[600]}" opacity="${seen ? 1 : 0.42}"/>`,
    );
  }
  p.add(
    `<rect x="${lx - 26}" y="${ly + 12 * 20 - 16}" width="164" height="${6 * 20 + 22}" rx="20" fill="none" stroke="${tarn[700]}" stroke-width="6"/>`,
    `<path d="M${lx + 140} ${ly + 12 * 20 - 8}L${x - 24} ${glass.y + 40}M${lx + 140} ${ly + 18 * 20 - 2}L${x - 24} ${glass.y + glass.h - 40}" stroke="${tarn[700]}" stroke-width="4" stroke-dasharray="2 14" stroke-linecap="round"/>`,
  );
  return p;
}
