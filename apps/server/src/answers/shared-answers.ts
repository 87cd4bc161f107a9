import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRead } from "../calls/page-or-call.ts";
import type { Changes } from "../events/changes.ts";
import type { Clock } from "../lib/clock.ts";
import {
  type Coding,
  compress,
  type Representation,
  representationsFor,
  smallestWorthCompressing,
} from "../lib/content-coding.ts";
import { hasAlready } from "../lib/entity-tag.ts";
import { currentWork, type Work } from "../lib/work.ts";
import { AnswerCache, type FinishedAnswer, type SharedAnswer, sourcesOf } from "./answer-cache.ts";

const capBytes = 64 * 1024 * 1024;
/**
 * In characters. Answers at longer addresses are not cached: they are rarely requested twice, and a client can invent
 * any number.
 */
const longestKeptUrl = 512;
const keptHeaders = ["x-total-count", "x-next-cursor", "link", "content-type", "cache-control"] as const;

declare module "fastify" {
  interface FastifyContextConfig {
    /** The canonical address under which a page is cached; null: the page is not cached. */
    pageAddress?: (request: FastifyRequest) => string | null;
  }
}

/** How well the cache works, for metrics. */
export interface SharedAnswerFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

/** How making an answer ended. `stale`: a source changed meanwhile. `unkept`: the answer may not be cached. */
type Outcome = "kept" | "stale" | "unkept";

/** An answer in the making, which other requests may wait for. */
interface Making {
  /** The version of the changes when it began. */
  readonly version: number;
  readonly address: string;
  readonly ended: Promise<Outcome>;
  readonly work: Work;
  end(outcome: Outcome): void;
}

/** The cache key of a page: a call may have the same address (docs/rules.md#d4). */
const pageKey = (address: string): string => `page ${address}`;

/**
 * Caches answers that are the same for every visitor as finished bytes, plain and compressed, with an ETag, until a
 * source changes. Concurrent requests for a missing answer wait for one that makes it.
 */
export function registerSharedAnswers(
  app: FastifyInstance,
  changes: Changes,
  clock: Clock,
): SharedAnswerFigures {
  const kept = new AnswerCache(capBytes, clock);
  changes.on((sources) => kept.drop(sources));
  /** By address; never more than there are requests. */
  const inTheMaking = new Map<string, Making>();
  const makings = new WeakMap<FastifyRequest, Making>();
  let hits = 0;
  let misses = 0;

  /** The cached answer, at once or when another request has made it; null: this request makes it. */
  async function findOrMake(request: FastifyRequest, url: string): Promise<SharedAnswer | null> {
    for (;;) {
      const answer = kept.get(url);
      if (answer) return answer;
      const others = inTheMaking.get(url);
      others?.work.join();
      if (others && (await others.ended) !== "unkept") continue;
      const making = beginMaking(changes.version, url, () => {
        if (inTheMaking.get(url) === making) inTheMaking.delete(url);
      });
      makings.set(request, making);
      // Requests for an answer that cannot be cached do not wait for each other.
      if (!others) inTheMaking.set(url, making);
      return null;
    }
  }

  app.addHook("preHandler", async (request, reply) => {
    const address = sharedAddress(request);
    if (address === null) return;
    const answer = await findOrMake(request, address);
    if (!answer) {
      misses += 1;
      return;
    }
    hits += 1;
    return send(request, reply, answer);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const making = makings.get(request);
    if (!making) return payload;
    if (reply.statusCode !== 200 || typeof payload !== "string") {
      making.end("unkept");
      return payload;
    }
    const made = sourcesOf(reply);
    const answer: SharedAnswer = {
      ...finishAnswer(payload),
      ...(made ?? { sources: new Set(), until: null }),
      headers: headersToKeep(reply),
    };
    if (!made) making.end("unkept");
    // The answer may be stale if its data changed while it was made.
    else if (changes.haveTouched(made.sources, making.version)) making.end("stale");
    else {
      kept.keep(making.address, answer);
      making.end("kept");
    }
    return bytesFor(request, reply, answer);
  });

  app.addHook("onResponse", async (request) => makings.get(request)?.end("unkept"));

  // Once this instance has acknowledged a change, it serves nothing older.
  app.addHook("onSend", async (request, reply, payload) => {
    if (isChange(request) && reply.statusCode < 400) await changes.caughtUp();
    return payload;
  });

  return {
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
    get entries() {
      return kept.entries;
    },
    get bytes() {
      return kept.bytes;
    },
  };
}

