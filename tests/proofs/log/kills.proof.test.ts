import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signerOf } from "@cairn/node";
import { formatVerifierKey } from "@cairn/tlog";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLogKeys } from "../../../apps/server/src/modules/ledger/log/log-keys.ts";
import { call, callOrNull } from "../../support/call.ts";
import { buildTestApp, password, registerMember, verifiedAdmin } from "../../support/server/app.ts";
import { copyTemplate, openTestDatabase } from "../../support/server/database.ts";
import { entriesIn, leafHash, openCheckpoint, treeHash } from "../../support/server/plain-log.ts";
import { nextLine, startAppProcess, type TestProcess } from "../../support/server/test-process.ts";
import { askWitness, startWitness, type WitnessProcess } from "../../support/witness/process.ts";

/** `npm run prove` asks for more. */
const kills = Number(process.env.CAIRN_PROVE_KILLS ?? 2);
const publicUrl = "http://localhost:5000";
const origin = "localhost:5000/log";

let dataDir: string;
let witnessDir: string;
let witness: WitnessProcess;
let key: string;
const emails = { writer: "", admin: "" };
const running: TestProcess[] = [];

beforeAll(async () => {
  dataDir = await copyTemplate();
  const db = await openTestDatabase({ dataDir });
  const app = await buildTestApp({}, null, { db });
  const admin = await verifiedAdmin(app);
  emails.writer = (await registerMember(app, "TechWriter")).email;
  emails.admin = admin.email;
  await app.http.close();
  app.store.close();
  await db.close();
  key = formatVerifierKey(signerOf(origin, (await readLogKeys(dataDir)).current));
  witnessDir = await mkdtemp(join(tmpdir(), "cairn-witness-"));
  const place = ["--key", join(witnessDir, "key"), "--state", join(witnessDir, "state")];
  witness = await startWitness([...place, "--name", "witness.example", "--log", key]);
});
afterAll(async () => {
  for (const one of running) await one.kill();
  await witness.kill();
  await rm(dataDir, { recursive: true });
  await rm(witnessDir, { recursive: true });
});

async function start(): Promise<{ url: string; server: TestProcess }> {
  const witnesses = `WITNESSES=${witness.key} ${witness.url}`;
  const server = startAppProcess(dataDir, `PUBLIC_URL=${publicUrl}`, witnesses);
  running.push(server);
  return { url: await nextLine(server), server };
}

/** Every checkpoint that is seen anywhere: one root for a size, and in each place never a smaller one. */
const roots = new Map<number, string>();
const newest = { file: 0, witness: 0, served: 0 };
function see(place: keyof typeof newest, note: string): void {
  const { size, root } = openCheckpoint(note, key);
  expect([place, size, roots.get(size) ?? root]).toEqual([place, size, root]);
  expect(size, place).toBeGreaterThanOrEqual(newest[place]);
  roots.set(size, root);
  newest[place] = size;
}
const read = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null; // nothing was signed yet
  }
};
const hash = createHash("sha256").update(origin).digest("hex");
const noteOf = {
  file: () => read(join(dataDir, "log-checkpoint")),
  witness: () => read(join(witnessDir, "state", `${hash}.checkpoint`)),
};

/** Signatures that are being written, or that a kill left half written. */
const drafts = () => readdirSync(dataDir).filter((name) => name.startsWith("log-checkpoint.")).length;

/** When it is killed: soon after one of these. */
const moments = ["sent", "answered", "draft", "signed", "witnessed"] as const;

async function until(moment: (typeof moments)[number], approval: Promise<unknown>): Promise<void> {
  const before = { signed: noteOf.file(), witnessed: noteOf.witness(), drafts: drafts() };
  const turns = async (limit: number) => {
    for (let turn = Math.random() * limit; turn > 0; turn -= 1) await new Promise(setImmediate);
  };
  const hasCome = {
    draft: () => drafts() > before.drafts || noteOf.file() !== before.signed,
    signed: () => noteOf.file() !== before.signed,
    witnessed: () => noteOf.witness() !== before.witnessed,
  };
  if (moment === "sent") return turns(2_000);
  await approval;
  if (moment === "answered") return turns(2_000);
  while (!hasCome[moment]()) await new Promise(setImmediate);
}

test("killed between row, signature and witness, a log has one root for each size and never goes back", {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const places = { "before the row": 0, "before its signature": 0, "before its witness": 0, afterwards: 0 };
  let rows = 0;
  /** Starts it again, and finds out what the kill before interrupted. */
  const restart = async (isFirst: boolean) => {
    const { url, server } = await start();
    const stored = (await call(url, "GET", "/ledger?per_page=1")).body.head?.seq ?? 0;
    if (isFirst) return { url, server };
    if (stored === rows) places["before the row"] += 1;
    else if (newest.file < stored) places["before its signature"] += 1;
    else if (newest.witness < stored) places["before its witness"] += 1;
    else places.afterwards += 1;
    rows = stored;
    if (stored > 0) see("served", await (await fetch(`${url}/log/checkpoint`)).text());
    // What others have seen is never taken back.
    expect(newest.served).toBeGreaterThanOrEqual(newest.witness);
    return { url, server };
  };
  let [writer, admin] = ["", ""];
  for (let life = 0; life < kills; life += 1) {
    const { url, server } = await restart(life === 0);
    const tokenOf = async (email: string) =>
      (await call(url, "POST", "/auth/login", { body: { email, password } })).body.access_token;
    // Before the tokens end.
    if (life % 20 === 0) [writer, admin] = [await tokenOf(emails.writer), await tokenOf(emails.admin)];
    const draft = { title: `Life ${life}`, body: "Some words.", category: "Data Science" };
    const { id } = (await call(url, "POST", "/content", { token: writer, body: draft })).body;
    const body = { revision: 1 };
    const approval = callOrNull(url, "POST", `/admin/content/${id}/approve`, { token: admin, body });
    await until(moments[life % moments.length] ?? "sent", approval);
    await server.kill();
    await approval;
    for (const place of ["file", "witness"] as const) {
      const note = noteOf[place]();
      if (note) see(place, note);
    }
  }

  const { url, server } = await restart(false);
  const items = (await call(url, "GET", "/content?per_page=1")).body;
  expect((await call(url, "GET", `/content/${items[0].id}/proof`)).status).toBe(200);
  see("served", await (await fetch(`${url}/log/checkpoint`)).text());
  expect(newest.served).toBe(rows);
  const bundle = await fetch(`${url}/log/tile/entries/000.p/${rows}`);
  const hashes = entriesIn(Buffer.from(await bundle.arrayBuffer())).map(leafHash);
  for (const [size, root] of roots) {
    expect([size, root]).toEqual([size, treeHash(hashes.slice(0, size)).toString("base64")]);
  }
  await server.kill();
  const seen = await askWitness(`${witness.url}/${hash}/checkpoint`);
  see("witness", seen.body);
  const counted = Object.entries(places).map(([place, count]) => `${count} ${place}`);
  process.stdout.write(
    `FIGURE ${kills} kill -9 of a log with a witness (${counted.join(", ")}): ${roots.size} sizes seen signed, each with one root, never a smaller one\n`,
  );
});
