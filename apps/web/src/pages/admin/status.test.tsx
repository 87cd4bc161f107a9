import { getSettings, getStatus, type Status } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { openLive } from "@tests/support/web/admin-live.ts";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

const ok = { state: "ok", advice: null } as const;
const status = (more: Partial<Status> = {}): Status => ({
  version: "1.1.0",
  mail: {
    waiting: 0,
    sent_at: "2026-11-20T10:00:00.000Z",
    refused_at: null,
    refused_reason: null,
    addresses_refused: 0,
    ...ok,
  },
  feeds: { items: [], ...ok },
  queues: {
    items: [{ kind: "mail", waiting: 0, oldest_seconds: 0, failing: 0, last_failure: null }],
    ...ok,
  },
  storage: { used_bytes: 3_145_728, most_bytes: null, free_bytes: 42_949_672_960, ...ok },
  backup: { seen_at: "2026-11-20T03:30:00.000Z", ...ok },
  audit: { at: "2026-11-20T04:00:00.000Z", fits: true, problem: null, ...ok },
  ...more,
});
const path = "/admin/settings?view=status";
const open = (shown: Status) =>
  openLive(
    path,
    answer(getStatus, () => HttpResponse.json(shown)),
  );
const part = (name: string) => within(screen.getByRole("region", { name }));

test("a server that is well says so, with the figures of each part", async () => {
  await open(status());
  expect(await screen.findByText("All is well.")).toBeDefined();
  expect(screen.getByText("Release 1.1.0")).toBeDefined();
  expect(part("Storage").getByText("3.0 MB")).toBeDefined();
  expect(part("Storage").getByText("40 GB")).toBeDefined();
  expect(part("Background work").getByText("Nothing waits.")).toBeDefined();
  expect(part("Feeds of other sites").getByText("None is set.")).toBeDefined();
});

test("what is wrong says what to do, and a backup that was never seen is not counted as wrong", async () => {
  await open(
    status({
      mail: {
        waiting: 4,
        sent_at: null,
        refused_at: "2026-11-20T10:00:00.000Z",
        refused_reason: "RCPT TO: 550 no such mailbox",
        addresses_refused: 1,
        state: "wrong",
        advice: "Check the mail server, then run `npm run admin -- mail retry`.",
      },
      queues: {
        items: [{ kind: "webhook", waiting: 2, oldest_seconds: 600, failing: 1, last_failure: "no answer" }],
        state: "wrong",
        advice: "Look in the server’s log.",
      },
      backup: { seen_at: null, state: "unknown", advice: "No backup has been seen: make one." },
    }),
  );
  expect(await screen.findByText("2 parts need a look.")).toBeDefined();
  expect(part("Email").getByText("RCPT TO: 550 no such mailbox")).toBeDefined();
  expect(part("Email").getByText("npm run admin -- mail retry").tagName).toBe("CODE");
  expect(part("Background work").getByText(/2 waiting, the first for 10 min, 1 failing/)).toBeDefined();
  expect(part("Backup").getByText("Not known")).toBeDefined();
  expect(part("Backup").getByText(/No backup has been seen/)).toBeDefined();
});

test("what is not known yet is not said to be well", async () => {
  const advice = "No backup has been seen: make one.";
  await open(status({ backup: { seen_at: null, state: "unknown", advice } }));
  expect(await screen.findByText("Nothing is wrong. One part is not known yet.")).toBeDefined();
});

test("it says that it loads, and one that fails can be tried again", async () => {
  const gate = holdBack(getStatus, () => refusal("internal_error"));
  const { user } = await openLive(path);
  expect(await screen.findByText("Loading...")).toBeDefined();
  gate.open();
  const button = await screen.findByRole("button", { name: "Try again" });
  server.use(answer(getStatus, () => HttpResponse.json(status())));
  await user.click(button);
  expect(await screen.findByText("All is well.")).toBeDefined();
});

test("the settings lead to it", async () => {
  const { user } = await openLive(
    "/admin/settings",
    answer(getSettings, () => refusal("internal_error")),
    answer(getStatus, () => HttpResponse.json(status())),
  );
  await user.click(await screen.findByRole("link", { name: "Status" }));
  expect(await screen.findByText("All is well.")).toBeDefined();
});
