import { limits, previewContent } from "@cairn/contract";
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
 * Runs all work for a request, including authentication, in the turns of its address. Register before the bearer is
 * read.
 */
export function takeTurnsOfAddress(app: FastifyInstance): void {
  app.decorateRequest("work", null as unknown as Work);
  app.addHook("onRequest", (request, _reply, done) => {
    request.work = workOfAddress(addressKey(request.clientAddress));
    asWork(request.work, done);
  });
}

/** The same in the member's turns, once known. Work for a read stops when its client disconnects. */
export function takeTurnsOfMember(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { bearer } = request;
    if (bearer) request.work = workOfMember(bearer.userId, request.work.address);
    const { work } = request;
    if (request.routeOptions.config.limit === "read") reply.raw.once("close", () => work.leave());
    asWork(work, done);
  });
  // Reading a body leaves the async context of the work, so it is entered again.
  app.addHook("preValidation", (request, _reply, done) => asWork(request.work, done));
}

/** Costly reads that run at once, of all senders, and the capacity that is kept for senders without a running one. */
const [capacity, reserve] = [12, 4];
const [readsOfOne, pagesOfOne] = [2, 1];
/** After a deep or large page, or the preview of a long text, the member waits so many times as long as it took. */
const timesOfPause = 9;
/** In milliseconds. */
const longestPause = { page: 400, preview: 3_000 };
/** Characters of a text whose preview needs no turn: the longest comment. */
const shortText = limits.commentLength;
/** Waiting reads of one sender and of all, and how long they wait. */
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

/** One of a sender, who may read slowly: so others' never wait for it. */
const createQueueOfDownloads = () =>
  new FairQueue({
    capacity: Number.POSITIVE_INFINITY,
    sizeOf: () => 1,
    capacityOfSender: 1,
    reserve: 0,
    isSerial: false,
    maxWaitingOfSender: 20,
    maxWaiting,
    maxWaitMs: 30_000,
    refusal: () =>
      new AppError("too_many_requests", {
        sentence: "Another download of yours is still running. Try again when it has ended.",
        retryAfter: 10,
      }),
  });

/**
 * Runs two costly reads of a sender at a time, one deep or large page of a member, and one download until its last
 * byte. A page's many items are read and serialised on the main thread, of which a member's pages may use about a
 * tenth; so may a member's previews of long texts of the thread that renders for everybody. Register after the cached
 * answers are sent.
 */
export function takeTurnsOfCostlyReads(app: FastifyInstance): void {
  const queues = {
    read: createQueue(readsOfOne),
    page: createQueue(pagesOfOne),
    preview: createQueue(pagesOfOne),
    download: createQueueOfDownloads(),
  };
  const kindOf = (request: FastifyRequest): keyof typeof queues | null => {
    if (isDownload(request)) return "download";
    if (isLongPreview(request)) return "preview";
    if (isOwnHeavyPage(request)) return "page";
    return costOf(request) === 1 ? null : "read";
  };
  const ends = new WeakMap<FastifyRequest, () => void>();
  const end = (request: FastifyRequest) => ends.get(request)?.();

  app.addHook("preHandler", async (request) => {
    const kind = kindOf(request);
    if (kind === null) return;
    await new Promise<void>((begin, refuse) => {
      const run = async () => {
        const began = performance.now();
        await new Promise<void>((resolve) => {
          ends.set(request, resolve);
          begin();
        });
        if (kind !== "page" && kind !== "preview") return;
        const pause = Math.min(timesOfPause * (performance.now() - began), longestPause[kind]);
        await new Promise((resolve) => setTimeout(resolve, pause));
      };
      queues[kind].take({ kind: "costly read" }, run).catch(refuse);
    });
  });
  app.addHook("onSend", async (request, _reply, payload) => {
    if (!isDownload(request)) end(request);
    return payload;
  });
  app.addHook("onResponse", async (request) => end(request));
}

const isDownload = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.endpoint?.streamed === true;

const isLongPreview = ({ routeOptions, body }: FastifyRequest): boolean =>
  routeOptions.config.endpoint?.name === previewContent.name &&
  (body as { readonly body: string }).body.length > shortText;
