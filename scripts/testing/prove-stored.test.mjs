import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { differences } from "../../tests/support/promises/described-data.ts";
import { copyKeptSites } from "../../tests/support/site/kept-sites.ts";
import { checkSite } from "../../tests/support/site/operator.ts";
import { judge } from "../../tests/support/writes/stored.ts";

describe("the report of the kill proof", () => {
  const kept = { kind: "edit", mark: "kept", acknowledged: true };
  const unanswered = { kind: "approval", mark: "1 1", acknowledged: false };
  const takenBack = { kind: "comment", mark: "gone", acknowledged: true, undone: { acknowledged: true } };
  const maybeGone = { kind: "like", mark: "1 2", acknowledged: true, undone: { acknowledged: false } };
  const writes = /** @type {any[]} */ ([kept, unanswered, takenBack, maybeGone]);
  const counted = (/** @type {Record<string, number>} */ counts) =>
    judge(writes, new Map(Object.entries(counts)));

  test.each([
    ["with what had no answer", { "edit kept": 1, "approval 1 1": 1, "like 1 2": 1 }],
    ["without it", { "edit kept": 1 }],
  ])("is empty when nothing is missing %s", (_case, counts) => {
    expect(counted(/** @type {any} */ (counts))).toEqual({ lost: [], doubled: [] });
  });

  test("names an acknowledged row that is missing", () => {
    expect(counted({}).lost).toEqual(["edit kept"]);
  });

  test("names writes that were done twice, acknowledged or not", () => {
    expect(counted({ "edit kept": 2, "approval 1 1": 2 }).doubled).toEqual(["edit kept", "approval 1 1"]);
  });

  test("names rows that remain after an acknowledged deletion", () => {
    expect(counted({ "edit kept": 1, "comment gone": 1 }).doubled).toEqual(["comment gone"]);
  });
});

describe("the check of stored data", () => {
  let sites = "";
  let dataDir = "";
  beforeAll(async () => {
    sites = await copyKeptSites();
    dataDir = join(sites, "demo");
  }, 120_000);
  afterAll(() => rmSync(sites, { recursive: true }));

  test("passes on unchanged data", async () => {
    expect(await checkSite({ dataDir })).toBeNull();
  });

  test("fails on a wrong counter, a changed byte in a file, and text other than the ledger's", async () => {
    const [file = ""] = readdirSync(join(dataDir, "media")).filter((name) => name.endsWith(".pdf"));
    const bytes = readFileSync(join(dataDir, "media", file));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(join(dataDir, "media", file), bytes);
    const db = await PGlite.create({ dataDir: join(dataDir, "db"), extensions: { pg_trgm } });
    await db.exec(`
      set session_replication_role = replica;
      update content set likes = likes + 1 where id = 1;
      update decision_reasons set reason = 'Another reason.' where seq = (select min(seq) from decision_reasons);`);
    await db.close();

    const misfits = await checkSite({ dataDir });

    expect(misfits).toMatch(/likes of item 1: \d+ is stored, \d+ is correct/);
    expect(misfits).toContain(`${file} has changed since it was stored`);
    expect(misfits).toContain("Ledger: 1 PROBLEM");
  });

  test("fails on unreadable data", async () => {
    expect(await checkSite({ dataDir: join(dataDir, "nowhere") })).not.toBeNull();
  });
});

describe("two descriptions of data", () => {
  const before = ["users: 2 rows 1f", "file aa"];

  test("have no difference when they are equal", () => {
    expect(differences([...before], before)).toEqual([]);
  });

  test("differ in a changed row, a missing file and a table that is new", () => {
    expect(differences(["users: 2 rows 2e", "likes: 1 rows 3d"], before)).toEqual([
      "users: 2 rows 2e",
      "likes: 1 rows 3d",
      "instead of users: 2 rows 1f",
      "instead of file aa",
    ]);
  });
});
