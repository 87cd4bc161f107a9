import {
  approveContent,
  askForWork,
  claimContent,
  flagContent,
  getDeskItem,
  getRevision,
  listDeskItems,
  reaffirmContent,
  releaseContent,
  removeContent,
  supersedeContent,
} from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import type { KeyedCalls } from "../../calls/idempotency.ts";
import { mount } from "../../calls/mount.ts";
import type { Clock } from "../../lib/clock.ts";
import type { DeskService } from "./desk.service.ts";
import type { DecisionCall, ReviewService } from "./reviews.service.ts";

interface Dependencies {
  desk: DeskService;
  reviews: ReviewService;
  keyed: KeyedCalls;
  clock: Clock;
}

type ItemRequest = FastifyRequest<{ Params: { id: number } }>;

export function reviewRoutes(app: FastifyInstance, { desk, reviews, keyed, clock }: Dependencies): void {
  const adminOf = (request: FastifyRequest) => memberOf(request).userId;
  const callOf = (
    request: ItemRequest,
    reply: FastifyReply,
    transact: DecisionCall["transact"],
  ): DecisionCall => ({
    adminId: adminOf(request),
    contentId: request.params.id,
    receivedAt: new Date(clock().getTime() - reply.elapsedTime),
    transact,
  });

  mount(app, listDeskItems, (request) => desk.list(adminOf(request), request.query));
  mount(app, getDeskItem, (request) => desk.get(adminOf(request), request.params.id));
  mount(app, getRevision, (request) =>
    desk.revision(adminOf(request), request.params.id, request.params.number),
  );
  mount(app, claimContent, (request) => desk.claim(adminOf(request), request.params.id));
  mount(app, releaseContent, async (request) => {
    await desk.release(adminOf(request), request.params.id);
    return { message: "Claim released" as const };
  });

  keyed.mount(app, approveContent, (request, transact, reply) =>
    reviews.approve(callOf(request, reply, transact), request.body),
  );
  keyed.mount(app, flagContent, (request, transact, reply) =>
    reviews.flag(callOf(request, reply, transact), request.body),
  );
  keyed.mount(app, reaffirmContent, (request, transact, reply) =>
    reviews.reaffirm(callOf(request, reply, transact), request.body),
  );
  keyed.mount(app, askForWork, (request, transact, reply) =>
    reviews.askForWork(callOf(request, reply, transact), request.body),
  );
  keyed.mount(app, supersedeContent, (request, transact, reply) =>
    reviews.supersede(callOf(request, reply, transact), request.body.by),
  );
  keyed.mount(app, removeContent, (request, transact, reply) =>
    reviews.remove(callOf(request, reply, transact), request.body ?? undefined),
  );
}
