import {
  approveContent,
  claimContent,
  flagContent,
  getDeskItem,
  getRevision,
  listDeskItems,
  releaseContent,
  removeContent,
} from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import { memberOf } from "../../plugins/bearer.ts";
import { mount } from "../../plugins/mount.ts";
import type { DeskService } from "./desk.service.ts";
import type { DecisionCall, ReviewService } from "./reviews.service.ts";

interface Dependencies {
  desk: DeskService;
  reviews: ReviewService;
  clock: Clock;
}

type ItemRequest = FastifyRequest<{ Params: { id: number } }>;

export function reviewRoutes(app: FastifyInstance, { desk, reviews, clock }: Dependencies): void {
  const adminOf = (request: FastifyRequest) => memberOf(request).userId;
  const callOf = (request: ItemRequest, reply: FastifyReply): DecisionCall => ({
    adminId: adminOf(request),
    contentId: request.params.id,
    receivedAt: new Date(clock().getTime() - reply.elapsedTime),
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

  mount(app, approveContent, async (request, reply) => {
    await reviews.approve(callOf(request, reply), request.body);
    return desk.get(adminOf(request), request.params.id);
  });
  mount(app, flagContent, async (request, reply) => {
    await reviews.flag(callOf(request, reply), request.body);
    return desk.get(adminOf(request), request.params.id);
  });
  mount(app, removeContent, async (request, reply) => {
    await reviews.remove(callOf(request, reply), request.body);
    return desk.get(adminOf(request), request.params.id);
  });
}
