import { type Static, type TSchema, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorQuery, Id, IdParams, Instant } from "./paging.ts";

/** Messages to other sites about what happens here, as Standard Webhooks has it (docs/rules.md#webhooks). */

export const webhookLimits = { urlLength: 500, ofSite: 20 } as const;

export const webhookEvents = [
  "content.submitted",
  "content.approved",
  "content.flagged",
  "content.removed",
  "comment.created",
  "report.created",
  "member.joined",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The type of what "Send a test" sends. */
export const testEvent = "webhook.test";

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** `https://`; `http://` only to hosts that the operator lists in WEBHOOK_HOSTS. */
const Url = Type.String({ minLength: 9, maxLength: webhookLimits.urlLength });
const Events = Type.Array(Type.Enum([...webhookEvents]), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
});

const webhookFields = {
  id: Id,
  url: Type.String(),
  events: Events,
  /** false: nothing is sent. Cairn turns off what has failed for days. */
  on: Type.Boolean(),
  /** Since when every delivery has failed; null: the last one arrived, or none was sent. */
  failing_since: Nullable(Instant),
  created_at: Instant,
};

export const Webhook = Type.Object(webhookFields, { $id: "Webhook" });
export type Webhook = Static<typeof Webhook>;

export const NewWebhook = Type.Object(
  {
    ...webhookFields,
    /** Signs what is sent: `whsec_` and base64. */
    secret: Type.String(),
  },
  { $id: "NewWebhook" },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const Delivery = Type.Object(
  {
    id: Id,
    /** The header `webhook-id`, the same at each repeat. */
    message_id: Type.String(),
    event: Type.Enum([...webhookEvents, testEvent]),
    state: Type.Enum(["waiting", "sent", "failed"]),
    attempts: Type.Integer({ minimum: 0 }),
    /** The HTTP status of the last answer; null: there was none. */
    status: Nullable(Type.Integer()),
    /** Why the last attempt failed; null after a success. */
    error: Nullable(Type.String()),
    created_at: Instant,
  },
  { $id: "Delivery" },
);
export type Delivery = Static<typeof Delivery>;

export const listWebhooks = endpoint({
  name: "listWebhooks",
  method: "GET",
  path: "/admin/webhooks",
  summary: "All webhooks of the site",
  tag: "Programs",
  access: "verifiedAdmin",
  replies: {
    200: Type.Object({ items: Type.Array(Webhook, { maxItems: webhookLimits.ofSite }), next: Type.Null() }),
  },
  errors: [],
});

export const createWebhook = endpoint({
  name: "createWebhook",
  method: "POST",
  path: "/admin/webhooks",
  summary: "Send these events to an address from now on. The answer has the secret; no later one does",
  tag: "Programs",
  access: "verifiedAdmin",
  body: Type.Object({ url: Url, events: Events }, { additionalProperties: false }),
  replies: { 201: NewWebhook },
  errors: ["list_full"],
});

export const WebhookChange = Type.Object(
  { url: Type.Optional(Url), events: Type.Optional(Events), on: Type.Optional(Type.Boolean()) },
  { $id: "WebhookChange", additionalProperties: false },
);
export type WebhookChange = Static<typeof WebhookChange>;

export const changeWebhook = endpoint({
  name: "changeWebhook",
  method: "PATCH",
  path: "/admin/webhooks/:id",
  summary: "Change a webhook's address or events, or turn it on or off",
  tag: "Programs",
  access: "verifiedAdmin",
  params: IdParams,
  body: WebhookChange,
  replies: { 200: Webhook },
  errors: ["webhook_not_found"],
});

export const deleteWebhook = endpoint({
  name: "deleteWebhook",
  method: "DELETE",
  path: "/admin/webhooks/:id",
  summary: "Delete a webhook with its deliveries, also those that wait",
  tag: "Programs",
  access: "verifiedAdmin",
  params: IdParams,
  replies: { 200: Type.Object({ message: Type.Literal("Webhook deleted") }) },
  errors: ["webhook_not_found"],
});

export const testWebhook = endpoint({
  name: "testWebhook",
  method: "POST",
  path: "/admin/webhooks/:id/test",
  summary: "Send a delivery of the type webhook.test",
  tag: "Programs",
  access: "verifiedAdmin",
  params: IdParams,
  replies: { 201: Delivery },
  errors: ["webhook_not_found", "webhook_off"],
});

export const listDeliveries = endpoint({
  name: "listDeliveries",
  method: "GET",
  path: "/admin/webhooks/:id/deliveries",
  summary: "A webhook's deliveries of the last 7 days, the newest first, 20 a page",
  tag: "Programs",
  access: "verifiedAdmin",
  params: IdParams,
  query: CursorQuery,
  replies: { 200: Type.Object({ items: Type.Array(Delivery), next: Nullable(Cursor) }) },
  errors: ["invalid_cursor", "webhook_not_found"],
});

export const replayDelivery = endpoint({
  name: "replayDelivery",
  method: "POST",
  path: "/admin/webhooks/:id/deliveries/:delivery/replay",
  summary: "Send a delivery again, with the same webhook-id",
  tag: "Programs",
  access: "verifiedAdmin",
  params: Type.Object({ id: Id, delivery: Id }),
  replies: { 200: Delivery },
  errors: ["webhook_not_found", "delivery_not_found", "webhook_off"],
});
