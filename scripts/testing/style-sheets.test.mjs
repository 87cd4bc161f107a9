import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../setup/paths.mjs";

const physicalProperty =
  /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-)?(?:left|right)(?:-\w+)?$|^border-(?:top|bottom)-(?:left|right)-radius$/;
const physicalValue = /^(?:text-align|float|clear|transform-origin|object-position|background-position)$/;
const shorthand = /^(?:margin|padding|inset|border-radius|border-width|scroll-margin|scroll-padding)$/;

/**
 * The declarations of a style sheet that stay where they are when a page is mirrored. Rules for one direction
 * (`[dir="rtl"]`) may name sides, and so may those for the side that an author asks for (`.align-left`).
 *
 * @param {string} css
 */
function physicalDeclarations(css) {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const rules = [...plain.matchAll(/([^{};]+)\{|([\w-]+):\s*([^;{}]+);|\}/g)];
  /** @type {string[]} */
  const selectors = [];
  /** @type {string[]} */
  const physical = [];
  for (const [text, selector, property = "", value = ""] of rules) {
    if (selector !== undefined) selectors.push(selector);
    else if (text === "}") selectors.pop();
    else if (!selectors.some((one) => /\[dir=|-(?:left|right)\)/.test(one)) && isPhysical(property, value))
      physical.push(text);
  }
  return physical;
}

/**
 * @param {string} property
 * @param {string} value
 */
function isPhysical(property, value) {
  if (physicalProperty.test(property)) return true;
  if (physicalValue.test(property)) return /\b(?:left|right)\b/.test(value);
  if (!shorthand.test(property)) return false;
  const [first, second, third, fourth] = value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  if (property !== "border-radius") return fourth !== undefined && second !== fourth;
  return third === undefined ? second !== undefined : first !== second || third !== (fourth ?? second);
}

/** @param {string} pattern */
const filesLike = (pattern) =>
  execFileSync("git", ["ls-files", pattern], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n")
    .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));

const sheets = filesLike("apps/web/src/**.css").map(({ name, text }) => ({ name, css: text }));

/** @param {string} css @param {string} text */
const lineOf = (css, text) => css.slice(0, css.indexOf(text)).split("\n").length;

/** @param {(css: string, name: string) => string[]} complaints */
const complaintsAboutAll = (complaints) =>
  sheets.flatMap(({ name, css }) =>
    complaints(css, name).map((what) => `${name}:${lineOf(css, what)}: ${what}`),
  );

test("style sheets say start and end, so that a page can be mirrored", () => {
  expect(sheets.length).toBeGreaterThan(100);
  expect(complaintsAboutAll(physicalDeclarations)).toEqual([]);
});

test.each([
  "margin-left: 4px;",
  "border-right-width: 1px;",
  "left: 0;",
  "border-top-left-radius: 2px;",
  "text-align: right;",
  "transform-origin: left;",
  "padding: 1px calc(2px + (3px)) 1px 2px;",
  "inset: 0 auto 0 0;",
  "border-radius: 0 12px 12px 0;",
])("%s is found, and allowed for one direction", (declaration) => {
  expect(physicalDeclarations(`@layer a { .b { color: red; ${declaration} } }`)).toEqual([declaration]);
  expect(physicalDeclarations(`@layer a { [dir="rtl"] .b { ${declaration} } }`)).toEqual([]);
});

test.each([
  "margin-inline-start: 4px;",
  "text-align: end;",
  "padding: 1px 2px 3px;",
  "inset: 0 calc(1px * (2)) auto calc(1px * (2));",
  "border-radius: 2px 2px 0 0;",
  "flex-direction: column;",
])("%s is no complaint", (declaration) => {
  expect(physicalDeclarations(`.b { ${declaration} }`)).toEqual([]);
});

test("a sheet outside of the kit is in a stronger layer than the kit, whatever the order of the files", () => {
  const weak = sheets.filter(
    ({ name, css }) => !/(^|\/)(ui|styles)\//.test(name) && css.includes("@layer components"),
  );
  expect(weak.map(({ name }) => name)).toEqual([]);
});

