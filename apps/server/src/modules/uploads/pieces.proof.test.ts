import { createHash } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { limits } from "@cairn/contract";
import { call, join as register } from "@tests/support/call.ts";
import { copyTemplate } from "@tests/support/server/database.ts";
import { draftFields } from "@tests/support/server/forms.ts";
import { mp4 } from "@tests/support/server/media.ts";
import { pieceHeaders, tusHeaders } from "@tests/support/server/pieces.ts";
import { bytesOf, nextLine, startAppProcess, type TestProcess } from "@tests/support/server/test-process.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

const megabyte = 1024 * 1024;
/** `npm run prove` asks for more of both. */
const size = Number(process.env.UPLOAD_MEGABYTES ?? 40) * megabyte;
const breaks = Number(process.env.UPLOAD_BREAKS ?? 4);

let dataDir: string;
let server: TestProcess;
let url: string;
beforeAll(async () => {
  dataDir = await copyTemplate();
  await start();
});
afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true });
});

async function start(): Promise<void> {
  server = startAppProcess(dataDir, "MEMBER_STORAGE_MB=0");
  url = await nextLine(server);
}

/** A film of that size whose every megabyte differs, made as it is read. */
const head = Buffer.from(mp4({ size: megabyte - 8 }).bytes);
function bytesFrom(start: number, end: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = start; at < end; ) {
    const index = Math.floor(at / megabyte);
    const until = Math.min(end, (index + 1) * megabyte);
    parts.push(megabyteOf(index).subarray(at - index * megabyte, until - index * megabyte));
    at = until;
  }
  return Buffer.concat(parts);
}
function megabyteOf(index: number): Buffer {
  if (index > 0) return Buffer.alloc(megabyte, createHash("sha256").update(String(index)).digest());
  const rest = Buffer.alloc(8);
  rest.writeUInt32BE(size - head.length);
  rest.write("free", 4);
  return Buffer.concat([head, rest]);
}

test("a long recording arrives whole although server and line break, and at most 8 MB are sent twice each time", {
  timeout: 60_000 + size / 2_000,
}, async () => {
  const { token } = await register(url, "TechWriter");
  const authorization = `Bearer ${token}`;
  const begun = await fetch(`${url}/uploads`, {
    method: "POST",
    headers: {
      authorization,
      ...tusHeaders,
      "upload-length": String(size),
      "upload-metadata": "filetype dmlkZW8vbXA0",
    },
  });
  expect(begun.status).toBe(201);
  const address = begun.headers.get("location") ?? "";
  const offsetNow = async () => {
    const { headers } = await fetch(`${url}${address}`, {
      method: "HEAD",
      headers: { authorization, ...tusHeaders },
    });
    return Number(headers.get("upload-offset"));
  };
  const patch = (offset: number, length: number): ClientRequest => {
    const sent = request(`${url}${address}`, {
      method: "PATCH",
      headers: { authorization, "content-length": length, ...pieceHeaders(offset) },
    });
    sent.on("error", () => {});
    return sent;
  };
  const breakAt = new Set(
    Array.from({ length: breaks }, (_, index) =>
      Math.floor(((index + 0.5) * size) / breaks / limits.pieceBytes),
    ),
  );
  const before = bytesOf(server, "VmRSS");
  let most = before;
  let twice = 0;
  let broken = 0;
  for (let offset = 0, piece = 0; offset < size; piece += 1) {
    const end = Math.min(size, offset + limits.pieceBytes);
    const bytes = bytesFrom(offset, end);
    const sent = patch(offset, bytes.length);
    if (!breakAt.has(piece)) {
      sent.end(bytes);
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(204);
      offset = end;
      continue;
    }
    broken += 1;
    const written = Math.floor(Math.random() * bytes.length);
    await new Promise<void>((resolve) => sent.write(bytes.subarray(0, written), () => resolve()));
    most = Math.max(most, bytesOf(server, "VmHWM"));
    if (broken % 2 === 0) sent.destroy();
    else {
      await server.kill();
      await start();
    }
    const arrived = await offsetNow();
    expect(arrived).toBeGreaterThanOrEqual(offset);
    twice = Math.max(twice, offset + written - arrived);
    offset = arrived;
  }
  most = Math.max(most, bytesOf(server, "VmHWM"));
  expect(broken).toBe(breaks);
  expect(twice).toBeLessThanOrEqual(limits.pieceBytes);

  const body = { ...draftFields(), upload: address.split("/").at(-1) };
  const item = await call(url, "POST", "/content", { token, body });
  expect(item.status).toBe(201);
  most = Math.max(most, bytesOf(server, "VmHWM"));
  const [expected, stored] = [createHash("sha256"), createHash("sha256")];
  for (let at = 0; at < size; at += megabyte) expected.update(bytesFrom(at, Math.min(size, at + megabyte)));
  const film = await fetch(new URL(item.body.media_url, url));
  for await (const chunk of film.body ?? []) stored.update(chunk);
  expect(stored.digest("hex")).toBe(expected.digest("hex"));
  const more = Math.round((most - before) / megabyte);
  process.stdout.write(
    `FIGURE a recording of ${size / megabyte} MB, ${broken} times broken: whole, at most ${Math.ceil(twice / 1024)} KB sent twice, ${more} MB more memory\n`,
  );
  // Of a file of 2 GB, 100 MB at most.
  expect(more).toBeLessThan(size > 1_000 * megabyte ? 100 : 150);
});
