import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { inLayer } from "../../build/layers.ts";

const src = join(import.meta.dirname, "..");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).map((path) => join(src, path));
const textOf = (path: string) => readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
const modules = files.filter((path) => path.endsWith(".module.css"));
const nameOf = (path: string) => relative(src, path);

/** The classes that a module declares. */
const declared = new Map(
  modules.map((path) => {
    const selectors = [...textOf(path).matchAll(/(?:^|[{};])([^{};@]+)\{/g)].map(([, list = ""]) => list);
    const local = selectors.join(" ").replaceAll(/:global\([^)]*\)/g, "");
    return [path, new Set([...local.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name))];
  }),
);

/** Every `css.name` of a component, by the module that the name is asked of. */
const asked = files
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .flatMap((path) => {
    const text = textOf(path);
    return [...text.matchAll(/import \* as (\w+) from "([^"]+\.module\.css)"/g)].map(
      ([, variable = "", from = ""]) => ({
        path,
        module: join(dirname(path), from),
        names: [...text.matchAll(new RegExp(`(?<!/)\\b${variable}\\.(\\w+)`, "g"))].map(
          ([, name = ""]) => name,
        ),
      }),
    );
  });

test("no two modules share a file name, from which the names of their classes are made", () => {
  const names = modules.map((path) => basename(path));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const classes = [...declared].flatMap(([path, list]) =>
    [...list].map((name) => {
      const stem = basename(path, ".module.css");
      return name === "root" ? stem : `${stem}-${name}`;
    }),
  );
  expect(classes.filter((name, index) => classes.indexOf(name) !== index)).toEqual([]);
});

test("every class that a component asks for is in the module", () => {
  const missing = asked.flatMap(({ path, module, names }) =>
    names
      .filter((name) => !declared.get(module)?.has(name))
      .map((name) => `${nameOf(path)}: ${name} of ${nameOf(module)}`),
  );
  expect(missing).toEqual([]);
});

test("no module names the layer that its folder gives it", () => {
  const named = modules.filter((path) =>
    textOf(path).includes(nameOf(path).startsWith("ui/") ? "@layer components" : "@layer screens"),
  );
  expect(named.map(nameOf)).toEqual([]);
});

test("a module's rules are in its folder's layer, but for the blocks that name another", () => {
  const own = ".a {\n  top: 0;\n}\n";
  const named = "@layer base {\n  .b {\n    top: 0;\n  }\n}\n";
  expect(inLayer(`${own}\n${named}`, "screens")).toBe(`@layer screens {\n${own}\n}\n${named}`);
});

test("every class has a name that code can ask for, and is never looked up by a computed name", () => {
  const names = [...declared].flatMap(([path, list]) => [...list].map((name) => `${nameOf(path)}: ${name}`));
  expect(names.filter((name) => !/ [a-z][a-zA-Z0-9]*$/.test(name))).toEqual([]);
  // The build writes names into the code, and drops the table of them.
  expect(
    asked.filter(({ path }) => /\b\w*[cC]ss\[/.test(textOf(path))).map(({ path }) => nameOf(path)),
  ).toEqual([]);
});

test("every class that a test looks for is declared", () => {
  const journeys = join(src, "../../../tests/journeys");
  const tests = [
    ...files.filter((path) => /\.test\.tsx?$/.test(path)),
    ...readdirSync(journeys, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => join(journeys, path)),
  ];
  const known = new Set(
    [...declared].flatMap(([path, list]) => {
      const stem = basename(path, ".module.css");
      return [...list].map((name) => (name === "root" ? stem : `${stem}-${name}`));
    }),
  );
  // Of the editor's package, of icons, of the server's texts, and of what a test makes itself.
  const foreign = /^(?:cm-|lucide|tok-|katex|hljs|footnote|task-list|align-|verified$)/;
  const asked = tests.flatMap((path) =>
    [
      ...textOf(path).matchAll(
        /\b(?:querySelector(?:All)?|closest|matches|locator)\(\s*["'`]([^"'`]+)["'`]/g,
      ),
    ].flatMap(([, selector = ""]) =>
      [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => ({ path, name })),
    ),
  );
  const missing = asked.filter(({ name }) => !known.has(name) && !foreign.test(name));
  expect(missing.map(({ path, name }) => `${nameOf(path)}: ${name}`)).toEqual([]);
});
