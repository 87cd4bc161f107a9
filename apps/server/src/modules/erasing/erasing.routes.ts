import {
  approveDeletion,
  getDeletionRequest,
  listDeletionRequests,
  refuseDeletion,
  requestDeletion,
  takeBackDeletion,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { DeletionRequestService } from "./deletion-requests.service.ts";

export function erasingRoutes(app: FastifyInstance, requests: DeletionRequestService): void {
  mount(app, requestDeletion, async (request, reply) => {
    await requests.ask(memberOf(request), request.body ?? {});
    reply.code(201);
    return { message: "Deletion requested" as const };
  });
  mount(app, getDeletionRequest, (request) => requests.own(memberOf(request)));
  mount(app, takeBackDeletion, async (request) => {
    await requests.takeBack(memberOf(request));
    return { message: "Deletion request taken back" as const };
  });

  mount(app, listDeletionRequests, (request) => requests.list(request.query));
  mount(app, approveDeletion, async (request) => {
    const erasedAt = await requests.approve(memberOf(request).userId, request.params.id);
    return { erased_at: erasedAt.toISOString() };
  });
  mount(app, refuseDeletion, async (request) => {
    await requests.refuse(memberOf(request).userId, request.params.id, request.body.reason);
    return { message: "Deletion refused" as const };
  });
}
