import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { consistencyProof, cosignerOf, inclusionProof, newSeed, signerOf } from "@cairn/node";
import { formatVerifierKey, type TileReader, tileWidth, toBase64 } from "@cairn/tlog";
import { ledgerLeaves } from "../../../apps/server/src/db/schema.ts";
import { genesisHash, hashLeaf, leafOf } from "../../../apps/server/src/modules/ledger/ledger-hash.ts";
import { tilesOf } from "../../../apps/server/src/modules/ledger/log/log.repository.ts";
import {
  type LogKeys,
  newLogKey,
  parseLogKeys,
} from "../../../apps/server/src/modules/ledger/log/log-keys.ts";
import { openWitness } from "../../../apps/witness/src/witness.ts";
import { createWitnessServer } from "../../../apps/witness/src/witness-server.ts";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "../../support/server/app.ts";
import type { TestDatabase } from "../../support/server/database.ts";
import { sendForm } from "../../support/server/forms.ts";
import { makeLogTiles } from "../../support/server/log-tiles.ts";
import { png } from "../../support/server/media.ts";

/** What a folder holds of a log. */
export interface LogCopy {
  readonly entries: number;
  /** Of them, rows that calls made; the others were written into the table of leaves. */
  readonly byCalls: number;
  /** Pairs of sizes for which made.json has Cairn's proof. */
  readonly pairs: number;
  /** Downloaded proofs of posts. */
  readonly proofs: number;
  /** Pictures in the texts of these posts. */
  readonly pictures: number;
}

const randomBelow = (limit: number) => Math.floor(Math.random() * limit);
const oneOf = <Thing>(things: readonly Thing[]): Thing | undefined => things[randomBelow(things.length)];
const hash = (text: string) => createHash("sha256").update(text).digest();
const base64 = (hashes: readonly Uint8Array[]) => hashes.map(toBase64);

/** Up to this size made.json has every pair of sizes. */
const allPairs = 40;
const somePairs = 300;

/**
 * Lets a log of `size` rows grow in a database whose log and posts are erased first, its last `byCalls` rows by random
 * calls of writers and admins. Copies what the site serves of it into the folder: a file for each address, checkpoints of
 * before in `seen`, in `made.json` Cairn's own proofs of every entry and of pairs of sizes, and in `witnesses` the key of
 * the one that has cosigned all this.
 */
