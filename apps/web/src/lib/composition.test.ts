import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isComposing } from "./composition.ts";

test("a key of an input method is told from a key of the page, also in Safari", () => {
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", isComposing: true }))).toBe(true);
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229 }))).toBe(true);
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", keyCode: 13 }))).toBe(false);
});

/** Where no input method has the keys: on buttons and links alone, with Ctrl, or behind another handler. */
const others = [
  "features/content/Carousel.tsx",
  "features/writing/renewal/LabelField.tsx",
  "features/writing/series/SeriesEditor.tsx",
  "lib/restored-place.ts",
  "shells/AccountMenu.tsx",
  "ui/editor/EditorTools.tsx",
  "ui/editor/Toolbar.tsx",
  "ui/editor/code-mirror.ts",
];

test("every handler of keys leaves those of an input method alone", () => {
  const src = join(import.meta.dirname, "..");
  const careless = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .filter((path) => {
      const text = readFileSync(join(src, path), "utf8");
      return /onKey(?:Down|Up)=|["' ]key(?:down|up|press)["'(]/.test(text) && !text.includes("isComposing(");
    });
  expect(careless.sort()).toEqual(others);
});
