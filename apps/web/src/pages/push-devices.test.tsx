import {
  addPushSubscription,
  changeNoticeChoices,
  getNoticeChoices,
  getPushKey,
  type NoticeChoices,
  noticeDefaults,
  removePushSubscription,
} from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { serveProfile } from "@tests/support/web/profile-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const sent = { endpoint: "https://push.example/1", keys: { p256dh: "a key", auth: "a secret" } };

beforeEach(async () => {
  await emptyJournal();
  storeSession();
  serveProfile();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

/** A browser that can be pushed to; `permission` is what it says when it is asked. */
function browser({ before = "default", permission = "granted" } = {}) {
  const asked = { permission: 0, keys: [] as unknown[] };
  let made: object | null = null;
  const pushManager = {
    getSubscription: async () => made,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: unknown }) => {
      asked.keys.push(applicationServerKey);
      made = {
        endpoint: sent.endpoint,
        toJSON: () => sent,
        unsubscribe: async () => {
          made = null;
        },
      };
      return made;
    },
  };
  const registration = { pushManager };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  const notification = {
    permission: before,
    requestPermission: async () => {
      asked.permission += 1;
      notification.permission = permission;
      return permission;
    },
  };
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("Notification", notification);
  return asked;
}

/** The server's side of it. */
function serveChoices() {
  const items = (["replies", "follows"] as const).map((what) => ({
    what,
    site: true,
    ...noticeDefaults[what],
  }));
  let push: NoticeChoices["push"] = { devices: 0, this_device: false };
  const got: unknown[] = [];
  const choices = () => HttpResponse.json({ items, mail: { confirmed: true, refused_at: null }, push });
  server.use(
    answer(getNoticeChoices, choices),
    answer(getPushKey, () => HttpResponse.json({ key: "the key of the site" })),
    answer(addPushSubscription, async ({ request }) => {
      got.push(await request.json());
      push = { devices: 1, this_device: true };
      return HttpResponse.json({ on: true }, { status: 201 });
    }),
    answer(removePushSubscription, async ({ request }) => {
      got.push(await request.json());
      push = { devices: 0, this_device: false };
      return HttpResponse.json({ on: false });
    }),
    answer(changeNoticeChoices, async ({ request }) => {
      got.push(await request.json());
      return choices();
    }),
  );
  return got;
}

test("a member switches push on for this device, chooses what comes, and switches it off", async () => {
  const asked = browser();
  const got = serveChoices();
  const { user } = renderApp("/profile");
  const on = await screen.findByRole("button", { name: "Turn on push on this device" });
  const follows = screen.getByRole<HTMLInputElement>("checkbox", {
    name: "On devices: What you follow, and what you saved",
  });
  expect([asked.permission, follows.disabled]).toEqual([0, true]);
  await user.click(on);
  const off = await screen.findByRole("button", { name: "Turn off push on this device" });
  expect(asked).toEqual({ permission: 1, keys: ["the key of the site"] });
  await waitFor(() => expect(follows.disabled).toBe(false));
  const replies = screen.getByRole<HTMLInputElement>("checkbox", {
    name: "On devices: Comments and replies",
  });
  expect([replies.checked, follows.checked]).toEqual([true, false]);
  await user.click(follows);
  await waitFor(() => expect(follows.disabled).toBe(false));
  await user.click(off);
  await screen.findByText(/None of your devices shows notifications yet/);
  expect(got).toEqual([sent, { items: [{ what: "follows", push: true }] }, { endpoint: sent.endpoint }]);
});

test("a member who says no to the browser's question reads how to undo it", async () => {
  browser({ permission: "denied" });
  const got = serveChoices();
  const { user } = renderApp("/profile");
  await user.click(await screen.findByRole("button", { name: "Turn on push on this device" }));
  expect(await screen.findByText(/You blocked notifications from this site\. Allow them/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /this device/ })).toBeNull();
  expect(got).toEqual([]);
});

test("a device that the site refuses says so, and is not subscribed", async () => {
  browser();
  serveChoices();
  server.use(answer(addPushSubscription, () => refusal("too_many_requests")));
  const { user } = renderApp("/profile");
  await user.click(await screen.findByRole("button", { name: "Turn on push on this device" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Too many requests");
  expect(screen.getByRole("button", { name: "Turn on push on this device" })).toBeDefined();
});

test("a browser without push says so and has no button", async () => {
  serveChoices();
  renderApp("/profile");
  expect(await screen.findByText(/This browser cannot show notifications/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Turn on push on this device" })).toBeNull();
});
