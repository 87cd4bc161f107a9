import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRead } from "../calls/page-or-call.ts";
import type { Changes } from "../events/changes.ts";
import { addressKey } from "../lib/client-address.ts";
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
import { type RateLimits, triesOf } from "../rate-limits/rate-limits.ts";
import { AnswerCache, type FinishedAnswer, type Form, type SharedAnswer, sourcesOf } from "./answer-cache.ts";

const capBytes = 64 * 1024 * 1024;
/**
 * In characters. Answers at longer addresses are not cached: they are rarely requested twice, and a client can invent
 * any number.
 */
const longestKeptUrl = 512;
const keptHeaders = ["x-total-count", "x-next-cursor", "link", "content-type", "cache-control"] as const;

declare module "fastify" {
  interface FastifyRequest {
    /** A kept answer was to be sent, for which a try was used, and was dropped meanwhile. */
    isCounted: boolean;
  }
  interface FastifyContextConfig {
    /** The canonical address under which a page is cached; null: the page is not cached. */
    pageAddress?: (request: FastifyRequest) => string | null;
  }
}

interface Audience {
  /** Whether visitors may get what is kept: then it is sent before anything asks who the reader is. */
  readonly isForEverybody: () => boolean;
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

/** The cache key of a page: a call may have the same address (docs/rules.md#page-or-call). */
const pageKey = (address: string): string => `page ${address}`;

/**
 * Caches answers that are the same for every visitor as finished bytes, plain and compressed, with an ETag, until a
 * source changes.
 */
export function createSharedAnswers(changes: Changes, clock: Clock, { isForEverybody }: Audience) {
  const kept = new AnswerCache(capBytes, clock);
  changes.on((sources) => kept.drop(sources));
  /** By address; never more than there are requests. */
  const inTheMaking = new Map<string, Making>();
  const makings = new WeakMap<FastifyRequest, Making>();
  const sent = new WeakMap<FastifyRequest, SharedAnswer>();
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

  /**
   * Sends a kept answer that was sent in this form before, with the headers that all hooks gave it. Register before all
   * hooks that give an answer headers. What it does not send goes on, refusals for too many requests included.
   */
  function sendKept(app: FastifyInstance, rateLimits: RateLimits): void {
    app.decorateRequest("isCounted", false);
    app.addHook("onRequest", async (request, reply) => {
      const address = isForEverybody() && isPlain(request) ? sharedAddress(request) : null;
      const answer = address === null ? undefined : kept.get(address);
      const prepared = answer?.prepared.get(nameOf(formFor(request, answer)));
      if (address === null || !prepared) return;
      const tries = prepared.status === 304 ? 1 : 1 + triesOf(prepared.bytes.length, "readByAddress");
      try {
        await rateLimits.take("readByAddress", addressKey(request.clientAddress), tries);
      } catch {
        return;
      }
      // It may have expired while a shared counter was asked.
      if (kept.get(address) !== answer) {
        request.isCounted = true;
        return;
      }
      hits += 1;
      reply.hijack();
      reply.raw.writeHead(prepared.status, [...prepared.head, "x-request-id", request.id]);
      reply.raw.end(prepared.status === 304 ? undefined : prepared.bytes);
    });
    app.addHook("onResponse", async (request, reply) => {
      const answer = sent.get(request);
      // What members alone may get is never sent before the reader is known.
      if (answer && isForEverybody() && request.method === "GET" && isPlain(request))
        await prepare(answer, request, reply);
    });
  }

  /** Concurrent requests for a missing answer wait for one that makes it. Register after access was checked. */
  function makeAndKeep(app: FastifyInstance): void {
    app.addHook("preHandler", async (request, reply) => {
      const address = sharedAddress(request);
      if (address === null) return;
      const answer = await findOrMake(request, address);
      if (!answer) {
        misses += 1;
        return;
      }
      hits += 1;
      sent.set(request, answer);
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
        prepared: new Map(),
      };
      if (!made) making.end("unkept");
      // The answer may be stale if its data changed while it was made.
      else if (changes.haveTouched(made.sources, making.version)) making.end("stale");
      else {
        kept.keep(making.address, answer);
        sent.set(request, answer);
        making.end("kept");
      }
      // A hook that answers undefined leaves the payload as it is.
      return (await bytesFor(request, reply, answer)) ?? null;
    });

    app.addHook("onResponse", async (request) => makings.get(request)?.end("unkept"));

    // Once this instance has acknowledged a change, it serves nothing older.
    app.addHook("onSend", async (request, reply, payload) => {
      if (isChange(request) && reply.statusCode < 400) await changes.caughtUp();
      return payload;
    });
  }

  return {
    sendKept,
    makeAndKeep,
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
function formFor(request: FastifyRequest, answer: FinishedAnswer): Form {
  const { "if-none-match": ifNoneMatch, "accept-encoding": accepted } = request.headers;
  const possible =
    answer.identity.length < smallestWorthCompressing
      ? (["identity"] as const)
      : representationsFor(accepted);
  const [best = "identity"] = possible;
  const known =
    ifNoneMatch === undefined
      ? undefined
      : [best, ...possible].find((one) => hasAlready(ifNoneMatch, tagOf(answer, one)));
  return { sent: known ?? best, isKnown: known !== undefined };
}

const nameOf = ({ sent, isKnown }: Form): string => `${isKnown ? 304 : 200} ${sent}`;

/** Headers that belong to one answer or one connection. */
const neverPrepared: ReadonlySet<string> = new Set(["x-request-id", "connection", "date"]);

/** Records the headers of a complete answer, for the next reader of the same form. */
async function prepare(answer: SharedAnswer, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const form = formFor(request, answer);
  const { statusCode: status } = reply;
  if (status !== (form.isKnown ? 304 : 200) || answer.prepared.has(nameOf(form))) return;
  // A 304 has no body, so its bytes do not matter.
  const bytes =
    form.isKnown || form.sent === "identity" ? answer.identity : await answer.encoded.get(form.sent);
  const head = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || neverPrepared.has(name) ? [] : [name, String(value)],
  );
  if (bytes) answer.prepared.set(nameOf(form), { status, head, bytes });
}

/** Whether only its address, and what `formFor` reads, decide the answer. */
const isPlain = ({ headers }: FastifyRequest): boolean =>
  headers.authorization === undefined &&
  headers.origin === undefined &&
  headers.host !== undefined &&
  headers.range === undefined &&
  headers.expect === undefined &&
  headers.upgrade === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SharedAnswer,
): Promise<FastifyReply> {
  reply.headers(answer.headers);
  return reply.send(await bytesFor(request, reply, answer));
}

/** The body in a coding that this reader accepts, or undefined for a 304; sets the matching headers. */
export async function bytesFor(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FinishedAnswer,
): Promise<Buffer | undefined> {
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-cache");
  addVary(reply, "Accept-Encoding");
  reply.removeHeader("content-length");
  const { sent, isKnown } = formFor(request, answer);
  reply.header("etag", tagOf(answer, sent));
  if (isKnown) {
    reply.code(304);
    return undefined;
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
