import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { root } from "./setup/paths.mjs";

// Makes the icons of the installed site from favicon.svg. Run it after a change of that file; its pictures are kept in
// the repository, so that a build needs no renderer.
const folder = join(root, "apps/web/public");
const favicon = await readFile(join(folder, "favicon.svg"), "utf8");
/** Without the round corners, and smaller: launchers cut a maskable icon to their own shape, down to a circle of 80 %. */
const whole = favicon
  .replace(' rx="15"', "")
  .replace("translate(8 7.6) scale(1.5)", "translate(14 13.7) scale(1.125)");

await mkdir(join(folder, "icons"), { recursive: true });
for (const [name, svg, size] of /** @type {const} */ ([
  ["icon-192", favicon, 192],
  ["icon-512", favicon, 512],
  ["maskable-512", whole, 512],
  ["apple-touch-icon", whole, 180],
])) {
  const drawn = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);
  await writeFile(
    join(folder, `icons/${name}.png`),
    await drawn.png({ palette: true, effort: 10 }).toBuffer(),
  );
}
