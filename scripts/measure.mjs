import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { root } from "./setup/paths.mjs";

// npm run -s measure: prints figures about the structure of the code. They fail nothing; they show where to look.

/** @param {string} folder below the root @param {RegExp} pattern */
const files = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => pattern.test(name) && !/node_modules|\/dist\//.test(name));
/** @param {string} file */
const text = (file) => readFileSync(join(root, file), "utf8");
/** @param {string} file */
const linesOf = (file) => text(file).split("\n").length - 1;
/** @param {readonly string[]} names */
const lines = (names) => names.reduce((sum, file) => sum + linesOf(file), 0);
/** @param {readonly number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);

const web = files("apps/web/src", /\.tsx?$/).filter((file) => !isTest(file) && !file.endsWith(".d.ts"));
const server = files("apps/server/src", /\.(ts|sql)$/).filter((file) => !isTest(file));
const witness = files("apps/witness/src", /\.ts$/).filter((file) => !isTest(file));
const packages = files("packages", /\/src\/.*\.ts$/).filter((file) => !isTest(file));
const css = files("apps/web/src", /\.css$/);

/** Local modules that a module imports. @param {string} file */
function importsOf(file) {
  const named = text(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+\.tsx?)"/g);
  return [...named].map(([, path = ""]) => resolve(join(root, dirname(file)), path).slice(root.length + 1));
}

/** @param {readonly string[]} modules */
function importers(modules) {
  /** @type {Map<string, number>} */
  const count = new Map(modules.map((file) => [file, 0]));
  for (const file of modules) {
    for (const path of new Set(importsOf(file)))
      if (count.has(path)) count.set(path, (count.get(path) ?? 0) + 1);
  }
  return count;
}

/** Modules of the apps that only tests import, or that lie in a folder for tests, samples of data or generators. */
function support() {
  const tests = [...files("apps", /src\/.*\.test\.tsx?$/), ...files("tests", /\.tsx?$/)].flatMap(importsOf);
  const users = [...files("demo", /\.ts$/), ...files("apps/web/build", /\.ts$/)];
  const product = [...web, ...server, ...users].flatMap(importsOf);
  const onlyTested = new Set(tests.filter((path) => !product.includes(path)));
  const byName = /\/src\/(.*\/)?(tests?|testing|seed|demo|fixtures|mocks|make)\//;
  return [...web, ...server].filter((file) => onlyTested.has(file) || byName.test(file));
}

/** @param {string} from a folder of the server's source @param {string} to another */
const arrows = (from, to) =>
  server
    .filter((file) => file.startsWith(`apps/server/src/${from}/`))
    .flatMap(importsOf)
    .filter((path) => path.startsWith(`apps/server/src/${to}/`)).length;

const declarations = css.flatMap((file) =>
  [
    ...text(file)
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .matchAll(/(?:^|[;{])\s*([a-z-][\w-]*\s*:[^;{}]+)(?=[;}])/g),
  ].map(([, declaration = ""]) => declaration.replaceAll(/\s+/g, " ")),
);

/**
 * Classes that rules of more than one file style. A module's own classes are its alone; `:global(.x)` is the class of
 * another, except where a library or the server writes it.
 */
function sharedClasses() {
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const file of css) {
    const selectors = text(file)
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .matchAll(/(?:^|[{}])\s*([^{}@;]+)\{/g);
    for (const [, list = ""] of selectors) {
      for (const selector of list.split(",")) {
        // What a rule styles is the last part of its selector.
        const subject =
          selector
            .trim()
            .split(/[\s>+~]+/)
            .at(-1) ?? "";
        const own = subject.replaceAll(/:global\([^)]*\)/g, "");
        const stem = basename(file, ".module.css");
        for (const [, name = ""] of own.matchAll(/\.([\w-]+)/g)) {
          const full = !file.endsWith(".module.css") ? name : name === "root" ? stem : `${stem}-${name}`;
          places.set(full, (places.get(full) ?? new Set()).add(file));
        }
        for (const [, name = ""] of subject.matchAll(/:global\(\.([\w-]+)\)/g)) {
          if (!/^(lucide|hljs-)/.test(name)) places.set(name, (places.get(name) ?? new Set()).add(file));
        }
      }
    }
  }
  return [...places].filter(([, found]) => found.size > 1);
}

const code = ["apps", "packages", "demo", "tests", "bench", "scripts"].flatMap((folder) =>
  files(folder, /\.(tsx?|mjs|css|sql)$/),
);
const comments = code.flatMap((file) => text(file).match(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*|^--.*$/gm) ?? []);
const unlinked = comments.flatMap(
  (comment) =>
    comment.match(/(?<![#\w-])D\d{1,2}\b(?!\.\d)|\b(?:spec(?:ification)?,? )?section \d\b/gi) ?? [],
);
const webImporters = importers(web);
const product = [...web, ...server, ...witness, ...packages, ...css];
const tests = [
  ...["apps", "packages", "demo", "scripts"].flatMap((folder) => files(folder, /\.test\.(tsx?|mjs)$/)),
  ...files("tests", /\.(tsx?|go|py)$/),
];
const left = support();
const shared = sharedClasses();

/** @type {[string, string | number][]} */
const rows = [
  ["citations of rules without a link", unlinked.length],
  ["web modules", web.length],
  ["... lines of the median one", median(web.map(linesOf))],
  ["... with exactly one importer", [...webImporters.values()].filter((count) => count === 1).length],
  [
    "... of 30 lines or fewer with one importer",
    web.filter((file) => webImporters.get(file) === 1 && linesOf(file) <= 30).length,
  ],
  ["CSS files", css.length],
  ["... lines", lines(css)],
  ["... declarations", declarations.length],
  ["... distinct ones", new Set(declarations).size],
  ["... classes styled from more than one file", shared.length],
  ["web modules that use useMutation", web.filter((file) => /\buseMutation\(/.test(text(file))).length],
  ["web modules that use useForm", web.filter((file) => /\buseForm(?:<[^(]*>)?\(/.test(text(file))).length],
  [
    "web modules that use useSyncExternalStore",
    web.filter((file) => /\buseSyncExternalStore\(/.test(text(file))).length,
  ],
  [
    `demo, generator and test support below apps/*/src, lines${left.map((file) => `\n           ${file}`).join("")}`,
    lines(left),
  ],
  ["imports of modules by db", arrows("db", "modules")],
  ["imports of plugins by modules", arrows("modules", "plugins")],
  ["lines of product code (server, web, CSS, witness, packages)", lines(product)],
  ["lines of tests and of what they share", lines(tests)],
];
for (const [title, figure] of rows) console.log(`${String(figure).padStart(7)}  ${title}`);
