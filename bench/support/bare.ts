import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { verify } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import Fastify from "fastify";
import pino from "pino";
import { openDatabase } from "../../apps/server/src/db/database.ts";

// A program: what each kind of work costs without Cairn. It answers the bytes that it is given for an address, stores a
// row with one INSERT, compares a password, and writes an upload to the disk.

export interface KeptAnswer {
  readonly type: string;
  readonly encoding: string | null;
  readonly bytes: Uint8Array;
}
export type BareMessage =
  | { readonly row: string; readonly answers: ReadonlyMap<string, KeptAnswer> }
  | { readonly passwordHash: string };

/** Where the rows of the INSERT go: a PostgreSQL's address, or the folder of an embedded engine. */
const [kind, where = ""] = process.argv.slice(2);
const answers = new Map<string, KeptAnswer>();
let passwordHash = "";

process.on("message", (message: BareMessage) => {
  if ("passwordHash" in message) passwordHash = message.passwordHash;
  else {
    for (const [path, answer] of message.answers) answers.set(`/${message.row}${path}`, answer);
  }
  process.send?.("ready");
});

const app = Fastify();
app.get("/*", async (request, reply) => {
  const url = request.raw.url ?? "";
  // An address that was not recorded gets the answer of another one of its kind.
  const kept = answers.get(url) ?? answers.get(`${url.slice(0, url.indexOf("/", 1))}*`);
  if (!kept) return reply.code(404).send();
  reply.header("content-type", kept.type);
  if (kept.encoding) reply.header("content-encoding", kept.encoding);
  return reply.send(Buffer.from(kept.bytes));
});
app.post<{ Body: { password: string } }>("/login", async ({ body }) => ({
  ok: await verify(passwordHash, body.password),
}));

const uploads = await mkdtemp(join(tmpdir(), "cairn-bench-bare-"));
process.once("SIGTERM", () => void rm(uploads, { recursive: true }).finally(() => process.exit(0)));
app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
let received = 0;
app.post("/upload", async (request) => {
  const form = new Busboy({
    headers: { ...request.headers, "content-type": request.headers["content-type"] ?? "" },
  });
  const path = join(uploads, String(++received));
  const stored: Promise<void>[] = [];
  form.on("file", (_name, file) => stored.push(pipeline(file, createWriteStream(path))));
  await pipeline(request.raw, form);
  await Promise.all(stored);
  await rm(path);
  return { ok: true };
});

if (kind) {
  const db = await openDatabase({
    url: kind === "url" ? where : null,
    dataDir: where,
    log: pino({ level: "silent" }),
  });
  await db.query.execute(sql`create table if not exists notes (
    id bigint generated always as identity primary key, item bigint not null, body text not null, at timestamptz default now())`);
  const insert = async (item: string, body: string) => {
    const { rows } = await db.query.execute(
      sql`insert into notes (item, body) values (${item}, ${body}) returning id, at`,
    );
    return rows[0];
  };
  app.post<{ Params: { item: string }; Body: { body?: string } }>("/insert/:item", ({ params, body }) =>
    insert(params.item, body.body ?? "a decision"),
  );
  app.put<{ Params: { item: string } }>("/insert/:item", ({ params }) => insert(params.item, "like"));
}
process.send?.({ address: await app.listen({ host: "127.0.0.1", port: 0 }) });
