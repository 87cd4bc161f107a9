import type { ProgramKind } from "../../../apps/server/src/modules/checks/cage/tasks.ts";

export interface HostileProgram {
  readonly kind: ProgramKind;
  readonly code: string;
}

/** What a program prints that has reached what it must not reach. */
export const escapeMark = "ESCAPED";

/** Names of browsers and of Node.js that reach out of the engine. */
export const outsideNames = [
  ...[
    "process",
    "require",
    "module",
    "Buffer",
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "Worker",
    "WebAssembly",
  ],
  ...["importScripts", "postMessage", "std", "os", "scriptArgs", "print", "navigator", "document", "window"],
];

const loops = [
  "for (;;);",
  "while (true) Math.random();",
  "(function f() { return Promise.resolve().then(f); })();",
];
const allocations = [
  "const a = []; for (;;) a.push(new Array(10000).fill(1));",
  "const a = []; for (;;) a.push(new ArrayBuffer(1 << 20));",
  "const o = {}; for (let i = 0; ; i++) o['k' + i] = i;",
  "let s = 'x'; for (;;) s = s + s + Math.random();",
  "for (;;) console.log('x'.repeat(100000));",
];
const recursions = [
  "(function f() { f(); f(); })();",
  "let a = []; for (let i = 0; i < 100000; i++) a = [a]; JSON.stringify(a);",
  "eval('('.repeat(100000));",
  "const p = new Proxy({}, { get: (target, key, self) => self[key] }); p.x;",
];
const regexBombs = [
  "/(a+)+$/.test('a'.repeat(40) + 'b');",
  "/(?:a?){50}a{50}/.test('a'.repeat(49));",
  "/^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(60));",
];
/** Built in, and never interrupted by the engine itself. */
const natives = [
  "[].sort.call({ length: 2 ** 53 - 1 });",
  "Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1);",
];
const tricks = [
  "Object.prototype.toString = () => { for (;;); }; console.log({}); throw {};",
  "Array.prototype.join = Array.prototype.push = () => { for (;;); }; console.log(1);",
  "Promise.prototype.then = function () { for (;;); }; await 1;",
  "throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } });",
];
/** Prints the mark if the code's value is something. */
const reaches = (code: string) =>
  `let found; try { found = ${code}; } catch {}\nif (found) console.log("${escapeMark}");`;
const escapes = [
  "[].constructor.constructor('return typeof process === \"object\" && process')()",
  "console.log.constructor('return this.process')()",
  "Function('return typeof require === \"function\"')()",
  "globalThis.constructor.constructor('return typeof fetch === \"function\"')()",
  "(0, eval)('typeof WebAssembly !== \"undefined\"')",
  "await import('node:fs')",
  "await import('std')",
  "await import('file:///etc/passwd')",
].map(reaches);

const scripts = [...loops, ...allocations, ...recursions, ...regexBombs, ...natives, ...tricks, ...escapes];
const others: HostileProgram[] = [
  { kind: "javascript", code: "import fs from 'node:fs'; console.log('ESCAPED');" },
  { kind: "regex", code: `/(a+)+$/\n- ${"a".repeat(40)}b` },
  { kind: "json", code: "[".repeat(40_000) },
  { kind: "yaml", code: `${"[".repeat(20_000)}` },
  { kind: "typescript", code: `${"(".repeat(30_000)}` },
  { kind: "python", code: `${"(".repeat(40_000)}` },
];

const readsFile = (expression: string) => `select '${escapeMark}' where ${expression} like 'root:%'`;
/** Each gets a process of its own, which is seconds of work. */
const queries = [
  "select pg_sleep(60)",
  `copy (select '${escapeMark}') to program 'cat'`,
  `create table p (line text); copy p from '/etc/passwd'; select '${escapeMark}' from p where line like 'root:%'`,
  "do $$ begin loop end loop; end $$",
  "create table filled as select repeat(md5(i::text), 100) from generate_series(1, 100000000) i",
  "select string_agg(repeat('x', 1000000), '') from generate_series(1, 1000)",
  "with recursive r as (select 1 as n union all select n from r) select count(*) from r",
  readsFile("pg_read_file('/etc/passwd')"),
  readsFile("convert_from(lo_get(lo_import('/etc/passwd')), 'UTF8')"),
  "select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b",
  `create extension dblink; select '${escapeMark}' from dblink('host=127.0.0.1', 'select 1') as t (n int)`,
  "select regexp_count(repeat('a', 50000) || 'b', '(a+)+$')",
];

/** As many as asked for, each with other words before it. */
export const hostileQueries = (count: number): HostileProgram[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: "sql",
    code: `select ${index} as n; ${queries[index % queries.length]}`,
  }));

/** Other ways to come to the same code. */
const ways: ((code: string) => string)[] = [
  (code) => code,
  (code) => `(async () => {\n${code}\n})();`,
  (code) => `setTimeout(async () => {\n${code}\n}, 1);`,
  (code) => `Promise.reject(1).catch(async () => {\n${code}\n});`,
  (code) => `(async () => (0, eval)(${JSON.stringify(`(async () => {${code}\n})()`)}))();`,
  (code) => `Object.getPrototypeOf(async () => {}).constructor(${JSON.stringify(code)})();`,
  (code) => `[1].map(async () => {\n${code}\n});`,
  (code) => `class A { static { (async () => {\n${code}\n})(); } }`,
  (code) => `new Proxy({}, { get: async () => {\n${code}\n} }).x;`,
  (code) => `(async function* () {\n${code}\nyield 1; })().next();`,
];

/** As many as asked for: each program once, then in other ways, then after code that fills some of the heap first. */
export function hostilePrograms(count: number): HostileProgram[] {
  const made: HostileProgram[] = [];
  for (let round = 0; made.length < count; round += 1) {
    const way = ways[round % ways.length] ?? ((code: string) => code);
    const before = round < ways.length ? "" : `globalThis.kept = new Array(${round * 10_000}).fill(0);\n`;
    if (round === 0) made.push(...others);
    made.push(...scripts.map((code) => ({ kind: "javascript" as const, code: `${before}${way(code)}` })));
  }
  return made.slice(0, count);
}
