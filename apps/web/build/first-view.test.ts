import { expect, test } from "vitest";
import { readingFiles } from "./first-view.ts";

const chunk = (name: string, more: object = {}) => ({ file: `assets/${name}.js`, name, ...more });

const manifest = {
  "index.html": chunk("index", {
    dynamicImports: ["src/pages/ReadPage.tsx", "src/pages/WritePage.tsx"],
    css: ["assets/index.css"],
  }),
  "src/pages/ReadPage.tsx": chunk("ReadPage", {
    imports: ["index.html", "_frame-1.js"],
    dynamicImports: ["src/lib/interpreter.ts"],
  }),
  "src/pages/WritePage.tsx": chunk("WritePage", { imports: ["_editor-1.js"] }),
  "_frame-1.js": chunk("frame", { dynamicImports: ["_clean-1.js"] }),
  "_clean-1.js": chunk("clean", { imports: ["_words-1.js"], dynamicImports: ["src/ui/large.ts"] }),
  "_words-1.js": chunk("words", { css: ["assets/words.css"] }),
  "_editor-1.js": chunk("editor"),
  "src/ui/large.ts": chunk("large"),
  "src/lib/interpreter.ts": chunk("interpreter"),
};

test("what a reading screen imports later is kept from the start, also from chunks that several modules share", () => {
  expect(readingFiles(manifest, ["ReadPage"], [/^src\/pages\/\w+$/, /\/interpreter$/]).sort()).toEqual([
    "assets/ReadPage.js",
    "assets/clean.js",
    "assets/frame.js",
    "assets/index.css",
    "assets/index.js",
    "assets/large.js",
    "assets/words.css",
    "assets/words.js",
  ]);
});

test("a part to leave out that the build does not have fails the build", () => {
  expect(() => readingFiles(manifest, ["ReadPage"], [/\/WritePage$/, /\/compiler$/])).toThrow("compiler");
});
