import { expect, test } from "vitest";
import { firstViewOf } from "./first-view.ts";
import { pageHtml } from "./page-html.ts";
import { keepBudgets } from "./weigh.ts";

const manifest = {
  "index.html": {
    file: "assets/index.js",
    imports: ["_base.js"],
    dynamicImports: ["src/pages/LoginPage.tsx"],
  },
  "_base.js": { file: "assets/base.js", css: ["assets/base.css"] },
  "src/pages/LoginPage.tsx": {
    file: "assets/login.js",
    imports: ["_base.js", "_form.js"],
    css: ["assets/login.css"],
  },
  "_form.js": { file: "assets/form.js", imports: ["index.html"] },
};

const template = `<head>
    <!--head-->
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base.js">
    <link rel="stylesheet" crossorigin href="/assets/base.css">
  </head><div id="root"><!--page--></div>`;

test("a first view consists of the entry, the screen and all their imports, once each", () => {
  expect(firstViewOf(manifest, ["LoginPage"])).toEqual({
    scripts: ["assets/index.js", "assets/base.js", "assets/login.js", "assets/form.js"],
    styles: ["assets/base.css", "assets/login.css"],
  });
  expect(() => firstViewOf(manifest, ["LostPage"])).toThrow("No chunk of its own for LostPage");
});

test("a prerendered page preloads what the entry would only request later", () => {
  const html = pageHtml(template, {
    head: "<title>Log In</title>",
    body: "<main>$& costs $1</main>",
    view: firstViewOf(manifest, ["LoginPage"]),
    shared: ["assets/index.js", "assets/base.js"],
    fonts: ["/assets/font.woff2"],
  });
  expect(html).toContain("<title>Log In</title>");
  expect(html).toContain(
    '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/font.woff2">',
  );
  expect(html).toContain('<div id="root" data-prerendered><main>$& costs $1</main></div>');
  expect(html.match(/assets\/[\w.]+/g)?.sort()).toEqual(
    ["base.css", "base.js", "font.woff2", "form.js", "index.js", "login.css", "login.js"].map(
      (file) => `assets/${file}`,
    ),
  );
});

test("a page that works before the application loads one script, which knows what to load later", () => {
  const html = pageHtml(template, {
    head: "",
    body: "<main></main>",
    view: firstViewOf(manifest, ["LoginPage"]),
    fonts: ["/assets/font.woff2"],
    shared: ["assets/index.js", "assets/base.js"],
    start: { src: "/assets/start.js", isShared: true },
  });
  expect(html.match(/<script[^>]*>/g)).toEqual([
    '<script src="/assets/start.js" data-scripts="/assets/index.js /assets/base.js /assets/login.js /assets/form.js" data-shared="/assets/index.js /assets/base.js" data-studio data-fonts="/assets/font.woff2">',
  ]);
  expect(html).not.toContain("preload");
  expect(html).toContain("/assets/login.css");
});

test("a form loads the application at once, and the script that keeps what comes before it", () => {
  const html = pageHtml(template, {
    head: "",
    body: "<form></form>",
    view: firstViewOf(manifest, ["LoginPage"]),
    shared: [],
    fonts: ["/assets/font.woff2"],
    start: { src: "/assets/start.js", isEager: true },
  });
  expect(html.match(/<script[^>]*>/g)).toEqual([
    '<script src="/assets/start.js" data-fonts="/assets/font.woff2">',
    '<script type="module" crossorigin src="/assets/index.js">',
  ]);
  expect(html.match(/modulepreload/g)).toHaveLength(3);
});

test("a page asks for the files of its screen after those that every screen has", () => {
  const html = pageHtml(template.replace(/.*modulepreload.*\n/, ""), {
    head: "",
    body: null,
    view: firstViewOf(manifest, ["LoginPage"]),
    shared: ["assets/index.js", "assets/base.js"],
    fonts: ["/assets/font.woff2"],
  });
  expect(html.match(/assets\/[\w.]+/g)).toEqual(
    ["base.js", "login.css", "index.js", "base.css", "login.js", "form.js", "font.woff2"].map(
      (file) => `assets/${file}`,
    ),
  );
});

test("the shell contains no page", () => {
  const view = firstViewOf(manifest, []);
  const html = pageHtml(template, { head: "", body: null, view, shared: [], fonts: [] });
  expect(html).toContain('<div id="root"><noscript>');
  expect(html).not.toContain("data-prerendered");
});

test("a screen above its budget fails the build by name", () => {
  const light = { paths: ["/login"], bytes: 110_000, budget: 110_000 };
  expect(() => keepBudgets([light])).not.toThrow();
  expect(() => keepBudgets([light, { paths: ["/", "/x"], bytes: 95_001, budget: 95_000 }])).toThrow(
    "/ and 1 more",
  );
});