test("corners are as round as the visual language says: by tokens", () => {
  const raw = sheets
    .filter(({ name }) => !name.endsWith("tokens.css"))
    .flatMap(({ name, css }) =>
      [...css.matchAll(/border(?:-[a-z]+)*-radius:([^;]+);/g)]
        .filter(([, value = ""]) =>
          (value.replaceAll(/calc\([^;]*\)/g, "").match(/[\d.]+px/g) ?? []).some((size) => size !== "2px"),
        )
        .map(([what]) => `${name}: ${what}`),
    );
  expect(raw).toEqual([]);
});

const widths = new Set(["390px", "600px", "640px", "768px", "860px", "900px", "1024px", "1100px", "1160px"]);

/**
 * Conditions on a width that docs/guides/styling.md does not list.
 *
 * @param {string} css
 */
const otherWidths = (css) =>
  [...css.matchAll(/@(?:media|container)[^{]*/g)]
    .map(([condition]) => condition.trim())
    .filter(
      (condition) =>
        /(?:min|max)-width/.test(condition) ||
        (condition.match(/[\d.]+(?:px|r?em)/g) ?? []).some((width) => !widths.has(width)),
    );

test("layouts change at the listed widths alone", () => {
  expect(complaintsAboutAll(otherWidths)).toEqual([]);
  expect(otherWidths("@media (width < 880px) {}")).toEqual(["@media (width < 880px)"]);
  expect(otherWidths("@media (max-width: 768px) {}")).toEqual(["@media (max-width: 768px)"]);
});

const spacing =
  /^(?:(?:row-|column-)?gap|(?:scroll-)?(?:margin|padding)(?:-[a-z-]+)?|inset(?:-[a-z-]+)?|top|bottom|--(?:[a-z-]+-)?(?:gap|padding|margin|edge)|--box-(?:block|inline))$/;

/** By sheet: what goes by the size of something else and is no space between parts. @type {Record<string, string[]>} */
const rooms = {
  // Room for an icon, a button or a drawing, and what the buttons over a text cover.
  "button.module.css": ["17px"],
  "comments.module.css": ["130px"],
  "contents.module.css": ["110px"],
  "feed-modal.module.css": ["60px", "68px"],
  "input.module.css": ["38px"],
  "trail-banner.module.css": ["187px"],
  // Above the tab bar.
  "device-line.module.css": ["76px"],
  "followed-reading.module.css": ["84px"],
  "frame.module.css": ["58px"],
  "toast.module.css": ["70px"],
  // Signs on a line or at an icon, the button in code (58px), a light, what is out of sight.
  "landing-page.module.css": ["60px", "120px"],
  "skip-link.module.css": ["9999px"],
  "post.module.css": ["19px"],
  "prose.module.css": ["11px", "38px", "58px"],
  "tab-bar.module.css": ["7px", "9px"],
};

/**
 * Space that is no token; hairlines up to 3px may stand as they are.
 *
 * @param {string} css
 * @param {string[]} [allowed]
 */
const ownSpaces = (css, allowed = []) =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/([\w-]+):\s*([^;{}]+);/g)]
    .filter(
      ([, property = "", value = ""]) =>
        spacing.test(property) &&
        (value.match(/[\d.]+px/g) ?? []).some((px) => Number.parseFloat(px) > 3 && !allowed.includes(px)),
    )
    .map(([declaration]) => declaration);

test("spaces come from the tokens", () => {
  expect(complaintsAboutAll((css, name) => ownSpaces(css, rooms[basename(name)]))).toEqual([]);
});

test.each([
  "gap: 13px;",
  "margin: 0 -12px;",
  "padding-inline-start: calc(1em + 4px);",
  "scroll-margin-top: 80px;",
  "inset: auto 16px 0;",
  "top: 38px;",
])("%s is a space of its own", (declaration) => {
  expect(ownSpaces(`.b { ${declaration} }`, ["17px"])).toEqual([declaration]);
});

