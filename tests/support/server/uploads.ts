import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import type { TestApp } from "./app.ts";

export interface UploadAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what the test is about
  readonly body: any;
}

/** An app that listens, and its address: for what only a network does, such as breaking off. */
export async function listen(app: TestApp): Promise<{ port: number; agent: Agent }> {
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.http.server.address() as AddressInfo;
  return { port, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
}

/** The head of a form's request; its body is the caller's to send, or not to. */
export function openUpload(
  { port, agent }: { port: number; agent?: Agent },
  token: string,
  headers: Record<string, string | number>,
  path = "/api/content",
): ClientRequest {
  const call = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path,
    ...(agent && { agent }),
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  call.on("error", () => {}); // sockets are broken on purpose
  return call;
}

export async function answerOf(call: ClientRequest): Promise<UploadAnswer> {
  const [response] = (await once(call, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode ?? 0, body: JSON.parse(text) };
}

/** Names of everything in the store, what is on its way included. */
export async function filesIn({ store }: Pick<TestApp, "store">): Promise<string[]> {
  const stored: string[] = [];
  for await (const names of store.list()) stored.push(...names);
  return [...stored, ...(await readdir(store.incoming))];
}

/** What a call that is refused or broken off must leave as it was. */
export async function footprint({ db, store }: TestApp) {
  const { rows } = await db.query.execute<{ items: number; revisions: number; media: number }>(sql`
    select (select count(*)::int from content) as items, (select count(*)::int from revisions) as revisions,
      (select count(*)::int from media) as media`);
  const [{ items, revisions, media } = { items: -1, revisions: -1, media: -1 }] = rows;
  return { items, revisions, media, files: (await filesIn({ store })).sort() };
}

export const boundary = "----a-boundary";
export const formHeaders = { "content-type": `multipart/form-data; boundary=${boundary}` };

export const fieldPart = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
export const filePartHead = (type: string, name = "file") =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="a.bin"\r\ncontent-type: ${type}\r\n\r\n`;
export const formEnd = `\r\n--${boundary}--\r\n`;
