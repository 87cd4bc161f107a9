import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp } from "../../support/server/app.ts";
import { entriesIn, leafHash, openCheckpoint, rootFrom, treeHash } from "../../support/server/plain-log.ts";
import { copyRandomLog, type LogCopy, openMembers } from "./random-log.ts";

const largest = 3_000;
/** A tile and one row more, both ends, and other places where tiles begin and end: in every run those that come first. */
const edges = [257, 1, largest, 2, 255, 256, 512, 513];
/** `npm run prove` asks for more. */
const logs = Math.max(3, Number(process.env.LOG_PROOFS ?? 6));
/** Rows that calls make in each log, at most; the rows before them are written into the table of leaves. */
const byCalls = Number(process.env.LOG_CALLS ?? 6);
const timeout = 120_000 + logs * 60_000;

/** Debian's golang-go and golang-golang-x-mod-dev. */
const gocode = "/usr/share/gocode";
const hasGo =
  existsSync(join(gocode, "src/golang.org/x/mod/sumdb/tlog")) && spawnSync("go", ["version"]).status === 0;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const programs = {
  go: (folders: string[]) => ["go", "run", join(import.meta.dirname, "check.go"), ...folders],
  python: (folders: string[]) => ["python3", join(import.meta.dirname, "verify.py"), ...folders],
};

/** Every pair of many logs takes minutes, in which the process of the tests has to answer. */
function run(program: keyof typeof programs, folders: string[]) {
  const [command = "", ...words] = programs[program](folders);
  const env = { ...process.env, GO111MODULE: "off", GOPATH: gocode };
  return new Promise<{ stdout: string; stderr: string; status: unknown }>((resolve) => {
    execFile(command, words, { env }, (error, stdout, stderr) =>
      resolve({ stdout, stderr, status: error ? error.code : 0 }),
    );
  });
}

let folder: string;
let copies: LogCopy[];
/** As often of one to ten rows as of 300 to 3,000: most logs are small, and any size may come. */
const anySize = () => Math.min(largest, Math.floor((largest + 1) ** Math.random()));
const copyOf = (index: number) => join(folder, String(index));
const sum = (of: (copy: LogCopy) => number) => copies.reduce((total, copy) => total + of(copy), 0);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-logs-"));
  copies = [];
  const app = await buildTestApp({ rateLimits: false });
  let site = { db: app.db, store: app.store, members: await openMembers(app) };
  for (let index = 0; index < logs; index += 1) {
    const size = edges[index] ?? anySize();
    // Before the tokens end.
    if (index % 4 === 3) site = { ...site, members: await openMembers(app) };
    copies.push(await copyRandomLog(site, copyOf(index), size, Math.min(size, byCalls)));
  }
  await app.close();
  process.stdout.write(
    `FIGURE ${logs} random logs of 1 to ${largest} rows, ${sum(({ entries }) => entries)} in all; ${sum((copy) => copy.byCalls)} of the rows came from calls, the others were written into the table of leaves; ${sum(({ pictures }) => pictures)} pictures in the texts of ${sum(({ proofs }) => proofs)} published posts\n`,
  );
}, timeout);
afterAll(() => rm(folder, { recursive: true }));