/** The cache key; null for an answer that differs between visitors. */
function sharedAddress(request: FastifyRequest): string | null {
  const { endpoint, pageAddress } = request.routeOptions.config;
  if (!isRead(request.raw)) return null;
  if (pageAddress) {
    const address = pageAddress(request);
    return address === null || address.length > longestKeptUrl ? null : pageKey(address);
  }
  const isShared = endpoint?.shared === true && request.bearer === null;
  return isShared && request.url.length <= longestKeptUrl ? request.url : null;
}

const isChange = (request: FastifyRequest) =>
  request.routeOptions.config.endpoint !== undefined && !isRead(request.raw);

function beginMaking(version: number, address: string, onEnd: () => void): Making {
  let resolve: (outcome: Outcome) => void = () => {};
  const ended = new Promise<Outcome>((end) => {
    resolve = end;
  });
  const end = (outcome: Outcome) => {
    onEnd();
    resolve(outcome);
  };
  return { version, address, ended, work: currentWork(), end };
}

const headersToKeep = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );

export function finishAnswer(payload: string): FinishedAnswer {
  const identity = Buffer.from(payload);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { hash, identity, encoded: new Map() };
}

/** Each coding has its own bytes, and so its own tag (RFC 9110, 8.8.3.3). */
const tagOf = ({ hash }: FinishedAnswer, sent: Representation): string =>
  sent === "identity" ? `"${hash}"` : `"${hash}.${sent}"`;

/**
 * The form for this reader. A tag counts only for a coding that the reader accepts: a proxy also lists tags that it
 * caches for others, and would pass the 304 on.
 */
function formFor(
  answer: FinishedAnswer,
  ifNoneMatch: string | undefined,
  accepted: readonly Representation[],
): { readonly sent: Representation; readonly isKnown: boolean } {
  const possible = answer.identity.length < smallestWorthCompressing ? (["identity"] as const) : accepted;
  const [best = "identity"] = possible;
  const known =
    ifNoneMatch === undefined
      ? undefined
      : [best, ...possible].find((one) => hasAlready(ifNoneMatch, tagOf(answer, one)));
  return { sent: known ?? best, isKnown: known !== undefined };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SharedAnswer,
): Promise<FastifyReply> {
  reply.headers(answer.headers);
  return reply.send(await bytesFor(request, reply, answer));
}

/** The body in a coding that this reader accepts, or none for a 304; sets the matching headers. */
export async function bytesFor(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FinishedAnswer,
): Promise<Buffer | ""> {
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-cache");
  addVary(reply, "Accept-Encoding");
  reply.removeHeader("content-length");
  const { "if-none-match": known, "accept-encoding": accepted } = request.headers;
  const { sent, isKnown } = formFor(answer, known, representationsFor(accepted));
  reply.header("etag", tagOf(answer, sent));
  if (isKnown) {
    reply.code(304);
    return "";
  }
  if (sent === "identity") return answer.identity;
  reply.header("content-encoding", sent);
  return encodedBytes(answer, sent);
}

function encodedBytes({ encoded, identity }: FinishedAnswer, coding: Coding): Promise<Buffer> {
  const bytes = encoded.get(coding) ?? compress(coding, identity, { lasting: true });
  encoded.set(coding, bytes);
  return bytes;
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
