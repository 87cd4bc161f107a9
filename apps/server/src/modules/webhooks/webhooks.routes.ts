import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  testWebhook,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../calls/mount.ts";
import type { WebhookService } from "./webhooks.service.ts";

export function webhookRoutes(app: FastifyInstance, webhooks: WebhookService): void {
  mount(app, listWebhooks, async () => ({ items: await webhooks.list(), next: null }));
  mount(app, createWebhook, async (request, reply) => {
    reply.code(201);
    return webhooks.create(request.body);
  });
  mount(app, changeWebhook, (request) => webhooks.change(request.params.id, request.body));
  mount(app, deleteWebhook, async (request) => {
    await webhooks.remove(request.params.id);
    return { message: "Webhook deleted" as const };
  });
  mount(app, testWebhook, async (request, reply) => {
    reply.code(201);
    return webhooks.test(request.params.id);
  });
  mount(app, listDeliveries, (request) => webhooks.deliveries(request.params.id, request.query));
  mount(app, replayDelivery, (request) => webhooks.replay(request.params.id, request.params.delivery));
}
