import type { FastifyInstance, FastifyRequest } from "fastify";
import { audienceOf } from "../calls/page-or-call.ts";
import { routeName } from "../calls/route-name.ts";
import type { Changes } from "../events/changes.ts";
import type { CacheFigures } from "../events/loading-cache.ts";
import type { Clock } from "../lib/clock.ts";
import { alone, codingFor, type Representation } from "../lib/content-coding.ts";
import { AnswerCache, lastingHead, longestKeptUrl, type OwnAnswer, sourcesOf } from "./answer-cache.ts";

const capBytes = 32 * 1024 * 1024;

export interface OwnAnswers {
  readonly kept: AnswerCache<OwnAnswer>;
  readonly figures: CacheFigures;
}

/** The key: one member, one address, one coding. */
export const ownKey = (userId: number, accepted: Representation, url: string): string =>
  `${userId} ${accepted} ${url}`;

/**
 * Caches the bytes sent to a member until a source changes. Register it after every other onSend hook. Only
 * `answerEarly` sends them again; a request that reaches the framework gets a new answer.
 */
export function useOwnAnswers(
  app: FastifyInstance,
  changes: Changes,
  hasPages: boolean,
  clock: Clock,
): OwnAnswers {
  const kept = new AnswerCache<OwnAnswer>({ capBytes, bytesOf: ({ form }) => form.bytes.length, clock });
  changes.on((sources) => kept.drop(sources));
  /** The version of the changes before the first read. */
  const begun = new WeakMap<FastifyRequest, number>();
  const sent = new WeakMap<FastifyRequest, Buffer>();
  let misses = 0;

  app.addHook("preHandler", (request, _reply, done) => {
    if (request.bearer && isPlainRead(request)) begun.set(request, changes.version);
    done();
  });

  app.addHook("onSend", (request, reply, payload, done) => {
    if (!begun.has(request) || reply.statusCode !== 200 || !sourcesOf(reply)) return done(null, payload);
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    if (Buffer.isBuffer(bytes)) sent.set(request, alone(bytes));
    done(null, payload);
  });

  app.addHook("onResponse", (request, reply, done) => {
    const [version, bytes, made] = [begun.get(request), sent.get(request), sourcesOf(reply)];
    if (version !== undefined && bytes && made && request.bearer) {
      misses += 1;
      // The answer may be stale if its data changed while it was made.
      if (!changes.haveTouched(made.sources, version)) {
        kept.keep(ownKey(request.bearer.userId, codingFor(request) ?? "identity", request.url), {
          ...made,
          route: routeName(request),
          audience: audienceOf(request.routeOptions.url ?? "", "call", hasPages),
          form: { head: lastingHead(reply), bytes },
        });
      }
    }
    done();
  });

  return {
    kept,
    get figures() {
      return { hits: kept.hits, misses, entries: kept.entries };
    },
  };
}

const isPlainRead = ({ method, url, headers }: FastifyRequest) =>
  method === "GET" && url.length <= longestKeptUrl && headers.origin === undefined;
