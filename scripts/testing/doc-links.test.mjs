import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../setup/paths.mjs";
import { anchorOf } from "./anchors.mjs";

const guides = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => join("docs", name));
const documents = ["README.md", "CHANGELOG.md", ...guides];

const withoutCode = (/** @type {string} */ text) =>
  text.replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, "");

/** @param {string} document */
function linksIn(document) {
  const text = withoutCode(readFileSync(join(root, document), "utf8"));
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

/** Names of a document's places, as pages of repositories make them. @param {string} path */
function anchorsOf(path) {
  const headings = readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, title = ""]) => anchorOf(title));
}

test.each(documents)("every link of %s resolves", (document) => {
  const broken = linksIn(document)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? join(root, document) : join(root, dirname(document), path);
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
  expect(broken).toEqual([]);
});

test("every document can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const document of reached) {
    if (!document.endsWith(".md")) continue;
    for (const target of linksIn(document)) {
      const [path = ""] = target.split("#");
      const file = relative(root, join(root, dirname(document), path));
      if (!/^[a-z]+:/.test(target) && path !== "" && existsSync(join(root, file))) reached.add(file);
    }
  }
  expect(guides.filter((guide) => !reached.has(guide))).toEqual([]);
});

/** Files of another program, and the example of a component. */
const notOurs = ["pyodide.mjs", "pyodide.asm.mjs", "Post.tsx"];

test("every source file that a document names exists", () => {
  const folders = ["apps", "packages", "tests", "demo", "scripts", "bench"];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `/${folder}/${name}`,
    ),
  );
  const lost = guides.flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8");
    const named = [...text.matchAll(/`([\w@./-]+\.(?:tsx?|sql|mjs|css))`/g)].map(([, name = ""]) => name);
    return named
      .filter((name) => !notOurs.includes(name) && !sources.some((source) => source.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`);
  });
  expect(lost).toEqual([]);
});
