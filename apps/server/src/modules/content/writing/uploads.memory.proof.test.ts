import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { limits } from "@cairn/contract";
import { join as register } from "@tests/support/call.ts";
import { copyTemplate } from "@tests/support/server/database.ts";
import { draftFields } from "@tests/support/server/forms.ts";
import { mp4 } from "@tests/support/server/media.ts";
import { bytesOf, nextLine, startAppProcess, type TestProcess } from "@tests/support/server/test-process.ts";
import { fieldPart, filePartHead, formEnd, formHeaders } from "@tests/support/server/uploads.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

/** `npm run prove` asks for more. */
const senders = Number(process.env.UPLOAD_SENDERS ?? 4);

let dataDir: string;
/** In a process of its own: what tests leave behind in this one is none of its memory. */
let server: TestProcess;
let url: string;
beforeAll(async () => {
  dataDir = await copyTemplate();
  server = startAppProcess(dataDir);
  url = await nextLine(server);
});
afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true });
});

/** Sends whole forms, from a process of its own as well. */
const sender = `
  const { request } = require("node:http");
  const [port, token, count, size] = process.argv.slice(1);
  const head = Buffer.from(process.env.HEAD, "latin1"), end = Buffer.from(process.env.END, "latin1");
  const video = Buffer.from(process.env.VIDEO, "base64"), chunk = Buffer.alloc(65536);
  const one = () => new Promise((resolve, reject) => {
    const call = request({ port, method: "POST", path: "/api/content", headers: {
      authorization: "Bearer " + token, "content-type": process.env.TYPE,
      "content-length": head.length + Number(size) + end.length } }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode)) });
    call.on("error", reject);
    call.write(head); call.write(video);
    let left = Number(size) - video.length;
    const more = () => {
      while (left > 0) {
        const part = left < chunk.length ? chunk.subarray(0, left) : chunk;
        left -= part.length;
        if (!call.write(part)) return call.once("drain", more);
      }
      call.end(end);
    };
    more();
  });
  Promise.all(Array.from({ length: Number(count) }, one)).then((all) => console.log(JSON.stringify(all)));
`;

test("four uploads of 50 MB at once take little memory", { timeout: 30_000 + senders * 10_000 }, async () => {
  const head =
    Object.entries(draftFields())
      .map(([name, value]) => fieldPart(name, value))
      .join("") + filePartHead("video/mp4");
  const playable = Buffer.from(mp4().bytes);
  // One more box, up to the last byte.
  const rest = Buffer.alloc(8);
  rest.writeUInt32BE(limits.uploadBytes - playable.length);
  rest.write("free", 4);
  const video = Buffer.concat([playable, rest]);
  const env = {
    HEAD: head,
    END: formEnd,
    TYPE: formHeaders["content-type"],
    VIDEO: video.toString("base64"),
  };
  const { token } = await register(url, "TechWriter");
  const before = bytesOf(server, "VmRSS");
  const args = ["-e", sender, new URL(url).port, token, String(senders), String(limits.uploadBytes)];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const part of child.stdout) said += part;
  const peak = bytesOf(server, "VmHWM");
  expect(JSON.parse(said)).toEqual(Array(senders).fill(201));
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  process.stdout.write(
    `FIGURE ${senders} uploads of 50 MB at once: ${megabytes(peak)} MB at most, ${megabytes(peak - before)} MB more than before\n`,
  );
  // Held as a whole they would be 200 MB.
  expect(peak - before).toBeLessThan(150 * 1024 * 1024);
});
