import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../../tests/support/server/database.ts";
import { formatCheckpoint } from "./checkpoint.ts";
import { consistencyProof, inclusionProof, rootOf } from "./merkle.ts";
import { formatVerifierKey, signerOf, signNote } from "./signed-note.ts";

/** Debian's golang-go and golang-golang-x-mod-dev. */
const gocode = "/usr/share/gocode";
const hasGo =
  existsSync(join(gocode, "src/golang.org/x/mod/sumdb/tlog")) && spawnSync("go", ["version"]).status === 0;
const program = join(import.meta.dirname, "../../../../../tests/support/server/programs/check-log.go");

const randomBelow = (limit: number) => Math.floor(Math.random() * limit);
const base64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString("base64"));

/** So many rows, appended in transactions of any length, as the database stores their tiles, with our proofs. */
async function makeLog(db: TestDatabase, size: number) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const table of ["ledger_leaves", "log_tiles"])
      await tx.execute(sql`delete from ${sql.identifier(table)}`);
  });
  for (let made = 0; made < size; ) {
    const next = Math.min(size, made + 1 + randomBelow(400));
    await db.query.execute(sql`
      insert into ledger_leaves select n, 'é ' || n, sha256(n::text::bytea)
      from generate_series(${made + 1}::int, ${next}::int) n`);
    made = next;
  }
  const { rows } = await db.query.execute<{ place: string; hashes: string }>(
    sql`select level || '/' || index as place, encode(hashes, 'hex') as hashes from log_tiles`,
  );
  const tiles = new Map(rows.map(({ place, hashes }) => [place, Buffer.from(hashes, "hex")]));
  const read = async (level: number, index: number) => tiles.get(`${level}/${index}`) ?? Buffer.alloc(0);
  const signer = signerOf("cairn.example/log", randomBytes(32));
  const inclusion: string[][] = [];
  for (let index = 0; index < size; index += 1)
    inclusion.push(base64(await inclusionProof(read, index, size)));
  const consistency: { Old: number; Size: number; Proof: string[] }[] = [];
  for (let count = 0; count < 300; count += 1) {
    const Size = 1 + randomBelow(size);
    const Old = 1 + randomBelow(Size);
    consistency.push({ Old, Size, Proof: base64(await consistencyProof(read, Old, Size)) });
  }
  return {
    key: formatVerifierKey(signer),
    note: signNote(formatCheckpoint({ origin: signer.name, size, root: await rootOf(read, size) }), [signer]),
    leaves: Array.from({ length: size }, (_, index) => `é ${index + 1}`),
    tiles: Object.fromEntries([...tiles].map(([place, hashes]) => [place, hashes.toString("base64")])),
    inclusion,
    consistency,
  };
}

test.skipIf(!hasGo)(
  "Go's sumdb reads our notes and tiles, and makes the same proofs (needs golang-go and golang-golang-x-mod-dev)",
  async () => {
    const db = await openTestDatabase();
    const logs: Awaited<ReturnType<typeof makeLog>>[] = [];
    for (const size of [1, 2, 256, 257, 1 + randomBelow(1_500)]) logs.push(await makeLog(db, size));
    await db.remove();
    const { status, stdout, stderr } = spawnSync("go", ["run", program], {
      input: JSON.stringify(logs),
      env: { ...process.env, GO111MODULE: "off", GOPATH: gocode },
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const leaves = logs.reduce((total, one) => total + one.leaves.length, 0);
    expect(stdout).toBe(`${logs.length} logs, ${leaves} leaves, ${logs.length * 300} pairs agree\n`);
  },
  300_000,
);
