import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { beforeAll, expect, test } from "vitest";
import { startScripts } from "./interpreter.ts";

let wasm: ArrayBuffer;
beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  wasm = new Uint8Array(await readFile(file)).buffer;
});

/** The results of blocks that run one after another. */
async function run(codes: readonly string[], { hasTypes = false, isRun = true } = {}) {
  const runBlock = await startScripts(wasm, hasTypes);
  const results = [];
  for (const code of codes) results.push(await runBlock({ code, isRun }));
  return results;
}

test.each([
  ["console.log([1, 'two'], { three: 3n })", "[ 1, 'two' ] { three: 3n }"],
  ["console.log(new Map([['a', 1]]), new Set([null]))", "Map(1) { 'a' => 1 } Set(1) { null }"],
  ["console.log('a', -0, Symbol('s'), undefined, x => x)", "a -0 Symbol(s) undefined [Function (anonymous)]"],
  ["console.log({ get a() { return 1; } }, new Error('no'))", "{ a: [Getter] } Error: no"],
  ["setTimeout(() => console.log('later'), 9e6);\nconsole.log(await 'now');", "now\nlater"],
])("%s prints as Node.js does", async (code, output) => {
  expect(await run([code])).toEqual([{ end: "ran", output }]);
});

test("blocks of a session share their names, and each has its own output", async () => {
  expect(await run(["const a = [1]; console.log('first')", "a.push(2); console.log(a)"])).toEqual([
    { end: "ran", output: "first" },
    { end: "ran", output: "[ 1, 2 ]" },
  ]);
});

test("types are taken away, and not checked", async () => {
  const code = "enum Size { Small }\nconst n: number = 'x';\nconsole.log(Size[0] satisfies string, n);";
  expect(await run([code], { hasTypes: true })).toEqual([{ end: "ran", output: "Small x" }]);
  expect(await run(["const a: = 1"], { hasTypes: true })).toMatchObject([{ end: "broken" }]);
});

test("an error ends a block after what it printed, and code that does not parse says why", async () => {
  const results = await run([
    "console.log(1); throw new RangeError('too far')",
    "await Promise.reject(new Error('late'))",
    "for (;;",
  ]);
  expect(results.slice(0, 2)).toEqual([
    { end: "threw", output: "1\nRangeError: too far" },
    { end: "threw", output: "Error: late" },
  ]);
  expect(results[2]).toMatchObject({ end: "broken", output: /^SyntaxError/ });
});

test("what is only parsed does not run", async () => {
  expect(await run(["for (;;);", "await 1"], { isRun: false })).toEqual([
    { end: "parsed", output: "" },
    { end: "parsed", output: "" },
  ]);
});

const outside =
  "process require module fetch XMLHttpRequest WebSocket Worker importScripts postMessage std os navigator document window self";
test.each(outside.split(" "))("a script finds no %s", async (name) => {
  expect(await run([`console.log(typeof ${name})`])).toEqual([{ end: "ran", output: "undefined" }]);
});

test.each([
  "const a = []; for (;;) a.push(new Array(10000).fill(1));",
  "let s = 'x'; for (;;) s = s + s;",
  "(function f() { f(); f(); })();",
])("%s ends with an error of the program", async (code) => {
  const [result] = await run([code]);
  expect(result).toMatchObject({ end: "threw", output: /out of memory|stack overflow|too long/ });
});

test("an error whose message throws is said to be one that cannot be shown", async () => {
  const code = "throw Object.defineProperty(new Error(), 'message', { get() { throw 1; } });";
  expect(await run([code])).toEqual([
    { end: "threw", output: "It ended with an error that cannot be shown." },
  ]);
});
