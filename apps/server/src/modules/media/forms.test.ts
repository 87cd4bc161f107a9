import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { endpoint } from "@cairn/contract";
import { fieldPart, filePartHead, formHeaders } from "@tests/support/server/uploads.ts";
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

let http: FastifyInstance;
let port: number;
let bearer: { userId: number; sessionId: string } | null;
beforeEach(async () => {
  bearer = { userId: 1, sessionId: "" };
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
    discard: async () => {},
    async receive(stream, declaredType) {
      let bytes = 0;
      for await (const chunk of stream) bytes += chunk.length;
      return { path: "", bytes, sha256: Buffer.alloc(0), declaredType };
    },
  });
  mount(http, takePart, (request) =>
    forms.read(request, takePart, async (_fields, file) => ({ bytes: file?.bytes ?? 0 })),
  );
  await http.listen({ port: 0, host: "127.0.0.1" });
  port = (http.server.address() as AddressInfo).port;
});
afterEach(() => http.close());

function open(headers: Record<string, string | number>): Socket {
  const socket = connect(port, "127.0.0.1");
  const lines = Object.entries({ host: "cairn", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /parts HTTP/1.1\r\n${lines.join("")}\r\n`);
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