describe("a copy of any log", () => {
  test("is checked in TypeScript, with nothing of Cairn's own", { timeout }, async () => {
    for (const [index, { entries }] of copies.entries()) {
      const read = (path: string) => readFile(join(copyOf(index), path));
      const bundles = join(copyOf(index), "log/tile/entries");
      const names = (await readdir(bundles, { recursive: true }))
        .filter((name) => !name.endsWith(".p"))
        .sort();
      const leaves: Buffer[] = [];
      for (const name of names) leaves.push(...entriesIn(await read(`log/tile/entries/${name}`)));
      expect(leaves).toHaveLength(entries);
      const hashes = leaves.map(leafHash);
      for (const size of await readdir(join(copyOf(index), "seen"))) {
        const [note, key] = [await read(`seen/${size}/checkpoint`), await read(`seen/${size}/key`)];
        const signed = openCheckpoint(String(note), String(key));
        expect(signed.size).toBe(Number(size));
        expect(signed.root).toBe(treeHash(hashes.slice(0, signed.size)).toString("base64"));
      }
      const { root } = openCheckpoint(String(await read("log/checkpoint")), String(await read("log/key")));
      const { inclusion } = JSON.parse(String(await read("made.json")));
      for (const [at, hash] of hashes.entries()) {
        const path = inclusion[at].map((line: string) => Buffer.from(line, "base64"));
        expect(rootFrom(hash, at, entries, path).toString("base64")).toBe(root);
      }
    }
  });

  test.skipIf(!hasGo)(
    "is checked by Go's sumdb, unmodified (not checked: Go is not here, if this is skipped)",
    { timeout },
    async () => {
      const { stdout, stderr, status } = await run(
        "go",
        copies.map((_, index) => copyOf(index)),
      );
      expect([stderr, status]).toEqual(["", 0]);
      const [, pairs] = /(\d+) pairs/.exec(stdout) ?? [];
      expect(stdout).toBe(
        `${logs} logs, ${sum(({ entries }) => entries)} entries, ${pairs} pairs, ${sum(({ proofs }) => proofs)} proofs agree\n`,
      );
      expect(Number(pairs)).toBeGreaterThan(sum(({ pairs }) => pairs));
      process.stdout.write(`FIGURE Go's sumdb/note and sumdb/tlog: ${stdout}`);
    },
  );

  test.skipIf(!hasPython)(
    "is checked in Python as docs/guides/verify.md says (not checked: Python is not here, if this is skipped)",
    { timeout },
    async () => {
      const { stdout, stderr, status } = await run(
        "python",
        copies.map((_, index) => copyOf(index)),
      );
      expect([stderr, status]).toEqual(["", 0]);
      expect(stdout).toBe(
        `${logs} logs, ${sum(({ entries }) => entries)} entries, ${sum(({ pairs }) => pairs)} pairs, ${sum(({ proofs }) => proofs)} proofs agree\n`,
      );
      process.stdout.write(`FIGURE Python, by docs/guides/verify.md: ${stdout}`);
    },
  );
});

/** A post whose reviews name somebody: the salts of an erased reviewer are destroyed. */
async function postWithSalt(copy: string): Promise<string> {
  for (const post of await readdir(join(copy, "content"))) {
    const reviews = await readFile(join(copy, "content", post, "reviews"), "utf8");
    if (reviews.includes('"reviewer_salt":"')) return post;
  }
  throw new Error("no post has a reviewer");
}

describe("a copy with one byte changed", () => {
  /** Of a log with 257 rows, a tile above another and partial ones: a file, and where in it. */
  const changed: [string, (bytes: Buffer) => number][] = [
    ["log/key", ({ length }) => length * 0.6],
    // The root.
    ["log/checkpoint", (bytes) => bytes.indexOf("=\n") - 5],
    ["log/tile/entries/000", ({ length }) => length * 0.6],
    ["log/tile/entries/001.p/1", ({ length }) => length * 0.6],
    ["log/tile/0/000", ({ length }) => length * 0.6],
    ["log/tile/0/001.p/1", ({ length }) => length * 0.6],
    ["log/tile/1/000.p/1", ({ length }) => length * 0.6],
    ["made.json", (bytes) => bytes.indexOf('["') + 5],
    // The entry.
    ["proof", ({ length }) => length * 0.3],
  ];
  /** Go's library knows no cosignatures, and reads no texts. */
  const changedForPython: typeof changed = [
    ["log/checkpoint", ({ length }) => length - 20],
    ["reviews", (bytes) => bytes.indexOf('"reviewer_salt":"') + 20],
  ];
  let folders: string[];
  beforeAll(async () => {
    folders = [];
    for (const [at, [what, placeIn]] of [...changed, ...changedForPython].entries()) {
      const copy = join(folder, `changed-${at}`);
      folders.push(copy);
      await cp(copyOf(edges.indexOf(257)), copy, { recursive: true });
      const post = await postWithSalt(copy);
      const path = join(copy, ["proof", "reviews"].includes(what) ? `content/${post}/${what}` : what);
      const bytes = await readFile(path);
      const place = Math.floor(placeIn(bytes));
      // In hexadecimal or base64 it stays a digit.
      bytes[place] = bytes[place] === 0x31 ? 0x32 : 0x31;
      await writeFile(path, bytes);
    }
  });
  const refused = (stdout: string) => stdout.match(/^changed-\d+(?=: )/gm);
  const names = (count: number) => Array.from({ length: count }, (_, at) => `changed-${at}`);

  test.skipIf(!hasGo)("is refused by Go, whichever it is", async () => {
    expect(refused((await run("go", folders)).stdout)).toEqual(names(changed.length));
  });

  test.skipIf(!hasPython)(
    "is refused by Python, whichever it is, a witness's signature and a reviewer's salt included",
    async () => {
      expect(refused((await run("python", folders)).stdout)).toEqual(names(folders.length));
    },
  );
});
