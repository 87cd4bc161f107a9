import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { endpoint } from "@cairn/contract";
import { fieldPart, filePartHead, formEnd, formHeaders } from "@tests/support/server/uploads.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mount } from "../../calls/mount.ts";
import { useStrictInput, validatorFactory } from "../../calls/validation.ts";
import { useBodyDeadline } from "../../plugins/body-deadline.ts";
import { useErrorAnswers } from "../../plugins/errors.ts";
import { readUnreadBodies } from "../../plugins/unread-bodies.ts";
import { noRateLimits } from "../../rate-limits/rate-limits.ts";
import { createForms, useForms } from "./forms.ts";

/** The same code waits half a minute in earnest. */
const patienceMs = 400;

const takePart = endpoint({
  name: "takePart",
  method: "POST",
  path: "/parts",
  summary: "",
  tag: "Parts",
  access: "member",
  upload: "file",
  body: Type.Object({ label: Type.Optional(Type.String({ maxLength: 100 })) }),
  replies: { 200: Type.Object({ bytes: Type.Integer() }) },
  errors: [],
});

const takePair = endpoint({
  ...takePart,
  name: "takePair",
  path: "/pairs",
  poster: "poster",
  body: Type.Object(
    { label: Type.Optional(Type.String()), poster: Type.Optional(Type.Null()) },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Object({ file: Type.Integer(), poster: Type.Integer(), isNone: Type.Boolean() }) },
});

/** Files that were received and not removed. */
let kept: number;
let http: FastifyInstance;
let port: number;
let bearer: { userId: number; sessionId: string } | null;
beforeEach(async () => {
  bearer = { userId: 1, sessionId: "" };
  kept = 0;
  http = Fastify({ schemaController: { compilersFactory: { buildValidator: validatorFactory() } } });
  useErrorAnswers(http);
  useStrictInput(http);
  useForms(http);
  useBodyDeadline(http, patienceMs);
  readUnreadBodies(http.server, () => "everybody", patienceMs);
  http.decorateRequest("bearer", null);
  http.addHook("onRequest", async (request) => {
    request.bearer = bearer;
  });
  const forms = createForms({
    rateLimits: noRateLimits,
    patienceMs,
    accepts: () => true,
    discard: async () => {
      kept -= 1;
    },
    async receive(stream, declaredType) {
      let bytes = 0;
      for await (const chunk of stream) bytes += chunk.length;
      kept += 1;
      return { path: "", bytes, sha256: Buffer.alloc(0), declaredType };
    },
  });
  mount(http, takePart, (request) =>
    forms.read(request, takePart, async (_fields, file) => ({ bytes: file?.bytes ?? 0 })),
  );
  mount(http, takePair, (request) =>
    forms.read(request, takePair, async (fields, file, poster) => ({
      file: file?.bytes ?? 0,
      poster: poster?.bytes ?? 0,
      isNone: fields.poster === null,
    })),
  );
  await http.listen({ port: 0, host: "127.0.0.1" });
  port = (http.server.address() as AddressInfo).port;
});
afterEach(() => http.close());

