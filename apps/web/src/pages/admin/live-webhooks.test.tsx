import {
  changeWebhook,
  createWebhook,
  type Delivery,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  testWebhook,
  type Webhook,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { openLive } from "@tests/support/web/admin-live.ts";
import { cellsOf, openAsAdmin, rowOf } from "@tests/support/web/admin-screens.ts";
import { answer, idAndBody, refusal, sentTo } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

const path = "/admin/webhooks";
const url = "https://chat.example/hook";

const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  id: 3,
  url,
  events: ["content.approved", "comment.created"],
  on: true,
  failing_since: null,
  created_at: "2026-11-01T08:00:00.000Z",
  ...more,
});
const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: 5,
  message_id: "msg_1",
  event: "content.approved",
  state: "sent",
  attempts: 1,
  status: 204,
  error: null,
  created_at: new Date(Date.now() - 5.5 * 60_000).toISOString(),
  ...more,
});
const serve = (...items: Webhook[]) => answer(listWebhooks, () => HttpResponse.json({ items, next: null }));
const serveDeliveries = (...items: Delivery[]) =>
  answer(listDeliveries, () => HttpResponse.json({ items, next: null }));

describe("webhooks", () => {
  test("are listed with their events and whether they arrive", async () => {
    const failingSince = new Date(Date.now() - 5.5 * 60_000).toISOString();
    await openLive(
      path,
      serve(
        webhook(),
        webhook({ id: 4, url: "https://slow.example/", failing_since: failingSince }),
        webhook({ id: 5, url: "https://gone.example/", on: false, failing_since: failingSince }),
      ),
    );
    const states = await waitFor(() =>
      [url, "https://slow.example/", "https://gone.example/"].map((of) => cellsOf(rowOf(of))[1]),
    );
    expect(states).toEqual([
      "On",
      "FailingFirst failure: 5 minutes ago",
      "OffTurned off because every delivery failed. First failure: 5 minutes ago",
    ]);
    expect(screen.getAllByText("A post was approved, A comment was written")).toHaveLength(3);
  });

  test("are added with an address and events, and their secret is shown once", async () => {
    const sent = sentTo(createWebhook, () =>
      HttpResponse.json({ ...webhook(), secret: "whsec_c2VjcmV0" }, { status: 201 }),
    );
    const { user } = await openLive(path, serve());
    await user.click(await screen.findByRole("button", { name: "New webhook" }));
    const dialog = within(screen.getByRole("dialog", { name: "New webhook" }));
    await user.click(dialog.getByRole("checkbox", { name: "A post was approved" }));
    await user.click(dialog.getByRole("button", { name: "Add webhook" }));
    expect(dialog.getByText("Please enter an address.")).toBeDefined();
    expect(dialog.getByText("Please choose at least one.")).toBeDefined();
    await user.type(dialog.getByLabelText("Address"), url);
    await user.click(dialog.getByRole("checkbox", { name: "An account was opened" }));
    await user.click(dialog.getByRole("button", { name: "Add webhook" }));
    const shown = within(await screen.findByRole("dialog", { name: "Your new webhook" }));
    expect(shown.getByLabelText<HTMLInputElement>("Secret").value).toBe("whsec_c2VjcmV0");
    await user.click(shown.getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent).toEqual([{ url, events: ["member.joined"] }]);
  });

  test("whose address the server refuses say why", async () => {
    const refused = answer(createWebhook, () =>
      refusal("invalid_input", { error: "Url must be an https address." }),
    );
    const { user } = await openLive(path, serve(), refused);
    await user.click(await screen.findByRole("button", { name: "New webhook" }));
    await user.type(screen.getByLabelText("Address"), "http://chat.example");
    await user.click(screen.getByRole("button", { name: "Add webhook" }));
    expect(await screen.findByText("Url must be an https address.")).toBeDefined();
  });

  test("are tested, turned off and deleted", async () => {
    const { user } = await openLive(path, serve(webhook()));
    const tested = sentTo(
      testWebhook,
      () => HttpResponse.json(delivery({ event: "webhook.test", state: "waiting" }), { status: 201 }),
      ({ params }) => params.id,
    );
    const changed = sentTo(changeWebhook, () => HttpResponse.json(webhook({ on: false })), idAndBody);
    const deleted = sentTo(
      deleteWebhook,
      () => HttpResponse.json({ message: "Webhook deleted" }),
      ({ params }) => params.id,
    );
    await user.click(await screen.findByRole("button", { name: `Send a test to ${url}` }));
    expect(await screen.findByText(`Test on its way to ${url}`)).toBeDefined();
    await user.click(screen.getByRole("button", { name: `Turn off ${url}` }));
    await waitFor(() => expect(changed).toEqual([["3", { on: false }]]));
    await user.click(screen.getByRole("button", { name: `Delete ${url}` }));
    const dialog = within(screen.getByRole("dialog", { name: "Delete this webhook?" }));
    expect(deleted).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(deleted).toEqual(["3"]));
    expect(tested).toEqual(["3"]);
  });

  test("show their deliveries with what came of them, and send one again", async () => {
    const again = sentTo(
      replayDelivery,
      () => HttpResponse.json(delivery({ state: "waiting" })),
      ({ params }) => [params.id, params.delivery],
    );
    const failed = delivery({
      id: 6,
      event: "comment.created",
      state: "failed",
      status: 500,
      error: "It answered 500",
      attempts: 30,
    });
    const { user } = await openLive(path, serve(webhook()), serveDeliveries(failed, delivery()));
    await user.click(await screen.findByRole("link", { name: `Deliveries to ${url}` }));
    const table = within(await screen.findByRole("table", { name: "Deliveries" }));
    expect(window.location.search).toBe("?webhook=3");
    expect((await table.findAllByRole("row")).slice(1).map((row) => cellsOf(row).slice(0, 3))).toEqual([
      ["A comment was writtenmsg_1", "FailedIt answered 500, 30 attempts", "5 minutes ago"],
      ["A post was approvedmsg_1", "SentIt answered 204", "5 minutes ago"],
    ]);
    await user.click(table.getByRole("button", { name: "Send again: A comment was written" }));
    expect(await screen.findByText("Delivery on its way again")).toBeDefined();
    expect(again).toEqual([["3", "6"]]);
  });
});

test("the sample has no webhooks and makes no calls", async () => {
  await openAsAdmin(path);
  expect(await screen.findByText("The sample has no webhooks.")).toBeDefined();
});
