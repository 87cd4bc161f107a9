import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../lib/app-error.ts";
import { addressKey } from "../lib/client-address.ts";
import { FairQueue } from "../lib/fair-queue.ts";
import { asWork, type Work, workOfAddress, workOfMember } from "../lib/work.ts";
import { costOf, isOwnHeavyPage } from "./call-limits.ts";

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

/** Costly reads that are worked on at once, of all senders; those that have none have room left at any time. */
const [capacity, reserve] = [12, 4];
const [readsOfOne, pagesOfOne] = [2, 1];
/** After a deep or large page its member pauses so many times as long as it took, and so many milliseconds at most. */
const [timesOfPage, longestPause] = [9, 400];
/** Those that wait, of one sender and of all, and for how many milliseconds. */
const [maxWaitingOfSender, maxWaiting, maxWaitMs] = [200, 2_000, 8_000];

const createQueue = (capacityOfSender: number) =>
  new FairQueue({
    capacity,
    sizeOf: () => 1,
    capacityOfSender,
    reserve,
    isSerial: false,
    maxWaitingOfSender,
    maxWaiting,
    maxWaitMs,
    refusal: () => new AppError("unavailable", { retryAfter: 2 }),
  });

/**
 * Works on two costly reads of a sender at a time, and on one deep or large page of a member: the many items that they lead
 * to are read and written by the thread that answers everybody, of which a member's pages take a tenth at most. Register
 * after the kept answers are sent.
 */
export function takeTurnsOfCostlyReads(app: FastifyInstance): void {
  const [reads, pages] = [createQueue(readsOfOne), createQueue(pagesOfOne)];
  const ends = new WeakMap<FastifyRequest, () => void>();
  const end = (request: FastifyRequest) => ends.get(request)?.();

  app.addHook("preHandler", async (request) => {
    if (costOf(request) === 1) return;
    const isPage = isOwnHeavyPage(request);
    await new Promise<void>((begin, refuse) => {
      const run = async () => {
        const began = performance.now();
        await new Promise<void>((resolve) => {
          ends.set(request, resolve);
          begin();
        });
        if (!isPage) return;
        const pause = Math.min(timesOfPage * (performance.now() - began), longestPause);
        await new Promise((resolve) => setTimeout(resolve, pause));
      };
      (isPage ? pages : reads).take({ kind: "costly read" }, run).catch(refuse);
    });
  });
  app.addHook("onSend", async (request, _reply, payload) => {
    end(request);
    return payload;
  });
  app.addHook("onResponse", async (request) => end(request));
}
