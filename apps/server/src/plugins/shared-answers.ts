import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Changes } from "../events/changes.ts";
import { type Coding, codingFor, compress, smallestWorthCompressing } from "../lib/content-coding.ts";

const capBytes = 64 * 1024 * 1024;
/**
 * Characters. Answers to longer addresses are not kept: few are requested twice, and anyone can make up any number of
 * them.
 */
const longestKeptUrl = 512;
/** Bytes that an entry takes besides its answer, including its address. */
const entryBytes = 2048;
const keptHeaders = ["x-total-count", "x-next-cursor", "link"] as const;

/** An answer as the bytes that are sent. */
export interface FinishedAnswer {
  readonly etag: string;
  readonly identity: Buffer;
  /** The same bytes compressed; each coding is made for the first reader who accepts it. */
  readonly encoded: Map<Coding, Promise<Buffer>>;
}

/** How well the cache works, for metrics. */
export interface SharedAnswerFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

interface SharedAnswer extends FinishedAnswer {
  readonly version: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Keeps answers that are the same for every visitor as finished bytes, plain and compressed, with an ETag. All are
 * dropped as soon as any data behind them changes, and each is looked up before any work is done.
 */
export function useSharedAnswers(app: FastifyInstance, changes: Changes): SharedAnswerFigures {
  const kept = new LRUCache<string, SharedAnswer>({
    maxSize: capBytes,
    // Compressed copies are added later and are smaller each.
    sizeCalculation: ({ identity }) => identity.length * 2 + entryBytes,
  });
  const versionAtStart = new WeakMap<FastifyRequest, number>();
  let hits = 0;
  let misses = 0;

  app.addHook("preHandler", async (request, reply) => {
    if (!isShared(request)) return;
    const answer = kept.get(request.url);
    if (answer?.version === changes.version) {
      hits += 1;
      return send(request, reply, answer);
    }
    misses += 1;
    versionAtStart.set(request, changes.version);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const version = versionAtStart.get(request);
    if (version === undefined || reply.statusCode !== 200 || typeof payload !== "string") return payload;
    const answer = makeAnswer(version, payload, reply);
    // If the data changed while the answer was being made, the answer may be stale, so it is not kept.
    if (version === changes.version) kept.set(request.url, answer);
    return bytesFor(request, reply, answer);
  });

  return {
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
    get entries() {
      return kept.size;
    },
    get bytes() {
      return kept.calculatedSize;
    },
  };
}

const isShared = (request: FastifyRequest) =>
  (request.method === "GET" || request.method === "HEAD") &&
  request.bearer === null &&
  request.url.length <= longestKeptUrl &&
  request.routeOptions.config.endpoint?.shared === true;

function makeAnswer(version: number, payload: string, reply: FastifyReply): SharedAnswer {
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
  return { ...finishAnswer(payload), version, headers };
}

export function finishAnswer(payload: string): FinishedAnswer {
  const identity = Buffer.from(payload);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { etag, identity, encoded: new Map() };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SharedAnswer,
): Promise<FastifyReply> {
  reply.headers(answer.headers).type("application/json; charset=utf-8");
  return reply.send(await bytesFor(request, reply, answer));
}

/** The bytes that this reader accepts, or none if it has them already; sets the matching headers. */
export async function bytesFor(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FinishedAnswer,
): Promise<Buffer | ""> {
  reply.header("etag", answer.etag).header("cache-control", "no-cache");
  addVary(reply, "Accept-Encoding");
  reply.removeHeader("content-length");
  if (hasAlready(request, answer.etag)) {
    reply.code(304);
    return "";
  }
  const coding = answer.identity.length < smallestWorthCompressing ? null : codingFor(request);
  if (!coding) return answer.identity;
  reply.header("content-encoding", coding);
  return encodedBytes(answer, coding);
}

function encodedBytes({ encoded, identity }: FinishedAnswer, coding: Coding): Promise<Buffer> {
  const bytes = encoded.get(coding) ?? compress(coding, identity, { lasting: true });
  encoded.set(coding, bytes);
  return bytes;
}

/** Proxies weaken tags, and clients may send several. */
function hasAlready(request: FastifyRequest, etag: string): boolean {
  const known = (request.headers["if-none-match"] ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}

/** Adds names to the Vary header and keeps those that are already in it. */
export function addVary(reply: FastifyReply, ...names: string[]): void {
  const said = String(reply.getHeader("vary") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const missing = names.filter((name) => !said.some((other) => other.toLowerCase() === name.toLowerCase()));
  reply.header("vary", [...said, ...missing].join(", "));
}
