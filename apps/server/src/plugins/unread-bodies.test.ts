import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readUnreadBodies } from "./unread-bodies.ts";

// A share is 16 MB a second, and 50 ms of it at once. Where time goes: the pauses after what is sent beyond that.
const megabyte = 1024 * 1024;

let server: Server;
beforeEach(async () => {
  server = createServer((_request, response) => response.writeHead(429).end("too much"));
  readUnreadBodies(server, ({ headers }) => String(headers.sender));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => server.close());

/**
 * Sends a refused body of so many bytes, and a second request behind it: milliseconds until both have their answers.
 * @param isLate whether the body waits for the answer
 */
async function upload(sender: string, bytes: number, isLate = false): Promise<number> {
  const began = performance.now();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  const head = (length: number) =>
    `POST / HTTP/1.1\r\nhost: cairn\r\nsender: ${sender}\r\ncontent-length: ${length}\r\n\r\n`;
  const answers = async (count: number) => {
    for (; said.split("too much").length <= count; ) await once(socket, "data");
  };
  let said = "";
  socket.on("data", (text) => {
    said += text;
  });
  socket.write(head(bytes));
  if (isLate) await answers(1);
  socket.write(Buffer.alloc(bytes));
  socket.write(head(0));
  await answers(2);
  socket.destroy();
  return performance.now() - began;
}

describe("a body whose request was refused", () => {
  test("is read to its end, and the connection takes the next request", async () => {
    await upload("one", 100);
    await upload("one", megabyte);
  });

  test("is read no faster than the sender's share", async () => {
    expect(await upload("one", 6 * megabyte)).toBeGreaterThan(300);
  });

  test("is read no faster when it comes after the answer", async () => {
    expect(await upload("one", 6 * megabyte, true)).toBeGreaterThan(300);
  });

  test("shares with the sender's other bodies", async () => {
    const both = await Promise.all([upload("one", 3 * megabyte), upload("one", 3 * megabyte)]);
    expect(Math.max(...both)).toBeGreaterThan(300);
  });

  test("does not wait for the bodies of another sender", async () => {
    const order: string[] = [];
    await Promise.all([
      upload("much", 12 * megabyte).then(() => order.push("much")),
      upload("little", 1000).then(() => order.push("little")),
    ]);
    expect(order).toEqual(["little", "much"]);
  });
});