function open(headers: Record<string, string | number>, path = "/parts"): Socket {
  const socket = connect(port, "127.0.0.1");
  const lines = Object.entries({ host: "cairn", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  socket.on("error", () => {}); // cut off on purpose
  return socket;
}

/** What the server said by the time it hung up. */
async function untilHungUp(socket: Socket): Promise<string> {
  let said = "";
  socket.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  await once(socket, "close");
  return said;
}

describe("a sender that stops in the middle", () => {
  test("of a form is cut off", async () => {
    const socket = open({ ...formHeaders, "content-length": 1_000_000 });
    socket.write(filePartHead("video/mp4") + "x".repeat(1000));
    await untilHungUp(socket);
  });

  test("of any other body is cut off", async () => {
    const socket = open({ "content-type": "application/json", "content-length": 100 });
    socket.write("{");
    await untilHungUp(socket);
  });

  test("of a refused form gets the reason, and is cut off", async () => {
    const socket = open({ ...formHeaders, "content-length": 1_000_000 });
    socket.write(fieldPart("label", "a").repeat(3));
    expect(await untilHungUp(socket)).toContain("is given twice");
  });

  test("of a form without permission gets the reason, and is cut off", async () => {
    bearer = null;
    const socket = open({ ...formHeaders, "content-length": 1_000_000 });
    socket.write(fieldPart("label", "a"));
    expect(await untilHungUp(socket)).toContain("HTTP/1.1 401");
  });
});

test("a form may take longer than any other body, as long as data keeps arriving", async () => {
  const body = `${filePartHead("video/mp4")}${"x".repeat(100)}\r\n------a-boundary--\r\n`;
  const socket = open({ ...formHeaders, "content-length": body.length });
  const answered = once(socket.setEncoding("utf8"), "data");
  const began = performance.now();
  let sent = 0;
  const drip = setInterval(() => {
    const length = Math.ceil(body.length / 12);
    socket.write(body.slice(sent, sent + length));
    sent += length;
    if (sent >= body.length) clearInterval(drip);
  }, patienceMs / 4);
  const [answer] = await answered;
  expect(answer).toContain('{"bytes":100}');
  expect(performance.now() - began).toBeGreaterThan(2 * patienceMs);
  socket.destroy();
});

describe("a form with a poster beside its file", () => {
  const part = (type: string, bytes: string, name = "file") => `${filePartHead(type, name)}${bytes}\r\n`;
  const poster = part("image/webp", "still", "poster");
  const film = part("video/mp4", "moving");
  const end = formEnd.slice(2);
  async function send(payload: string, url = "/pairs") {
    const answer = await http.inject({ method: "POST", url, headers: formHeaders, payload });
    expect(kept).toBe(0);
    return [answer.statusCode, answer.json()];
  }

  test.each([
    ["after it", film + poster],
    ["before it", poster + film],
  ])("is taken with the poster %s", async (_where, parts) => {
    expect(await send(`${fieldPart("label", "a")}${parts}${end}`)).toEqual([
      200,
      { file: 6, poster: 5, isNone: false },
    ]);
  });

  test("may have the poster alone, or say that there is none", async () => {
    expect(await send(poster + end)).toEqual([200, { file: 0, poster: 5, isNone: false }]);
    expect(await send(fieldPart("poster", "") + film + end)).toEqual([
      200,
      { file: 6, poster: 0, isNone: true },
    ]);
  });

  test.each([
    ["two posters", poster + poster, 400, "Poster accepts one file."],
    ["two files", film + poster + film, 400, "File accepts one file."],
    ["another file", film + part("image/png", "x", "still"), 400, "Still is not known here."],
    [
      "a poster and the word that there is none",
      fieldPart("poster", "") + poster,
      400,
      "Poster is given twice.",
    ],
    [
      "the word that there is none, and a poster",
      poster + fieldPart("poster", ""),
      400,
      "Poster is given twice.",
    ],
    [
      "a poster of another kind",
      film + part("image/gif", "x", "poster"),
      415,
      "Only JPEG, PNG and WebP pictures can be a poster.",
    ],
    [
      "a poster of more than 10 MB",
      film + part("image/png", "x".repeat(10_485_761), "poster"),
      413,
      "A poster can have at most 10 MB.",
    ],
  ])("with %s is refused, and neither file is kept", async (_what, parts, status, error) => {
    expect(await send(parts + end)).toMatchObject([status, { error }]);
  });

  test("is refused where no poster is known", async () => {
    expect(await send(film + poster + end, "/parts")).toMatchObject([
      400,
      { error: "Poster is not known here." },
    ]);
  });

  test("is cut off where its sender stops in the middle of the poster, and neither file is kept", async () => {
    const socket = open({ ...formHeaders, "content-length": 1_000_000 }, "/pairs");
    socket.write(film + filePartHead("image/png", "poster") + "x".repeat(1000));
    await untilHungUp(socket);
    await expect.poll(() => kept).toBe(0);
  });
});