test("room for something of a known size is allowed", () => {
  expect(ownSpaces(".b { width: 90px; padding: 3px 17px; }", ["17px"])).toEqual([]);
});

/**
 * Colours and weights that a module writes itself. A colour computed from properties, such as an avatar's, is none.
 *
 * @param {string} css
 */
const ownValues = (css) =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/([\w-]+):\s*([^;{}]+);/g)]
    .filter(
      ([, property = "", value = ""]) =>
        /#[\da-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|hwb)a?\(|\b(?:black|white)\b(?!-)/i.test(value) ||
        /oklch\([\d.\s/%]+\)/.test(value) ||
        (/^font(?:-weight)?$/.test(property) && /(?:^|\s)(?:[1-9]\d\d|bold)(?=\s|$)/.test(value)),
    )
    .map(([declaration]) => declaration);

test("modules take colours and weights from the tokens", () => {
  const modules = sheets.filter(({ name }) => name.endsWith(".module.css"));
  expect(modules.flatMap(({ name, css }) => ownValues(css).map((what) => `${name}: ${what}`))).toEqual([]);
});

test.each([
  "color: #fff;",
  "background: oklch(0 0 0 / 0.1);",
  "font-weight: 640;",
  "font: 700 1rem / 1 serif;",
])("%s is a value of its own", (declaration) => {
  expect(ownValues(`.b { ${declaration} }`)).toEqual([declaration]);
});

const code = filesLike("apps/web/src/**.tsx").filter(({ name }) => !name.endsWith(".test.tsx"));
const guide = readFileSync(join(root, "docs/guides/styling.md"), "utf8");
/** @param {string} name The gap scale counts as one. */
const wordOf = (name) => name.replace(/^gap\d$/, "gap1");

/**
 * How often components use each class of a shared sheet.
 *
 * @param {string} sheet
 * @param {string} css
 */
function usesOf(sheet, css) {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const uses = new Map(
    [...plain.matchAll(/\.([a-z]\w*)(?=[^{};]*\{)/gi)].map(([, name = ""]) => [wordOf(name), 0]),
  );
  for (const { text } of code) {
    const [, variable] = text.match(new RegExp(`import \\* as (\\w+) from "[^"]*/${sheet}";`)) ?? [];
    if (variable === undefined) continue;
    for (const [, name = ""] of text.matchAll(new RegExp(`(?<!/)\\b${variable}\\.(\\w+)`, "g")))
      uses.set(wordOf(name), (uses.get(wordOf(name)) ?? 0) + 1);
  }
  return uses;
}

test("the kit's sheet has only classes that the guide lists and at least three places use", () => {
  const sheet = "kit.module.css";
  const uses = usesOf(sheet, sheets.find(({ name }) => name.endsWith(`/ui/${sheet}`))?.css ?? "");
  expect(uses.size).toBeGreaterThan(10);
  const rare = [...uses].filter(([, count]) => count < 3).map(([name, count]) => `${name}: ${count} uses`);
  const unlisted = [...uses.keys()].filter((name) => !guide.includes(`\`${name}\``));
  expect({ rare, unlisted }).toEqual({ rare: [], unlisted: [] });
});

test("every custom property that is read without a fallback is declared somewhere", () => {
  const all = [
    ...filesLike("apps/web/src/**.css"),
    ...filesLike("apps/web/src/**.ts"),
    ...filesLike("apps/web/src/**.tsx"),
  ];
  const declared = new Set(
    all.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)["']?\s*[:,]/g)].map(([, name]) => name)),
  );
  const read = all.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, property]) => ({ name, property })),
  );
  const unknown = read.filter(({ property }) => !declared.has(property));
  expect(unknown.map(({ name, property }) => `${name}: ${property}`)).toEqual([]);
});
