import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import type { Changes } from "../events/changes.ts";

const compress = promisify(brotliCompress);
/** Kept for many readers, so worth more work than a single answer would be. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const capBytes = 64 * 1024 * 1024;
const smallestWorthCompressing = 1024;
/** Characters. Longer addresses are answered and not kept: few are asked for twice, and anybody can make up any number. */
const longestKeptUrl = 512;
/** What an entry takes besides its answer, its address included. */
const entryBytes = 2048;
const keptHeaders = ["x-total-count", "x-next-cursor", "link"] as const;

/** A JSON answer as the bytes that are sent. */
export interface FinishedAnswer {
  readonly etag: string;
  readonly identity: Buffer;
  /** null where compressing is not worth it. */
  readonly brotli: Buffer | null;
}

/** How well it pays; for metrics. */
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
 * Answers that are the same for every visitor are kept as finished bytes, plain and brotli, with an ETag.
 * All are dropped as soon as anything they are made of changes, and each is looked up before any work is done.
 */
export function useSharedAnswers(app: FastifyInstance, changes: Changes): SharedAnswerFigures {
  const kept = new LRUCache<string, SharedAnswer>({
    maxSize: capBytes,
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
    const answer = await makeAnswer(version, payload, reply);
    // What changed while the answer was being made is perhaps not in it.
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

async function makeAnswer(version: number, payload: string, reply: FastifyReply): Promise<SharedAnswer> {
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
  return { ...(await finishAnswer(payload)), version, headers };
}

export async function finishAnswer(payload: string): Promise<FinishedAnswer> {
  const identity = Buffer.from(payload);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const brotli = identity.length < smallestWorthCompressing ? null : await compress(identity, brotliOptions);
  return { etag, identity, brotli };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: SharedAnswer): FastifyReply {
  reply.headers(answer.headers).type("application/json; charset=utf-8");
  return reply.send(bytesFor(request, reply, answer));
}

/** The bytes this reader takes, or none if it has them already; sets the headers that go with them. */
export function bytesFor(request: FastifyRequest, reply: FastifyReply, answer: FinishedAnswer): Buffer | "" {
  reply.header("etag", answer.etag).header("cache-control", "no-cache");
  addVary(reply, "Accept-Encoding", "Authorization");
  reply.removeHeader("content-length");
  if (hasAlready(request, answer.etag)) {
    reply.code(304);
    return "";
  }
  const takesBrotli = new Negotiator({ headers: request.headers }).encodings(["br", "identity"])[0] === "br";
  if (!takesBrotli || !answer.brotli) return answer.identity;
  reply.header("content-encoding", "br");
  return answer.brotli;
}

/** Proxies weaken tags, and readers may name several. */
function hasAlready(request: FastifyRequest, etag: string): boolean {
  const known = (request.headers["if-none-match"] ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}

/** Adds to what the answer is said to vary by, without losing what others said. */
export function addVary(reply: FastifyReply, ...names: string[]): void {
  const said = String(reply.getHeader("vary") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const missing = names.filter((name) => !said.some((other) => other.toLowerCase() === name.toLowerCase()));
  reply.header("vary", [...said, ...missing].join(", "));
}
