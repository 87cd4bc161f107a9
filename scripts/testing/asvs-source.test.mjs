import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../setup/paths.mjs";
import { sourcesOf } from "./asvs-sources.mjs";

// What nobody may do in the code, except in the files that are named.

const sources = sourcesOf();

/** Makes the public id of a podcast as Podcasting 2.0 prescribes it. It protects nothing. */
const idOfPodcast = "apps/server/src/modules/syndication/podcast-guid.ts";

/** Compares what arrived with the checksum that its sender chose: tus demands SHA-1. It protects nothing either. */
const checksumOfPieces = "apps/server/src/modules/uploads/piece-reader.ts";

/**
 * @param {RegExp} pattern
 * @param {string[]} allowed
 */
const isOnlyIn = (pattern, ...allowed) =>
  expect(sources.filter(({ source }) => pattern.test(source)).map(({ path }) => path)).toEqual(allowed);

test("the rules cover the whole code", () => {
  expect(sources.length).toBeGreaterThan(400);
});

test("no text is run as code", () => {
  // serve.ts runs one constant, which asks V8 to collect what the start left.
  isOnlyIn(
    /\beval\(|\bnew Function\(|"node:vm"|set(?:Timeout|Interval)\(\s*["'`]/,
    "apps/server/src/serve.ts",
  );
});

test("the server has nothing that runs or parses members' code", () => {
  const inServer = (/** @type {RegExp} */ pattern) =>
    sources
      .filter(({ path, source }) => path.startsWith("apps/server/") && pattern.test(source))
      .map(({ path }) => path);
  // The database itself.
  const engine = "apps/server/src/db/embedded/";
  const files = inServer(/"@electric-sql\/pglite/);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((path) => !path.startsWith(engine))).toEqual([]);
  expect(
    inServer(/"(?:[\w@/.-]*(?:quickjs|tree-sitter)[\w/.-]*|sucrase|yaml|pyodide|acorn|esbuild)"/),
  ).toEqual([]);
  const { dependencies } = JSON.parse(readFileSync(join(root, "apps/server/package.json"), "utf8"));
  const names = Object.keys(dependencies);
  expect(names.filter((name) => /quickjs|tree-sitter|sucrase|pyodide|esbuild/.test(name))).toEqual([]);
});

test("the only program started is the picture process, without a shell", () => {
  isOnlyIn(/"node:child_process"/, "apps/server/src/lib/workers.ts");
  isOnlyIn(/\bcreateWorkerProcess\(/, "apps/server/src/modules/media/pictures/picture-process.ts");
  isOnlyIn(/\bshell: (?:true|["'`])/);
});

test("only the text of waiting mail, secrets of webhooks and tokens of providers are encrypted, by AES-256-GCM", () => {
  const sealed = "apps/server/src/lib/sealed-text.ts";
  isOnlyIn(/createCipher|createDecipher|publicEncrypt|subtle\.(?:en|de)crypt/, sealed);
  isOnlyIn(/"aes-256-gcm"/, sealed);
  isOnlyIn(
    /\bcreateSealedTexts\(/,
    sealed,
    "apps/server/src/modules/mail/mail.service.ts",
    "apps/server/src/modules/social-login/provider-groups.ts",
    "apps/server/src/modules/webhooks/webhooks.service.ts",
  );
  isOnlyIn(/"aes-(?!256-gcm")|\b(?:cbc|ctr|ecb)\b/);
});

test("no hash is weaker than SHA-256", () => {
  isOnlyIn(/create(?:Hash|Hmac)\((?!"sha256")|subtle\.digest\((?!"SHA-256")/, idOfPodcast, checksumOfPieces);
});

test("no certificate goes unchecked", () => {
  isOnlyIn(/rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity/);
});

test("predictable randomness is used only for pauses", () => {
  isOnlyIn(
    /Math\.random/,
    "apps/server/src/modules/feeds/refresher.ts",
    "apps/web/src/lib/live-socket.ts",
    // A quote that an article's own SQL does not hold, in the frame that runs it.
    "apps/web/src/lib/code/sql-worker.ts",
    "apps/web/src/lib/line/news.ts",
  );
});

test("no regular expression is built from user input", () => {
  isOnlyIn(
    /\bRegExp\(/,
    // Of constants of ours.
    "apps/server/src/lib/captions.ts",
    "apps/server/src/lib/mark-cookie.ts",
    // Long expressions, of constants alone.
    "apps/server/src/lib/markdown/address-length.ts",
    "apps/server/src/modules/moving/picture-names.ts",
    "apps/server/src/modules/feeds/reading/feed-dates.ts",
    // In the frame that runs an article's code, in a reader's browser.
    "apps/web/src/lib/code/read-data.ts",
    "packages/contract/src/direction-runs.ts",
    // Of the addresses of our screens.
    "packages/contract/src/pages.ts",
  );
});

test("HTML is put into a page in one place only, which sanitizes it", () => {
  const ways = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/;
  // page-data.ts reads what the server wrote into the page.
  isOnlyIn(ways, "apps/web/src/lib/page-data.ts", "apps/web/src/ui/CleanHtml.tsx");
  isOnlyIn(/dangerouslySetInnerHTML|HTML\s*\+?=(?!=)/, "apps/web/src/ui/CleanHtml.tsx");
});

test("windows exchange messages within the site's own origin alone", () => {
  // Only pages of the origin reach its service worker, and only its own frame the worker that runs an article's code.
  isOnlyIn(
    /window\.postMessage|\.opener\b|addEventListener\("message"/,
    "apps/web/src/worker/service-worker.ts",
    "apps/web/src/lib/code/serve-program.ts",
  );
  // No port leaves the origin, but for the port of the frame that runs code.
  isOnlyIn(
    /onmessage|new BroadcastChannel/,
    "apps/web/src/lib/code/run-program.ts",
    "apps/web/src/lib/device/worker.ts",
  );
  isOnlyIn(/contentWindow/, "apps/web/src/lib/code/run-program.ts");
});

test("only numbers and fixed words are put into SQL outside of parameters", () => {
  const raw = sources.flatMap(({ path, source }) =>
    [...source.matchAll(/sql\.raw\((.*?)\)+/g)].map(([, what]) => `${path.replace(/.*\//, "")} ${what}`),
  );
  const numbers = raw.filter((use) => / (?:String\([\w.]+|"\d+"|`\$\{\w+\}`)/.test(use));
  // The schema itself, and names and statements that PostgreSQL has told or that are constants.
  const others = new Set(raw.filter((use) => !numbers.includes(use)).map((use) => use.split(" ", 1)[0]));
  expect([...others].sort()).toEqual([
    "dump.ts",
    "load.ts",
    "migrate.ts",
    "pages.repository.ts",
    "restore-server.ts",
  ]);
});

test("every package comes from the registry in one version, with its hash", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );
  expect(installed.length).toBeGreaterThan(500);
  const strange = installed.filter(
    ([, { integrity = "", resolved = "https://registry.npmjs.org/", version = "" }]) =>
      !/^sha512-/.test(integrity) ||
      !resolved.startsWith("https://registry.npmjs.org/") ||
      !/^\d+\.\d+\.\d+/.test(version),
  );
  expect(strange.map(([path]) => path)).toEqual([]);
  const wanted = [
    "package.json",
    "apps/server/package.json",
    "apps/web/package.json",
    "apps/witness/package.json",
    "packages/contract/package.json",
    "packages/node/package.json",
    "packages/tlog/package.json",
  ]
    .map((path) => JSON.parse(readFileSync(join(root, path), "utf8")))
    .flatMap(({ dependencies = {}, devDependencies = {} }) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    );
  const loose = wanted.filter(
    ([name, version]) =>
      !name.startsWith("@cairn/") && !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-rc\.\d+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});
