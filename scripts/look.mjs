import "./setup/node-version.mjs";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compareFolders, picturesIn } from "./look/compare.mjs";
import { cacheDir, root } from "./setup/paths.mjs";
import { prepareOrExit } from "./setup/prepare.mjs";
import { stopWithChildren } from "./setup/run.mjs";
import { ensureBrowser } from "./testing/browser.mjs";
import { runPlaywright } from "./testing/suites.mjs";

// npm run look -- --guides [--only NAME]: makes the pictures of docs/guides again, as docs/images/NAME.webp.
// npm run look [-- --out DIR] [--compare DIR] [--only NAME]: takes a picture of every screen at 390, 768 and 1440 px,
// light and dark, on demo data with a fixed clock, and writes a contact sheet. With --compare it also says how much of
// each picture differs from the one in DIR, and ends with 1 if any differs by more than 0.1 %.

const most = 0.001;
const from = process.cwd();
const { values } = parseArgs({
  options: {
    out: { type: "string" },
    compare: { type: "string" },
    only: { type: "string" },
    guides: { type: "boolean", default: false },
  },
});
const out = values.out ? resolve(from, values.out) : join(cacheDir, "look");

process.chdir(root);
stopWithChildren({ patience: 20 });
await prepareOrExit();
/** @param {Record<string, string>} env */
const take = async (env) =>
  runPlaywright("pictures", [], {
    browser: await ensureBrowser(),
    args: ["-c", "tests/look/playwright.config.ts", ...(values.only ? ["-g", values.only] : [])],
    env,
  });
if (values.guides) {
  const { failed } = await take({ CAIRN_LOOK: join(root, "docs/images"), CAIRN_LOOK_GUIDES: "1" });
  process.exit(failed > 0 ? 1 : 0);
}
if (!values.only) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const { failed } = await take({ CAIRN_LOOK: out });

const names = picturesIn(out);
writeFileSync(join(out, "index.html"), contactSheet(names));
console.log(`${names.length} pictures, and a contact sheet: ${join(out, "index.html")}`);
let tooMany = 0;
if (values.compare) {
  const all = await compareFolders(out, resolve(from, values.compare));
  // With --only most of them were not taken.
  const differences = values.only ? all.filter(({ name }) => names.includes(name)) : all;
  tooMany = differences.filter(({ differing }) => differing > most).length;
  for (const { name, differing, why } of differences.filter((each) => each.differing > 0)) {
    console.log(`${(differing * 100).toFixed(3).padStart(8)} %  ${name}  ${why}`);
  }
  console.log(`${differences.length} compared, ${tooMany} differ by more than ${most * 100} %`);
}
process.exit(failed > 0 || tooMany > 0 ? 1 : 0);

/** @param {string[]} pictures */
function contactSheet(pictures) {
  const figures = pictures.map(
    (name) =>
      `<figure><a href="${name}"><img src="${name}" loading="lazy" alt=""></a><figcaption>${name}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>${relative(from, out) || "look"}</title>
<style>body{display:flex;flex-wrap:wrap;gap:12px;font:12px system-ui}figure{margin:0;width:240px}img{width:100%;border:1px solid #ccc}</style>
${figures.join("\n")}
`;
}
