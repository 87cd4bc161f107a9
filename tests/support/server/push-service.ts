import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";

/** A browser's subscription, as its `toJSON()` has it, and what arrived there, decrypted. */
export interface Device {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly received: Received[];
}

interface Received {
  readonly message: unknown;
  readonly ttl: number;
  readonly topic: string | undefined;
  /** The public key that signed it. */
  readonly key: string;
}

interface PushAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

export interface PushService {
  /** As PUSH_HOSTS takes it. */
  readonly host: string;
  /** What was asked, in order, whatever the answer was. */
  readonly asked: string[];
  /** What it refused because it does not fit RFC 8030, 8291 or 8292. */
  readonly problems: string[];
  /** A new device that has subscribed. */
  device(): Device;
  /** Answers to the messages to come, in order; after them everything is taken. "hang up": the connection breaks. */
  answer(...answers: (PushAnswer | "hang up")[]): void;
  close(): Promise<void>;
}

interface Subscribed {
  readonly device: Device;
  readonly pair: ECDH;
}

/**
 * A push service and its browsers on loopback: takes messages by RFC 8030, verifies who sent them by RFC 8292 and
 * decrypts them by RFC 8291, with nothing of the library that encrypts them.
 */
export async function openPushService(): Promise<PushService> {
  const subscribed = new Map<string, Subscribed>();
  const asked: string[] = [];
  const problems: string[] = [];
  const plan: (PushAnswer | "hang up")[] = [];
  let origin = "";

  async function take(request: IncomingMessage, body: Buffer): Promise<PushAnswer | "hang up"> {
    const known = subscribed.get(request.url ?? "");
    const planned = plan.shift();
    if (planned) return planned;
    if (!known) return { status: 404 };
    known.device.received.push({
      message: JSON.parse(decrypt(body, known)),
      ttl: ttlOf(request),
      topic: topicOf(request),
      key: await signerOf(request, origin),
    });
    return {
      status: 201,
      headers: { location: `${origin}/messages/${randomBytes(9).toString("base64url")}` },
    };
  }

  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      take(request, Buffer.concat(chunks)).then(
        (answer) => {
          if (answer === "hang up") request.socket.destroy();
          else response.writeHead(answer.status, answer.headers).end();
        },
        (error: Error) => {
          problems.push(error.message);
          response.writeHead(400).end();
        },
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;

  return {
    host: `127.0.0.1:${port}`,
    asked,
    problems,
    device() {
      const pair = createECDH("prime256v1");
      const path = `/push/${randomBytes(18).toString("base64url")}`;
      const device = {
        endpoint: origin + path,
        keys: { p256dh: pair.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") },
        received: [],
      };
      subscribed.set(path, { device, pair });
      return device;
    },
    answer: (...answers) => plan.push(...answers),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** RFC 8030, 5.2: seconds. */
function ttlOf({ headers }: IncomingMessage): number {
  if (!/^\d+$/.test(String(headers.ttl))) throw new Error("no TTL");
  return Number(headers.ttl);
}

/** RFC 8030, 5.4: at most 32 characters of base64url. */
function topicOf({ headers }: IncomingMessage): string | undefined {
  const { topic } = headers;
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) throw new Error("no topic");
  return topic === undefined ? undefined : String(topic);
}

/** RFC 8292: who sent it, by a token for this push service that ends within a day. @throws for any other */
async function signerOf({ headers }: IncomingMessage, origin: string): Promise<string> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const point = Buffer.from(key, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256");
  const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ["ES256"] });
  const lives = (payload.exp ?? Number.POSITIVE_INFINITY) - Date.now() / 1000;
  if (lives > 24 * 60 * 60) throw new Error("the token lives for more than a day");
  if (!/^(?:mailto:|https:)/.test(payload.sub ?? "")) throw new Error("the token names nobody");
  return key;
}

/** RFC 8291 over RFC 8188: one record, below 4,096 bytes. @throws for anything else */
function decrypt(body: Buffer, { device, pair }: Subscribed): string {
  if (body.length > 4096) throw new Error("larger than 4,096 bytes");
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  if (record.length > recordSize) throw new Error("more than one record");
  const receiver = Buffer.from(device.keys.p256dh, "base64url");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender]);
  const auth = Buffer.from(device.keys.auth, "base64url");
  const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${what}\0`, length));
  const opened = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12), {
    authTagLength: 16,
  }).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  // 2: the last record.
  if (padded[end] !== 2) throw new Error("no delimiter of the last record");
  return padded.subarray(0, end).toString("utf8");
}
