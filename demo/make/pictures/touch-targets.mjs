import { Picture } from "../drawing.mjs";
import { danger, hex, stone, tarn } from "../palette.mjs";

/** Where one thumb reaches without a second grip, as contour lines on the glass; small neighbours are hit by mistake. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.935, 0.024, 80)],
      [1, hex(0.88, 0.035, 70)],
    ]),
  );
  p.add(
    p.ridge(430, 170, hex(0.86, 0.034, 120), { seed: 141 }),
    p.ridge(590, 130, hex(0.79, 0.04, 150), { seed: 146 }),
    p.ridge(740, 80, hex(0.7, 0.045, 170), { seed: 151 }),
  );
  const phone = { x: 420, y: 96, w: 400, h: 708 };
  p.add(
    `<rect x="${phone.x - 22}" y="${phone.y + 6}" width="${phone.w + 44}" height="${phone.h + 24}" rx="66" fill="#0e1715" opacity="0.32" filter="${p.blur(22)}"/>`,
    `<rect x="${phone.x - 22}" y="${phone.y - 22}" width="${phone.w + 44}" height="${phone.h + 44}" rx="66" fill="${stone[950]}"/>`,
  );
  const glass = p.clip(
    `<rect x="${phone.x}" y="${phone.y}" width="${phone.w}" height="${phone.h}" rx="46"/>`,
  );
  const pivot = [phone.x + phone.w + 10, phone.y + phone.h - 40];
  const bands = [
    [900, hex(0.93, 0.02, 210)],
    [640, hex(0.87, 0.045, 211)],
    [540, hex(0.79, 0.07, 213)],
    [440, hex(0.69, 0.088, 216)],
    [340, hex(0.58, 0.092, 219)],
    [150, hex(0.69, 0.088, 216)],
  ];
  p.add(
    `<g clip-path="${glass}">${bands
      .map(
        ([r, fill]) =>
          `<ellipse cx="${pivot[0]}" cy="${pivot[1]}" rx="${r * 0.94}" ry="${r}" fill="${fill}" stroke="#fff" stroke-opacity="0.35" stroke-width="3"/>`,
      )
      .join("")}</g>`,
  );
  const target = (cx, cy, rx, ry, seed) =>
    p.stone(cx, cy, rx, ry, [0.84, 0.012, 78], { seed, squareness: 3.6, wobble: 0.03 });
  p.add(target(phone.x + 205, phone.y + 470, 118, 40, 4), target(phone.x + 215, phone.y + 590, 106, 40, 6));
  // Out of reach, small and close together: the ones that go wrong.
  for (let i = 0; i < 3; i++) p.add(target(phone.x + 70 + i * 50, phone.y + 98, 19, 19, 11 + i));
  p.add(
    `<circle cx="${phone.x + 120}" cy="${phone.y + 98}" r="84" fill="none" stroke="${danger}" stroke-width="7" stroke-dasharray="3 17" stroke-linecap="round"/>`,
  );

  // A near view of both cases, measured against the tip of a thumb.
  const thumb = (cx, cy) =>
    `<ellipse cx="${cx}" cy="${cy}" rx="84" ry="96" fill="${hex(0.66, 0.06, 55)}" opacity="0.42"/><ellipse cx="${cx}" cy="${cy}" rx="84" ry="96" fill="none" stroke="${hex(0.45, 0.06, 50)}" stroke-width="5"/>`;
  const card = (y) =>
    `<rect x="930" y="${y + 8}" width="520" height="280" rx="34" fill="#2a2013" opacity="0.2" filter="${p.blur(10)}"/><rect x="930" y="${y}" width="520" height="280" rx="34" fill="${stone[0]}"/>`;
  p.add(
    card(146),
    ...[0, 1, 2].map((i) => p.stone(1098 + i * 92, 286, 36, 36, [0.76, 0.014, 76], { seed: 21 + i })),
    thumb(1196, 290),
    `<path d="M1382 196L1420 234M1420 196L1382 234" stroke="${danger}" stroke-width="11" stroke-linecap="round"/>`,
    card(474),
    p.stone(1062, 614, 96, 84, [0.76, 0.014, 76], { seed: 31, squareness: 3.4 }),
    p.stone(1276, 614, 96, 84, [0.5, 0.08, 221], { seed: 33, squareness: 3.4 }),
    thumb(1276, 616),
    `<path d="M1376 530L1394 550L1428 510" fill="none" stroke="${tarn[700]}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
  return p;
}
