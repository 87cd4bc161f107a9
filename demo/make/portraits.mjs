// The authors of the demo: flat portraits in the site's colours, 256 and 96 pixels square, one pair for each person.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { hex } from "./palette.mjs";

const sizes = [256, 96];
const skin = {
  deep: [0.42, 0.055, 48],
  brown: [0.52, 0.07, 52],
  tan: [0.68, 0.075, 58],
  light: [0.82, 0.05, 60],
};
const dark = hex(0.22, 0.02, 50);

/** Behind the head, and over it: each kind of hair is two paths in a square of 256. */
const hairs = {
  scarf: (c) => [
    `<path d="M128 30C72 30 60 82 62 128C64 172 54 200 44 222H212C202 200 192 172 194 128C196 82 184 30 128 30Z" fill="${c}"/>`,
    `<path d="M128 44C88 44 80 84 82 112C92 82 108 72 128 72S164 82 174 112C176 84 168 44 128 44Z" fill="${c}"/><path d="M84 150C92 186 112 200 128 200S164 186 172 150L186 214H70Z" fill="${c}"/>`,
  ],
  short: (c) => [
    "",
    `<path d="M80 112C74 66 98 42 128 42S182 66 176 112C172 96 168 88 162 82C140 88 112 88 94 82C88 88 84 96 80 112Z" fill="${c}"/>`,
  ],
  cropped: (c) => [
    "",
    `<path d="M81 108C78 66 100 46 128 46S178 66 175 108C170 86 156 72 128 72S86 86 81 108Z" fill="${c}"/>`,
  ],
  bald: () => ["", ""],
  afro: (c) => [
    `<path d="M128 18C78 18 50 56 54 98C50 128 64 152 84 160H172C192 152 206 128 202 98C206 56 178 18 128 18Z" fill="${c}"/>`,
    `<path d="M82 110C84 78 104 68 128 68S172 78 174 110C182 80 168 48 128 48S74 80 82 110Z" fill="${c}"/>`,
  ],
  braids: (c) => [
    `<path d="M128 34C84 34 68 68 70 112L60 214H90L96 130H160L166 214H196L186 112C188 68 172 34 128 34Z" fill="${c}"/>`,
    `<path d="M80 114C80 82 98 60 126 58C150 60 174 82 176 114C184 74 164 40 128 40S72 74 80 114Z" fill="${c}"/><path d="M128 42V62" stroke="${hex(0.4, 0.02, 50)}" stroke-width="3"/>`,
  ],
  long: (c) => [
    `<path d="M128 34C82 34 66 70 70 120C72 160 66 186 60 206C84 214 172 214 196 206C190 186 184 160 186 120C190 70 174 34 128 34Z" fill="${c}"/>`,
    `<path d="M80 118C78 84 92 62 112 56C128 76 152 84 174 90L176 118C186 70 164 40 128 40S70 70 80 118Z" fill="${c}"/>`,
  ],
  bob: (c) => [
    `<path d="M128 36C80 36 64 74 68 118C70 142 70 158 74 168H182C186 158 186 142 188 118C192 74 176 36 128 36Z" fill="${c}"/>`,
    `<path d="M80 108C82 92 84 84 88 80H168C172 84 174 92 176 108C182 70 162 42 128 42S74 70 80 108Z" fill="${c}"/>`,
  ],
  bun: (c) => [
    `<circle cx="128" cy="34" r="24" fill="${c}"/>`,
    `<path d="M80 110C76 70 98 46 128 46S180 70 176 110C170 84 152 70 128 70S86 84 80 110Z" fill="${c}"/>`,
  ],
  curls: (c) => [
    `<path d="M128 30C84 28 58 62 64 104C58 118 66 132 76 136H180C190 132 198 118 192 104C198 62 172 28 128 30Z" fill="${c}"/>`,
    `<g fill="${c}"><circle cx="92" cy="76" r="17"/><circle cx="116" cy="62" r="18"/><circle cx="142" cy="61" r="18"/><circle cx="165" cy="76" r="17"/></g>`,
  ],
};

const beards = {
  full: (c) =>
    `<path d="M80 122C82 172 102 188 128 188S174 172 176 122C170 142 160 148 148 148C138 142 118 142 108 148C96 148 86 142 80 122Z" fill="${c}"/>`,
  chin: (c) => `<path d="M108 166C114 184 142 184 148 166C140 172 116 172 108 166Z" fill="${c}"/>`,
};

const glasses = `<g fill="none" stroke="${dark}" stroke-width="4"><circle cx="107" cy="118" r="16"/><circle cx="149" cy="118" r="16"/><path d="M123 116H133M91 114L82 110M165 114L174 110"/></g>`;

const ink = hex(0.24, 0.02, 50);
const grey = hex(0.72, 0.008, 80);
const chestnut = hex(0.36, 0.06, 48);
const sand = hex(0.74, 0.09, 80);

