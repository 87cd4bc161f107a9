import { addPushSubscription, getPushKey, removePushSubscription } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { PushService } from "./push.service.ts";

export function pushRoutes(app: FastifyInstance, push: PushService): void {
  mount(app, getPushKey, async () => ({ key: push.key }));
  mount(app, addPushSubscription, async (request, reply) => {
    await push.subscribe(memberOf(request), request.body);
    reply.code(201);
    return { on: true };
  });
  mount(app, removePushSubscription, async (request) => {
    await push.unsubscribe(memberOf(request), request.body.endpoint);
    return { on: false };
  });
}
