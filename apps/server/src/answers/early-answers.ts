import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Bearer, bearerToken } from "../calls/bearer.ts";
import { type Wish, wishOf } from "../calls/page-or-call.ts";
import { addressKey, clientAddress } from "../lib/client-address.ts";
import { representationsFor } from "../lib/content-coding.ts";
import type { Limits } from "../limits/limits.ts";
import type { AnswerCache, KeptAnswer, PreparedForm } from "./answer-cache.ts";
import { type OwnAnswers, ownKey } from "./own-answers.ts";
import { formFor, pageKey, type SharedAnswers } from "./shared-answers.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** An answer that was sent without the framework, for log and metrics. */
export interface EarlyAnswer {
  readonly id: string;
  readonly method: string;
  readonly route: string;
  readonly url: string;
  readonly status: number;
  /** Milliseconds from the request's head to the end of the answer. */
  readonly ms: number;
}

interface Dependencies {
  readonly shared: SharedAnswers;
  readonly own: OwnAnswers;
  /** Whose token this is, if it was read before and is still good. */
  knownBearer(token: string): Bearer | null;
  readonly limits: Limits;
  /** Addresses and ranges of proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  /** Whether the site answers to this Host header. */
  isOwnHost(header: string): boolean;
  /** The framework's own listener: it gets every request that is not answered here. */
  readonly framework: Handler;
  onAnswered(answer: EarlyAnswer): void;
}

/** Requests whose read was counted here, and that the framework answers after all. */
const counted = new WeakSet<IncomingMessage>();
export const wasCounted = (request: IncomingMessage): boolean => counted.has(request);

/**
 * Sends kept answers before routing, hooks and log: with the headers that the framework gave to the same form of the
 * answer, an id of their own, and within the same rate limit.
 */
export function answerEarly(
  server: Server,
  { shared, own, knownBearer, limits, trustProxy, isOwnHost, framework, onAnswered }: Dependencies,
): void {
  const addressOf = clientAddress(trustProxy);

  function find(request: IncomingMessage): Found | null {
    const { method, headers } = request;
    if ((method !== "GET" && method !== "HEAD") || !isPlain(headers)) return null;
    if (!isOwnHost(headers.host ?? "")) return null;
    const wish = wishOf(headers.accept);
    const found = headers.authorization === undefined ? findShared(request, wish) : findOwn(request);
    return found?.answer.audience.includes(wish) ? found : null;
  }

  function findShared(request: IncomingMessage, wish: Wish): Found | null {
    const { url = "", headers } = request;
    const page = shared.kept.get(pageKey(url));
    const isForPage = page?.audience.includes(wish) === true;
    const answer = isForPage ? page : shared.kept.get(url);
    if (!answer) return null;
    const form = formFor(answer, headers["if-none-match"], representationsFor(headers["accept-encoding"]));
    const prepared = answer.prepared.get(form);
    const address = prepared && addressOf(request);
    if (!address) return null;
    const status = form.startsWith("304 ") ? 304 : 200;
    return {
      kept: shared.kept,
      key: isForPage ? pageKey(url) : url,
      answer,
      status,
      prepared,
      limit: "readByAddress",
      of: addressKey(address),
    };
  }

  function findOwn({ url = "", headers }: IncomingMessage): Found | null {
    const token = bearerToken({ headers });
    const bearer = token === null ? null : knownBearer(token);
    if (!bearer) return null;
    const key = ownKey(bearer.userId, representationsFor(headers["accept-encoding"])[0] ?? "identity", url);
    const answer = own.kept.get(key);
    if (!answer) return null;
    const of = String(bearer.userId);
    return { kept: own.kept, key, answer, status: 200, prepared: answer.form, limit: "readByUser", of };
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { kept, answer, status, prepared }: Found,
  ) {
    const id = randomUUID();
    response.writeHead(status, [...prepared.head, "x-request-id", id]);
    response.end(status === 304 ? undefined : prepared.bytes);
    kept.hits += 1;
    return { id, method: request.method ?? "", route: answer.route, url: request.url ?? "", status };
  }

  async function answer(request: IncomingMessage, response: ServerResponse, found: Found) {
    const began = performance.now();
    try {
      await limits.take(found.limit, found.of, triesFor(found));
    } catch {
      // The framework refuses it in the words of every other refusal.
      return framework(request, response);
    }
    // Waiting for a shared count may have taken so long that the answer is out of date.
    if (found.kept.get(found.key) === found.answer) {
      const sent = send(request, response, found);
      return onAnswered({ ...sent, ms: performance.now() - began });
    }
    counted.add(request);
    framework(request, response);
  }

  server.off("request", framework);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const found = find(request);
    if (found) void answer(request, response, found);
    else framework(request, response);
  });
}

/** Bytes that are sent for a try. A member has ten times the tries of an address, behind which there may be many readers. */
const bytesOfTry = { readByUser: 8 * 1024, readByAddress: 32 * 1024 };
const triesFor = ({ status, prepared, limit }: Found): number =>
  status === 304 ? 1 : 1 + Math.floor(prepared.bytes.length / bytesOfTry[limit]);

interface Found {
  /** Where it is kept, under which key. */
  readonly kept: Pick<AnswerCache<KeptAnswer>, "get" | "hits">;
  readonly key: string;
  readonly answer: KeptAnswer;
  readonly status: 200 | 304;
  readonly prepared: PreparedForm;
  /** What the reader uses up, and whose it is. */
  readonly limit: "readByUser" | "readByAddress";
  readonly of: string;
}

/** Whether nothing but the address and what find() looks at can change the answer. */
const isPlain = (headers: IncomingMessage["headers"]): boolean =>
  headers.origin === undefined &&
  headers.host !== undefined &&
  headers.range === undefined &&
  headers.expect === undefined &&
  headers.upgrade === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;
