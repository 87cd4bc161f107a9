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

test.each([
  ["the call of an async function at its end", "async function main() { throw new Error('x'); } main();"],
  ["a rejection", "Promise.reject(new Error('x'));"],
  ["a reaction", "Promise.resolve().then(() => { throw new Error('x'); }); 1"],
  ["a reaction to a rejection", "Promise.reject(1).catch(() => { throw new Error('x'); }); 1"],
  ["one of several", "Promise.all([1, Promise.reject(new Error('x'))]); 1"],
  ["a timer", "setTimeout(async () => { throw new Error('x'); }, 10);"],
  ["a microtask", "queueMicrotask(() => { throw new Error('x'); });"],
  [
    "a rejection that is handled too late",
    "const p = Promise.reject(new Error('x')); setTimeout(() => p.catch(() => 1));",
  ],
])("%s that fails, and that nothing handles, ends a block as it ends Node.js", async (_what, code) => {
  expect(await run([code])).toEqual([{ end: "threw", output: "Error: x" }]);
});

test("a module that waits for what never comes has failed", async () => {
  const code = "await new Promise(() => {}); throw new Error('x');";
  expect(await run([code])).toEqual([{ end: "threw", output: "It waits for something that never comes." }]);
});

test.each([
  "Promise.reject(1).catch(() => console.log('ok'));",
  "const p = Promise.reject(1); p.finally(() => 2).catch(() => console.log('ok'));",
  "try { await Promise.reject(1); } catch { console.log('ok'); }",
  "const p = Promise.reject(1); try { await p; } catch { console.log('ok'); }",
  "async function f() { throw 1; } f().then(null, () => console.log('ok'));",
  "async function f() { return Promise.reject(1); } f().catch(() => console.log('ok'));",
  "const all = await Promise.allSettled([Promise.reject(1)]); console.log(all.length && 'ok');",
  "await Promise.any([Promise.reject(1), 2]); console.log('ok');",
  "for await (const one of [Promise.resolve('ok')]) console.log(one);",
  "class Own extends Promise {} try { await Own.reject(1); } catch { console.log('ok'); }",
  "const p = Promise.resolve(); console.log(p.constructor === Promise && p.then.name === 'then' && 'ok');",
  "new Promise(() => {}); console.log('ok');",
])("a promise that is handled ends nothing: %s", async (code) => {
  expect(await run([code])).toEqual([{ end: "ran", output: "ok" }]);
});

test("microtasks run in the order of Node.js", async () => {
  const code =
    "const log = (x) => () => console.log(x); const p = Promise.resolve();" +
    "(async () => { await p; log(1)(); await p; log(3)(); })(); p.then(log(2)).then(log(4)); (async () => p)().then(log(6));" +
    "p.then(() => {}).then(() => {}).then(log(5));";
  expect((await run([code]))[0]?.output).toBe([1, 2, 3, 4, 6, 5].join("\n"));
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
