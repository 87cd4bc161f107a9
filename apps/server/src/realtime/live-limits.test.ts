import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import {
  connected,
  disconnected,
  goLive,
  heard,
  type LiveSite,
  pollByHand,
} from "@tests/support/server/live.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

const liveLimits = { deadline: 3_000, waitingPerAddress: 3, perMember: 2, messages: 12, backlog: 10 };

let app: TestApp;
let site: LiveSite;
beforeAll(async () => {
  app = await buildTestApp({}, null, { liveLimits });
  site = await goLive(app);
});
afterEach(() => site.hangUp());
afterAll(() => app.close());

test("a socket that has not authenticated or subscribed by the deadline is disconnected; another one stays", async () => {
  const { access_token } = await registerMember(app);
  const asked = await site.join(access_token);
  const mute = site.open({ token: access_token });
  await connected(mute);
  const stranger = await pollByHand(site.address);

  const [reason, { status, text }] = await Promise.all([disconnected(mute), stranger.poll()]);
  expect(reason).toBe("transport close");
  expect([status, text]).toEqual([200, "1"]);
  expect((await stranger.poll()).status).toBe(400);
  expect(asked.connected).toBe(true);
});

test("an address may have a few unauthenticated connections, and each authentication frees one", async () => {
  const { access_token } = await registerMember(app);
  const member = await site.join(access_token);
  const strangers = [];
  for (let count = 0; count < 3; count += 1) strangers.push(await pollByHand(site.address));
  expect(strangers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const extra of ["", "&sid=", "&sid=x&sid="]) {
    const { status, headers } = await fetch(`${site.address}/socket.io/?EIO=4&transport=polling${extra}`);
    expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
  }
  const [hidden] = await once(
    get(site.address, { path: "/socket.io/?EIO=4&transport=polling#&sid=x" }),
    "response",
  );
  expect(hidden.resume().statusCode).toBe(429);
  await expect(connected(site.open({ token: access_token }))).rejects.toThrow();
  expect(member.connected).toBe(true);
  for (const stranger of strangers) await stranger.send("1");
  await site.join(access_token);
});

test("a member may have a limited number of sockets; the next is refused, but not another member's", async () => {
  const [one, other] = [await registerMember(app), await registerMember(app)];
  const first = await site.join(one.access_token);
  await site.join(one.access_token);
  await expect(connected(site.open({ token: one.access_token }))).rejects.toMatchObject({
    data: { code: "too_many_requests" },
  });
  await site.join(other.access_token);
  first.disconnect();
  await expect.poll(() => connected(site.open({ token: one.access_token })).then(() => true)).toBe(true);
});

test("a connection authenticates once: further handshakes on it are refused", async () => {
  const { access_token } = await registerMember(app);
  const { send, poll } = await pollByHand(site.address);
  const handshake = `40${JSON.stringify({ token: access_token })}`;
  await send(handshake, handshake, handshake);
  const packets: string[] = [];
  while (packets.length < 3) packets.push(...(await poll()).text.split("\x1e"));
  expect(packets.map((packet) => packet.slice(0, 2)).sort()).toEqual(["40", "44", "44"]);
  await send("1");
});

const handshakeAt = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/** Sends frames over a connection of its own, without a token, until it is closed. Returns the status of the handshake. */
async function send(frames: Buffer, localAddress: string): Promise<string> {
  const { hostname, port } = new URL(site.address);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  const closed = once(socket, "close");
  socket.on("error", () => {});
  socket.write(handshakeAt("/socket.io/?EIO=4&transport=websocket"));
  const [answer] = await once(socket, "data");
  const status = String(answer).slice(9, 12);
  if (status !== "101") socket.destroy();
  socket.write(frames);
  await closed;
  return status;
}

const frames = (first: number, count: number) =>
  Buffer.alloc(6 * count, Buffer.from([first, 0x80, 1, 2, 3, 4]));
/** One frame more than a connection may send. */
const flood = (first: number, localAddress: string) =>
  send(frames(first, liveLimits.messages + 1), localAddress);

test.each([
  ["pings", 0x89],
  ["pongs", 0x8a],
])(
  "a flood of WebSocket's own %s closes the connection, before anybody has signed in",
  async (_what, frame) => {
    const began = performance.now();
    expect(await flood(frame, "127.0.0.2")).toBe("101");
    // Sooner than a connection without a token is closed anyway.
    expect(performance.now() - began).toBeLessThan(liveLimits.deadline / 2);
  },
);

test("an address whose connections flood a hundred times is refused the next one, and no other address is", async () => {
  let floods = 0;
  while (floods < 200 && (await flood(0x89, "127.0.0.3")) === "101") floods += 1;
  expect(floods).toBe(100);
  expect(await flood(0x89, "127.0.0.4")).toBe("101");
});

test("32 KB of anything within ten seconds close a WebSocket, also before its protocol has begun", async () => {
  const { hostname, port } = new URL(site.address);
  const [begun] = await once(get(site.address, { path: "/socket.io/?EIO=4&transport=polling" }), "response");
  const [body] = await once(begun.setEncoding("utf8"), "data");
  const { sid } = JSON.parse(String(body).slice(1));
  const socket = connect(Number(port), hostname);
  const closed = once(socket, "close");
  socket.on("error", () => {});
  socket.write(handshakeAt(`/socket.io/?EIO=4&transport=websocket&sid=${sid}`));
  expect(String((await once(socket, "data"))[0])).toContain("101");
  const began = performance.now();
  // One byte of text each, which the connection does not hear as packets.
  socket.write(Buffer.alloc(7 * 6_000, Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x36])));
  await closed;
  expect(performance.now() - began).toBeLessThan(liveLimits.deadline / 2);
});

test("a message in many frames closes the connection", async () => {
  const began = performance.now();
  const message = Buffer.concat([frames(0x01, 1), frames(0x00, 16)]);
  expect(await send(message, "127.0.0.2")).toBe("101");
  expect(performance.now() - began).toBeLessThan(liveLimits.deadline / 2);
});

test("a flood of any events closes the connection", async () => {
  const { access_token } = await registerMember(app);
  const ear = await site.join(access_token);
  const cut = disconnected(ear);
  const shout = ear as unknown as { emit(event: string): void };
  for (let count = 0; count < 12; count += 1) shout.emit("nothing");
  expect(await cut).toBe("transport close");
});

test("a slow reader is disconnected when too much is queued for it, and delays nobody else", async () => {
  const admin = await verifiedAdmin(app);
  const slow = await pollByHand(site.address);
  await slow.send(`40${JSON.stringify({ token: admin.access_token })}`);
  expect((await slow.poll()).text).toMatch(/^40/);
  await slow.send(`42${JSON.stringify(["connect_notification", admin.access_token])}`);
  const quick = await site.join(admin.access_token);
  const told = heard(quick, "desk_changed", 11);
  for (let id = 1; id <= 11; id += 1) {
    await app.db.query.execute(`select pg_notify('desk', '${id}')`);
  }
  await told;
  expect((await slow.poll()).status).toBe(400);
});
