import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endStalledAnswers } from "./stalled-answers.ts";

const patienceMs = 100;
const large = Buffer.alloc(64 * 1024 * 1024);
const ends = new Map<string | undefined, Promise<unknown>>();
const server = createServer(async (request, response) => {
  ends.set(request.url, once(response, "close"));
  if (request.url === "/late") await wait(5 * patienceMs);
  response.end(request.url === "/late" ? "made" : large);
});
endStalledAnswers(server, patienceMs);
/** Its reader shares the processor with it and with other tests. */
const patient = createServer((_request, response) => void response.end(large));
endStalledAnswers(patient, 5 * patienceMs);
const servers = [server, patient];
beforeAll(() => Promise.all(servers.map((one) => once(one.listen(0, "127.0.0.1"), "listening"))));
afterAll(() => {
  for (const one of servers) one.close();
});

async function ask(path: string, of = server): Promise<IncomingMessage> {
  const { port } = of.address() as AddressInfo;
  const [answer] = await once(get({ port, path, agent: false }), "response");
  return answer;
}

test("a reader who takes nothing of an answer is disconnected", async () => {
  const answer = await ask("/unread");
  await ends.get("/unread");
  await expect(buffer(answer)).rejects.toMatchObject({ code: "ECONNRESET" });
});

test("an answer that takes long to make, or is read slowly, arrives whole", async () => {
  expect((await buffer(await ask("/late"))).toString()).toBe("made");
  let bytes = 0;
  for await (const piece of await ask("/slow", patient)) {
    bytes += piece.length;
    if (bytes % 8_000_000 < piece.length) await wait(patienceMs);
  }
  expect(bytes).toBe(large.length);
});
