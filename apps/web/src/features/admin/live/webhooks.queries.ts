import {
  changeWebhook,
  createWebhook as createWebhookCall,
  type Delivery,
  deleteWebhook as deleteWebhookCall,
  listDeliveries,
  listWebhooks,
  type NewWebhook,
  replayDelivery as replayDeliveryCall,
  testWebhook as testWebhookCall,
  type Webhook,
  type WebhookEvent,
} from "@cairn/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { unlessGone } from "../../../lib/api/api-error.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";
import { andRefresh } from "./refresh.ts";

export const webhooksQuery = queryOptions({
  queryKey: ["admin", "webhooks"],
  queryFn: async ({ signal }) => (await api.call(listWebhooks, { signal })).items,
});

/** What was sent to a webhook, the newest first. */
export const deliveriesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ["admin", "webhooks", id],
    queryFn: ({ pageParam, signal }) =>
      api.call(listDeliveries, { params: { id }, query: { cursor: pageParam }, signal }),
    ...byCursor,
    select: rowsOf<Delivery>,
    // A delivery that waits is sent without anything that the screen does.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isWaiting) ? 5_000 : false),
  });

const isWaiting = ({ state }: Delivery) => state === "waiting";

export const createWebhook = (url: string, events: WebhookEvent[]): Promise<NewWebhook> =>
  andRefresh(api.call(createWebhookCall, { body: { url, events } }));

export async function turnWebhook({ id, url }: Webhook, on: boolean): Promise<string> {
  await andRefresh(api.call(changeWebhook, { params: { id }, body: { on } }));
  return `Webhook turned ${on ? "on" : "off"}: ${url}`;
}

export async function testWebhook({ id, url }: Webhook): Promise<string> {
  await andRefresh(api.call(testWebhookCall, { params: { id } }));
  return `Test on its way to ${url}`;
}

export async function deleteWebhook({ id, url }: Webhook): Promise<string> {
  await andRefresh(api.call(deleteWebhookCall, { params: { id } }).catch(unlessGone("webhook_not_found")));
  return `Webhook deleted: ${url}`;
}

export async function replayDelivery(id: number, { id: delivery }: Delivery): Promise<string> {
  await andRefresh(api.call(replayDeliveryCall, { params: { id, delivery } }));
  return "Delivery on its way again";
}
