import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../setup/paths.mjs";
import { sourcesOf } from "./asvs-sources.mjs";

// What nobody may do in the code, except in the files that are named.

const sources = sourcesOf();

/**
 * @param {RegExp} pattern
 * @param {string[]} allowed
 */
const isOnlyIn = (pattern, ...allowed) =>
  expect(sources.filter(({ source }) => pattern.test(source)).map(({ path }) => path)).toEqual(allowed);

test("the rules are about the whole code", () => {
  expect(sources.length).toBeGreaterThan(400);
});

test("no text is run as code", () => {
  isOnlyIn(/\beval\(|\bnew Function\(|"node:vm"|set(?:Timeout|Interval)\(\s*["'`]/);
});

test("no program is started but the one that makes pictures, and by no shell", () => {
  isOnlyIn(/"node:child_process"/, "apps/server/src/modules/media/pictures/picture-process.ts");
  isOnlyIn(/\bshell: (?:true|["'`])/);
});

test("nothing is encrypted by hand", () => {
  isOnlyIn(/createCipher|createDecipher|publicEncrypt|subtle\.(?:en|de)crypt/);
});

test("no hash is weaker than SHA-256", () => {
  isOnlyIn(/create(?:Hash|Hmac)\((?!"sha256")|subtle\.digest\((?!"SHA-256")/);
});

test("no certificate goes unchecked", () => {
  isOnlyIn(/rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity/);
});

test("chance that could be guessed decides about pauses alone", () => {
  isOnlyIn(/Math\.random/, "apps/server/src/modules/feeds/refresher.ts", "apps/web/src/lib/live-line.ts");
});

test("no pattern is made out of words that somebody sent", () => {
  // Its words are a constant of ours.
  isOnlyIn(/\bRegExp\(/, "apps/server/src/lib/mark-cookie.ts");
});

test("HTML is put into a page in one place alone, which cleans it", () => {
  const ways = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/;
  isOnlyIn(ways, "apps/web/src/ui/SafeHtml.tsx");
});

test("windows do not talk to each other", () => {
  isOnlyIn(/window\.postMessage|\.opener\b|addEventListener\("message"|onmessage/);
});

test("what is not a value in a statement is a number or a word of ours", () => {
  const raw = sources.flatMap(({ path, source }) =>
    [...source.matchAll(/sql\.raw\((.*?)\)+/g)].map(([, what]) => `${path.replace(/.*\//, "")} ${what}`),
  );
  const numbers = raw.filter((use) => / (?:String\([\w.]+|"\d+"|`\$\{\w+\}`)/.test(use));
  // The schema itself, and names that PostgreSQL has told or that are constants.
  const others = raw.filter((use) => !numbers.includes(use)).map((use) => use.split(" ", 1)[0]);
  expect(others).toEqual(["dump.ts", "load.ts", "migrate.ts"]);
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
    "packages/contract/package.json",
  ]
    .map((path) => JSON.parse(readFileSync(join(root, path), "utf8")))
    .flatMap(({ dependencies = {}, devDependencies = {} }) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    );
  const loose = wanted.filter(
    ([name, version]) => !name.startsWith("@cairn/") && !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});