export async function copyRandomLog(
  { db, store, members }: Pick<TestApp, "db" | "store"> & { members: Members },
  folder: string,
  size: number,
  byCalls: number,
): Promise<LogCopy> {
  const keys = [newLogKey(), newLogKey()] as const;
  const witness = await watchLog(join(folder, "witness"), keys);
  const settings = {
    publicUrl: "https://cairn.example",
    rateLimits: false,
    witnesses: [{ key: witness.key, url: witness.url }],
  };
  const on = (logKeys: LogKeys | null) => buildTestApp({ ...settings, logKeys }, null, { db, store });
  await forgetLog(db);
  const first = await on(parseLogKeys(keys[0]));
  let app = first;
  const save = async (path: string, bytes: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  const get = async (path: string): Promise<Buffer> => {
    const { statusCode, rawPayload } = await app.http.inject(`/${path}`);
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`);
    return rawPayload;
  };
  let entries = 0;
  let ahead = 0;
  let isSigned = false;
  const look = async () => {
    app.passTime(1_000);
    ahead += 1_000;
    await app.publicLog.sign();
    await app.publicLog.cosign();
    isSigned = true;
    await save(`seen/${entries}/checkpoint`, await get("log/checkpoint"));
    await save(`seen/${entries}/key`, await get("log/key"));
  };

  await app.publicLog.begin();
  while (entries < size - byCalls) {
    const count = Math.min(size - byCalls - entries, 1 + randomBelow(400));
    await appendRows(app, entries, count);
    entries += count;
    await look();
  }
  const history = beginHistory(members);
  /** Makes the first of these decisions; the account is erased before the log is copied. */
  const leaver = await verifiedAdmin(app);
  let leavers = size > 1 && byCalls > 1 ? 1 : 0;
  while (entries < size) {
    const isLast = entries === size - 1;
    // Before the first signature any key may be taken, and no row says so.
    if (isSigned && app === first && !isLast && Math.random() < 0.5 / byCalls) {
      app = await on(parseLogKeys(`${keys[1]}\n${keys[0]}`));
      app.passTime(ahead + 1_000);
      await app.publicLog.begin();
      entries += 1;
    } else {
      // A copy without anything published has no proof to change, and the last row may take the only one back.
      const by = leavers > 0 ? leaver.access_token : undefined;
      leavers = 0;
      await history.decide(app, isLast && history.published().length < 2, by);
      entries += 1;
    }
    if (entries === size || Math.random() < 5 / byCalls) await look();
  }

  await app.operator.erase(leaver.email, { posts: "keep", isNow: true });
  await save("witnesses", `${formatVerifierKey(witness.key)}\n`);
  for (const path of ["log/key", "log/checkpoint", ...tilesIn(size)]) await save(path, await get(path));
  const posts = history.published();
  let pictures = 0;
  for (const post of posts) {
    await save(`content/${post}/proof`, await get(`content/${post}/proof`));
    await save(`content/${post}/reviews`, await get(`content/${post}/reviews`));
    const canonical = await get(`content/${post}/canonical`);
    await save(`content/${post}/canonical`, canonical);
    for (const { key } of JSON.parse(String(canonical)).pictures ?? []) {
      await save(`media/${key}`, await get(`media/${key}`));
      pictures += 1;
    }
  }
  const made = await proofsOf(app, size);
  await save("made.json", JSON.stringify(made));
  if (app !== first) await app.http.close();
  await first.http.close();
  await witness.close();
  return { entries, byCalls, pairs: made.consistency.length, proofs: posts.length, pictures };
}

async function forgetLog(db: TestDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute("set local session_replication_role = replica");
    await tx.execute(
      "truncate ledger_leaves, ledger, log_tiles, log_checkpoint, log_cosignatures, content cascade",
    );
  });
  await rm(join(db.dataDir, "log-checkpoint"), { force: true });
}

/** A witness of the log with these keys, in this process. */
async function watchLog(stateDir: string, keys: readonly string[]) {
  const key = cosignerOf("witness.example", newSeed(), () => new Date());
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  const logs = keys.flatMap((line) => {
    const seed = parseLogKeys(line)?.current;
    return seed ? [signerOf("cairn.example/log", seed)] : [];
  });
  await mkdir(stateDir, { recursive: true });
  const server = createWitnessServer(await openWitness({ signer: key, logs, stateDir, report }), report);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    key,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Addresses of all tiles of a tree of this size. */
function tilesIn(size: number): string[] {
  const paths: string[] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / tileWidth)) {
    for (let first = 0; first < count; first += tileWidth) {
      const width = Math.min(tileWidth, count - first);
      const tile = `${String(first / tileWidth).padStart(3, "0")}${width < tileWidth ? `.p/${width}` : ""}`;
      paths.push(`log/tile/${level}/${tile}`, ...(level === 0 ? [`log/tile/entries/${tile}`] : []));
    }
  }
  return paths;
}

/** Rows as decisions make them, about posts that do not exist, in one transaction. */
async function appendRows(app: TestApp, before: number, count: number): Promise<void> {
  const [newest] = (
    await app.db.query.execute<{ hash: string }>(
      "select encode(hash, 'hex') as hash from ledger_leaves order by seq desc limit 1",
    )
  ).rows;
  let previousHash: Buffer = newest ? Buffer.from(newest.hash, "hex") : genesisHash;
  const rows: (typeof ledgerLeaves.$inferInsert)[] = [];
  for (let seq = before + 1; seq <= before + count; seq += 1) {
    const decision = oneOf(["approved", "approved", "flagged", "removed"] as const) ?? "approved";
    const leaf = leafOf({
      seq,
      contentId: 1_000_000 + randomBelow(1_000),
      revisionNumber: 1 + randomBelow(9),
      revisionHash: hash(`revision ${seq}`),
      mediaHash: Math.random() < 0.3 ? hash(`media ${seq}`) : null,
      decision,
      reviewerId: 1 + randomBelow(5),
      reviewerSalt: hash(`salt ${seq}`),
      reviewerCommitment: null,
      reasonCommitment: decision === "approved" ? null : hash(`reason ${seq}`),
      decidedAt: new Date(1_750_000_000_000 + seq * 61_007),
      previousHash,
    });
    previousHash = hashLeaf(leaf);
    rows.push({ seq, leaf, hash: previousHash });
  }
  await app.db.transaction(async (tx) => {
    await tx.insert(ledgerLeaves).values(rows);
    await makeLogTiles(tx);
  });
}

interface Members {
  /** Access tokens, each with the key of a picture that the writer may use. */
  readonly writers: { token: string; picture: string }[];
  /** Access tokens. */
  readonly admins: string[];
}

export async function openMembers(app: TestApp): Promise<Members> {
  const members: Members = { writers: [], admins: [] };
  for (let count = 0; count < 2; count += 1) {
    const { access_token: token } = await registerMember(app, "TechWriter");
    const fields = { alt: "A pile of stones" };
    const { body } = await sendForm(app, "POST", "/pictures", { token, fields, file: await png() });
    members.writers.push({ token, picture: body.key });
    const admin = await verifiedAdmin(app);
    members.admins.push(admin.access_token);
  }
  return members;
}

interface Post {
  readonly id: number;
  readonly author: string;
  latest: number;
  /** Number of the revision that waits; null if none does. */
  waiting: number | null;
  published: number | null;
}

/** Writers and admins who do anything that leads to a row. */
function beginHistory({ writers, admins }: Members) {
  const posts: Post[] = [];
  const words = () => `${oneOf(["Größe", "深い木", "A proof", "Trees"])} ${randomBelow(1e9)}`;

  async function call(
    app: TestApp,
    method: "POST" | "PATCH" | "DELETE",
    url: string,
    token: string,
    body?: object,
  ) {
    const answer = await app.call(method, url, { token, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  async function write(app: TestApp): Promise<Post> {
    const { token: author, picture } = oneOf(writers) ?? { token: "", picture: "" };
    const shown = Math.random() < 0.5 ? `\n\n![Stones](picture:${picture})` : "";
    const language = oneOf([undefined, "en", "fr", "ar"]);
    const draft = { title: words(), body: `**${words()}**${shown}`, category: "Data Science" };
    const { id } = await call(app, "POST", "/content", author, { ...draft, ...(language && { language }) });
    const post = { id, author, latest: 1, waiting: 1, published: null };
    posts.push(post);
    return post;
  }
  async function edit(app: TestApp, post: Post): Promise<void> {
    await call(app, "PATCH", `/content/${post.id}`, post.author, { title: words() });
    post.latest += 1;
    post.waiting = post.latest;
  }

  return {
    /** Adds one row; an approval if it has to be. */
    async decide(app: TestApp, mustApprove: boolean, by?: string): Promise<void> {
      const known = Math.random() < 0.5 ? oneOf(posts) : undefined;
      const post = known ?? (await write(app));
      if (known && Math.random() < 0.5) await edit(app, post);
      const token = by ?? oneOf(admins) ?? "";
      const chance = mustApprove ? 0.5 : Math.random();
      if (chance < 0.1) {
        const body = Math.random() < 0.5 ? { reason: words() } : undefined;
        await call(app, "DELETE", `/admin/content/${post.id}`, token, body);
        posts.splice(posts.indexOf(post), 1);
      } else if (chance < 0.7 || (post.waiting ?? post.published) === null) {
        if (post.waiting === null) await edit(app, post);
        await call(app, "POST", `/admin/content/${post.id}/approve`, token, { revision: post.waiting });
        post.published = post.waiting;
        post.waiting = null;
      } else {
        await call(app, "POST", `/admin/content/${post.id}/flag`, token, { reason: words() });
        // A refused edit leaves what is public.
        if (post.waiting === null) post.published = null;
        post.waiting = null;
      }
    },
    published: () => posts.filter(({ published }) => published !== null).map(({ id }) => id),
  };
}

async function proofsOf(app: TestApp, size: number) {
  const stored = tilesOf(app.db.query);
  const known = new Map<string, Promise<Uint8Array>>();
  const read: TileReader = (level, index, width) => {
    const place = `${level}/${index}`;
    const tile = known.get(place) ?? stored(level, index, width);
    known.set(place, tile);
    return tile;
  };
  const inclusion: string[][] = [];
  for (let index = 0; index < size; index += 1)
    inclusion.push(base64(await inclusionProof(read, index, size)));
  const consistency: { old: number; size: number; proof: string[] }[] = [];
  const prove = async (old: number, later: number) =>
    consistency.push({ old, size: later, proof: base64(await consistencyProof(read, old, later)) });
  if (size <= allPairs) {
    for (let later = 1; later <= size; later += 1)
      for (let old = 1; old <= later; old += 1) await prove(old, later);
  } else {
    for (let count = 0; count < somePairs; count += 1) {
      const later = 1 + randomBelow(size);
      await prove(1 + randomBelow(later), later);
    }
  }
  return { inclusion, consistency };
}
