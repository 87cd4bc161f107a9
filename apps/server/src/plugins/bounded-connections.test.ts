import { once } from "node:events";
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { answerInTurn, boundConnections } from "./bounded-connections.ts";

let server: Server;
afterEach(() => server.close());

async function listen(): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test("an address may have so many connections, and another one once one of them has ended", async () => {
  server = createServer((_request, response) => response.end("here"));
  boundConnections(server, 3);
  const port = await listen();
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  const first = await open();
  const [second, third] = [await open(), await open()];
  await once(await open(), "close");
  const gone = once(first, "close");
  first.destroy();
  await gone;
  const next = await open();
  next.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const [answer] = await once(next, "data");
  expect(String(answer)).toContain("200 OK");
  for (const socket of [second, third, next]) socket.destroy();
});

test("requests of one connection are answered in turn, however many follow an answer", async () => {
  const waiting: (() => void)[] = [];
  server = createServer((_request, response) => waiting.push(() => response.end("here")));
  answerInTurn(server, ({ headers }) => headers.host ?? "");
  const port = await listen();
  const socket = connect(port, "127.0.0.1");
  const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  for (let turn = 0; turn < 20; turn += 1) {
    socket.write(get);
    const answered = once(socket, "data");
    await expect.poll(() => waiting.length, { interval: 1 }).toBe(1);
    waiting.pop()?.();
    await answered;
  }
  socket.write(get.repeat(9));
  for (let turn = 0; turn < 9; turn += 1) {
    await expect.poll(() => waiting.length, { interval: 1 }).toBe(1);
    waiting.pop()?.();
  }
  socket.destroy();
});

test("of 400 requests at once the tenth ends the connection, and none reaches anybody", async () => {
  const reached: unknown[] = [];
  server = createServer((request) => void reached.push(request));
  answerInTurn(server, ({ headers }) => headers.host ?? "");
  const socket = connect(await listen(), "127.0.0.1");
  const closed = once(socket, "close");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(400));
  await closed;
  expect(reached).toEqual([]);
});

test("others' requests come between those of an address that sends many at once", async () => {
  const begun: string[] = [];
  server = createServer(({ headers: { host = "" } }, response) => {
    begun.push(host);
    response.end();
  });
  answerInTurn(server, ({ headers }) => headers.host ?? "");
  // All in one turn, as a busy process finds them.
  const ask = (host: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { headers: { host } });
    server.emit("request", request, new ServerResponse(request));
  };
  for (let count = 0; count < 100; count += 1) ask("many");
  ask("one");
  await expect.poll(() => begun.length).toBe(101);
  expect(begun.indexOf("one")).toBe(8);
});

test("an address that offends ten times gets no new connection for a minute, and another one does", async () => {
  server = createServer((_request, response) => response.end("here"));
  const offend = boundConnections(server);
  answerInTurn(server, () => "all", offend);
  const port = await listen();
  const ask = async (localAddress: string, times: number) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.end("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(times));
    await once(socket, "close");
    return answer.includes("200 OK");
  };
  for (let count = 0; count < 10; count += 1) await ask("127.0.0.5", 400);
  expect(await ask("127.0.0.5", 1)).toBe(false);
  expect(await ask("127.0.0.6", 1)).toBe(true);
});