/** By the keys of demo/people.ts; who is not here keeps initials. `ground` and `clothes` are oklch. */
const faces = {
  member: {
    skin: "brown",
    hair: "scarf",
    colour: hex(0.5, 0.088, 221),
    ground: [0.9, 0.04, 85],
    clothes: [0.42, 0.076, 223],
  },
  writer: {
    skin: "deep",
    hair: "cropped",
    colour: ink,
    beard: "chin",
    ground: [0.86, 0.055, 213],
    clothes: [0.88, 0.02, 85],
  },
  admin: { skin: "deep", hair: "braids", colour: ink, ground: [0.9, 0.06, 117], clothes: [0.36, 0.06, 30] },
  samuel: {
    skin: "deep",
    hair: "bald",
    beard: "full",
    colour: ink,
    glasses: true,
    ground: [0.88, 0.03, 60],
    clothes: [0.45, 0.05, 250],
  },
  wanjiru: { skin: "deep", hair: "afro", colour: ink, ground: [0.85, 0.07, 70], clothes: [0.5, 0.088, 221] },
  maya: {
    skin: "light",
    hair: "bob",
    colour: sand,
    glasses: true,
    ground: [0.84, 0.045, 213],
    clothes: [0.4, 0.03, 30],
  },
  tomas: {
    skin: "tan",
    hair: "curls",
    colour: chestnut,
    beard: "full",
    ground: [0.91, 0.03, 117],
    clothes: [0.34, 0.05, 225],
  },
  priya: { skin: "brown", hair: "long", colour: ink, ground: [0.9, 0.05, 30], clothes: [0.55, 0.12, 40] },
  kofi: { skin: "deep", hair: "short", colour: ink, ground: [0.87, 0.06, 213], clothes: [0.72, 0.12, 85] },
  otieno: {
    skin: "deep",
    hair: "bun",
    colour: ink,
    glasses: true,
    ground: [0.9, 0.04, 300],
    clothes: [0.5, 0.08, 150],
  },
  ivan: {
    skin: "light",
    hair: "short",
    colour: grey,
    beard: "chin",
    ground: [0.86, 0.03, 240],
    clothes: [0.3, 0.02, 66],
  },
  "new-admin": {
    skin: "tan",
    hair: "curls",
    colour: ink,
    glasses: true,
    ground: [0.88, 0.05, 150],
    clothes: [0.86, 0.05, 70],
  },
  elif: {
    skin: "light",
    hair: "long",
    colour: chestnut,
    ground: [0.89, 0.04, 250],
    clothes: [0.5, 0.1, 300],
  },
  linh: { skin: "tan", hair: "bob", colour: ink, ground: [0.9, 0.06, 85], clothes: [0.62, 0.1, 20] },
};

function draw({ skin: tone, hair, colour, beard, ground, clothes, glasses: wears }) {
  const [l, c, h] = skin[tone];
  const face = hex(l, c, h);
  const shade = hex(l - 0.07, c, h);
  const lip = hex(l - 0.12, c + 0.04, 28);
  const [back, front] = hairs[hair](colour);
  const chinOf = beard ? beards[beard](colour) : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
<rect width="256" height="256" fill="${hex(...ground)}"/>${back}
<path d="M24 256C28 216 62 198 104 194L128 206L152 194C194 198 228 216 232 256Z" fill="${hex(...clothes)}"/>
<path d="M106 160V194C106 214 150 214 150 194V160Z" fill="${shade}"/>
${hair === "scarf" ? "" : `<g fill="${shade}"><ellipse cx="80" cy="122" rx="9" ry="14"/><ellipse cx="176" cy="122" rx="9" ry="14"/></g>`}
<path d="M128 54C96 54 80 80 80 116C80 156 104 182 128 182S176 156 176 116C176 80 160 54 128 54Z" fill="${face}"/>${chinOf}
<g fill="${dark}"><ellipse cx="107" cy="118" rx="5" ry="6"/><ellipse cx="149" cy="118" rx="5" ry="6"/></g>
<g fill="none" stroke="${dark}" stroke-width="4" stroke-linecap="round" opacity="0.75"><path d="M97 102Q107 96 117 101M139 101Q149 96 159 102"/></g>
<path d="M128 120C126 130 122 136 128 139" fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round"/>
<path d="M112 153Q128 166 144 153" fill="none" stroke="${lip}" stroke-width="5" stroke-linecap="round"/>
${front}${wears ? glasses : ""}</svg>`;
}

export async function make({ root }) {
  const folder = join(root, "demo/portraits");
  mkdirSync(folder, { recursive: true });
  const made = [];
  for (const [key, face] of Object.entries(faces)) {
    const large = await sharp(Buffer.from(draw(face)), { density: 288 })
      .removeAlpha()
      .png()
      .toBuffer();
    for (const size of sizes) {
      const file = join(folder, `${key}-${size}.jpg`);
      await sharp(large).resize(size, size).jpeg({ quality: 86, mozjpeg: true }).toFile(file);
      made.push(statSync(file).size);
    }
  }
  return `portraits of ${Object.keys(faces).length} people, ${made.reduce((sum, bytes) => sum + bytes, 0)} bytes`;
}
