import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../lib/app-error.ts";
import { addressKey } from "../lib/client-address.ts";
import { FairQueue } from "../lib/fair-queue.ts";
import { asWork, type Work, workOfAddress, workOfMember } from "../lib/work.ts";
import { costOf } from "./call-limits.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What is done for this request. */
    work: Work;
  }
}

/**
 * Lets all that is done for a request take the turns of its address: also finding out whose request it is. Register
 * before the bearer is read.
 */
export function takeTurnsOfAddress(app: FastifyInstance): void {
  app.decorateRequest("work", null as unknown as Work);
  app.addHook("onRequest", (request, _reply, done) => {
    request.work = workOfAddress(addressKey(request.clientAddress));
    asWork(request.work, done);
  });
}

/** The same for the turns of the member, once known. A read whose client is gone is not worked on any more. */
export function takeTurnsOfMember(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { bearer } = request;
    if (bearer) request.work = workOfMember(bearer.userId);
    const { work } = request;
    if (request.routeOptions.config.limit === "read") reply.raw.once("close", () => work.leave());
    asWork(work, done);
  });
  // A body that was read from the connection has left the work.
  app.addHook("preValidation", (request, _reply, done) => asWork(request.work, done));
}

/** Costly reads that are worked on at once, of all senders and of one; those of the others have room left at any time. */
const [room, ofOne, reserve] = [12, 2, 4];
/** Milliseconds that one gives way at most to requests that cost little. */
const longestWay = 50;
/** Those that wait, of one sender and of all, and for how many milliseconds. */
const [mostOfOne, mostOfAll, patience] = [200, 2_000, 8_000];

/**
 * Works on two costly reads of a sender at a time, and begins one when nothing else is worked on: the many items that they
 * lead to are read and written by the thread that answers everybody. Register after the kept answers are sent.
 */
export function takeTurnsOfCostlyReads(app: FastifyInstance): void {
  const queue = new FairQueue({
    room,
    sizeOf: () => 1,
    ofOne,
    reserve,
    isSerial: false,
    mostOfOne,
    mostOfAll,
    patience,
    refusal: () => new AppError("unavailable", { retryAfter: 2 }),
  });
  const others = createOthers();
  const ends = new WeakMap<FastifyRequest, () => void>();
  const end = (request: FastifyRequest) => ends.get(request)?.();

  app.addHook("onRequest", (request, reply, done) => {
    if (isShort(request)) {
      others.begin();
      reply.raw.once("close", others.end);
    }
    done();
  });
  app.addHook("preHandler", async (request) => {
    if (costOf(request) === 1) return;
    await new Promise<void>((begin, refuse) => {
      const run = async () => {
        await others.idle();
        await new Promise<void>((resolve) => {
          ends.set(request, resolve);
          begin();
        });
      };
      queue.take({ kind: "costly read" }, run).catch(refuse);
    });
  });
  app.addHook("onSend", async (request, _reply, payload) => {
    end(request);
    return payload;
  });
  app.addHook("onResponse", async (request) => end(request));
}

/** Not a costly read, and no file or socket, which take as long as their reader does. */
function isShort(request: FastifyRequest): boolean {
  const { limit } = request.routeOptions.config;
  return (limit === "read" || limit === "call") && costOf(request) === 1;
}

/** Counts the requests that cost little while they are worked on. */
export function createOthers() {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    begin(): void {
      count += 1;
    },
    end(): void {
      count -= 1;
      if (count === 0) for (const begin of waiting) begin();
    },
    /** Resolves when there are none, or after so long. */
    idle(): Promise<void> {
      if (count === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const begin = () => {
          clearTimeout(timer);
          waiting.delete(begin);
          resolve();
        };
        const timer = setTimeout(begin, longestWay);
        waiting.add(begin);
      });
    },
  };
}
