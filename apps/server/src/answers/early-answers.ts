import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Bearer, bearerToken } from "../calls/bearer.ts";
import { type Wish, wishOf } from "../calls/page-or-call.ts";
import { addressKey, clientAddress } from "../lib/client-address.ts";
import { representationsFor } from "../lib/content-coding.ts";
import { bytesOfTry, type Limits } from "../limits/limits.ts";
import type { AnswerCache, KeptAnswer, PreparedForm } from "./answer-cache.ts";
import { type OwnAnswers, ownKey } from "./own-answers.ts";
import { formFor, pageKey, type SharedAnswers } from "./shared-answers.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** An answer sent before the framework saw the request, as log and metrics need it. */
export interface EarlyAnswer {
  readonly id: string;
  readonly method: string;
  readonly route: string;
  readonly url: string;
  readonly status: number;
  /** Milliseconds from reading the request's head to the end of the answer. */
  readonly ms: number;
}

interface Dependencies {
  readonly shared: SharedAnswers;
  readonly own: OwnAnswers;
  /** The token's owner, if this process has verified it before and it is still valid. */
  knownBearer(token: string): Bearer | null;
  readonly limits: Limits;
  /** Addresses and ranges of proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  /** The framework's own listener, for every request that is not answered here. */
  readonly framework: Handler;
  onAnswered(answer: EarlyAnswer): void;
}

/** Requests that were already counted against a limit here before the framework took over. */
const counted = new WeakSet<IncomingMessage>();
export const wasCounted = (request: IncomingMessage): boolean => counted.has(request);

/**
 * Sends cached answers before routing, hooks and logging, with the headers that the framework gave this form, a request
 * id of their own, and the same rate limit.
 */
export function answerEarly(
  server: Server,
  { shared, own, knownBearer, limits, trustProxy, framework, onAnswered }: Dependencies,
): void {
  const addressOf = clientAddress(trustProxy);

  function find(request: IncomingMessage): Found | null {
    const { method, headers } = request;
    if ((method !== "GET" && method !== "HEAD") || !isPlain(headers)) return null;
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
      // The framework words every refusal.
      return framework(request, response);
    }
    // The answer may have expired while a shared counter was asked.
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

/** Whether only the address, and what find() reads, decide the answer. */
const isPlain = (headers: IncomingMessage["headers"]): boolean =>
  headers.origin === undefined &&
  headers.host !== undefined &&
  headers.range === undefined &&
  headers.expect === undefined &&
  headers.upgrade === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;
