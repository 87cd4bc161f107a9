import {
  askForWork,
  type DueItem,
  endLabel,
  getChecks,
  getDeskItem,
  getRevision,
  listDue,
  listLabels,
  listLinks,
  reaffirmContent,
  searchContent,
  supersedeContent,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { deskItem, openLive, preview } from "@tests/support/web/admin-live.ts";
import { cellsOf } from "@tests/support/web/admin-screens.ts";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, refusal, sentTo } from "@tests/support/web/fake-api.ts";
import { markedBlock } from "@tests/support/web/fake-program.ts";
import { HttpResponse, type RequestHandler } from "msw";
import { describe, expect, test, vi } from "vitest";

const path = "/content-management?view=due";

const dueItem = (more: Partial<DueItem> = {}): DueItem => ({
  ...deskItem({
    status: "Published",
    pending_revision: null,
    revision: 1,
    published_at: "2026-05-01T08:00:00Z",
  }),
  standing: "due",
  good_until: "2026-11-03T12:00:00.000Z",
  standing_reasons: [
    { kind: "age", text: "Its verification ended on 3 November 2026", since: "2026-10-04T12:00:00.000Z" },
  ],
  due_soon: false,
  still_true: null,
  remarks: [],
  ...more,
});

/** Days from 2026-11-23 on; two dates come up on the second. */
const days = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 10, 23 + index)).toISOString().slice(0, 10),
  items: index === 1 ? 2 : 0,
}));

const listed = (...items: DueItem[]) =>
  answer(listDue, () => HttpResponse.json({ items, next: null, total: items.length, days }));

const renewing = async () => within(await screen.findByRole("dialog", { name: "Reading a query plan" }));

/** Opens the item's look, and notes what is sent to a call. */
async function look(
  endpoint: typeof reaffirmContent | typeof askForWork | typeof supersedeContent,
  item = dueItem(),
  ...own: RequestHandler[]
) {
  const sent: unknown[] = [];
  let items = [item];
  const view = await openLive(
    path,
    ...own,
    answer(listDue, () => HttpResponse.json({ items, next: null, total: items.length, days })),
    answer(endpoint, async ({ request }) => {
      sent.push(await request.json());
      items = [];
      return HttpResponse.json(deskItem());
    }),
    answer(searchContent, () =>
      HttpResponse.json({ items: [sampleItem({ id: 6, title: "Plans, again" })], next: null }),
    ),
  );
  await view.user.click(await screen.findByRole("button", { name: "Renew Reading a query plan" }));
  return { ...view, sent, dialog: await renewing() };
}

describe("what is due", () => {
  test("is listed in the server's order, with reasons and what was said since, 20 at a time", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    const said = { revision: 1, note: "Run again.", said_at: "2026-11-20T08:00:00Z" };
    const remark = {
      id: 3,
      by: { id: 12, name: "Priya Raman" },
      body: "This is outdated.",
      created_at: "2026-11-19T08:00:00Z",
    };
    const first = dueItem({ still_true: said, remarks: [remark] });
    const second = dueItem({
      id: 82,
      title: "Stacking stones",
      standing: "outdated",
      good_until: null,
      standing_reasons: [],
    });
    const { user } = await openLive(
      path,
      answer(listDue, ({ request }) => {
        const next = new URL(request.url).searchParams.get("cursor") ? null : "two";
        return HttpResponse.json({ items: [next ? first : second], next, total: 2, days });
      }),
      answer(listLinks, () =>
        HttpResponse.json({
          items: [
            { url: "https://site.example/a", state: "alive", since: null, checked_at: null },
            { url: "https://site.example/b", state: "dead", since: "2026-11-03T08:00:00Z", checked_at: null },
          ],
        }),
      ),
      answer(getChecks, () =>
        HttpResponse.json({
          items: [markedBlock({ block: 2, expected: "5" })],
        }),
      ),
    );
    const table = within(await screen.findByRole("table", { name: "Due" }));
    const row = (await table.findByText("Reading a query plan")).closest("tr") as HTMLElement;
    expect(cellsOf(row).slice(0, 4)).toEqual([
      "Reading a query planData Science · Daniel Mensah",
      "DueIts verification ended on 3 November 2026",
      "3 Nov 2026",
      "Author: still true · 1 comment says outdated",
    ]);
    await user.click(screen.getByRole("button", { name: "Load More" }));
    expect((await table.findByText("Stacking stones")).closest("tr")?.textContent).toContain(
      "OutdatedNo end",
    );
    const chart = within(screen.getByRole("table", { name: "Verifications that end" }));
    expect(screen.getByText("2 verifications end in the next 30 days")).toBeDefined();
    expect(chart.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "DayItems",
      "24 Nov 20262",
    ]);

    await user.click(screen.getByRole("button", { name: "Reading a query plan" }));
    const dialog = await renewing();
    const since = dialog.getByRole("region", { name: "What has changed since" });
    expect(
      within(since)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["19 Nov 2026, comment by Priya Raman: This is outdated."]);
    expect(dialog.getByText("Daniel Mensah says it is still true, 20 Nov 2026")).toBeDefined();
    expect(dialog.getByText("Run again.")).toBeDefined();
    const found = within(dialog.getByRole("region", { name: "Links and code" }));
    expect((await found.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
      "1 of 2 links did not answer",
      "Dead since 3 Nov 2026: https://site.example/b",
    ]);
    expect(await found.findByText("1 code block in your browser: 1 failed.")).toBeDefined();
    expect(found.getByText("Block 2 (js): output differs").closest("details")?.textContent).toContain(
      "It printed4The text says5",
    );
  });

  test("is no change where only the date of an item comes near or has passed", async () => {
    const near = dueItem({ good_until: new Date(Date.now() + 86_400_000).toISOString() });
    const { user } = await openLive(
      path,
      listed(near, dueItem({ id: 82, title: "Stacking stones", good_until: "2025-11-03T12:00:00Z" })),
    );
    const since = async () =>
      within(await screen.findByRole("dialog")).getByRole("region", { name: "What has changed since" });
    await user.click(await screen.findByRole("button", { name: "Renew Reading a query plan" }));
    expect((await since()).textContent).toContain("Nothing has changed; its date is near.");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Renew Stacking stones" }));
    expect((await since()).textContent).toContain("Nothing has changed; its date has passed.");
  });

  test("says how many code blocks there are where none asks for a check", async () => {
    const blocks = "<pre><code>npm start</code></pre><pre><code>npm test</code></pre>";
    const { user } = await openLive(
      path,
      listed(dueItem()),
      answer(getRevision, () => HttpResponse.json(preview({ number: 1, body_html: blocks }))),
    );
    await user.click(await screen.findByRole("button", { name: "Renew Reading a query plan" }));
    const dialog = await renewing();
    expect(await dialog.findByText(/^It has 2 code blocks, and none asks for a check/)).toBeDefined();
    expect(dialog.getByText("It has no links.")).toBeDefined();
  });

  test("is nothing, or could not be loaded, and both are said", async () => {
    const { user } = await openLive(
      path,
      answer(listDue, () => refusal("too_many_requests"), { once: true }),
      listed(),
    );
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Nothing is due.")).toBeDefined();
  });

  test("an own item is shown, and that somebody else renews it", async () => {
    const own = dueItem({ can: { approve: false, flag: false, remove: false, renew: false } });
    await openLive(
      `${path}&item=81`,
      listed(),
      answer(getDeskItem, () => HttpResponse.json(own)),
    );
    const dialog = await renewing();
    expect(dialog.getByText(/^You cannot renew your own item/)).toBeDefined();
    expect(dialog.queryByRole("radio")).toBeNull();
  });
});

describe("the answers to one look", () => {
  test("still true, for as long as its category says or until a day", async () => {
    const { user, sent, dialog } = await look(reaffirmContent);
    const confirm = dialog.getByRole("button", { name: "Confirm" });
    expect(dialog.queryByRole("radio", { checked: true })).toBeNull();
    expect(confirm).toHaveProperty("disabled", true);
    await user.click(dialog.getByRole("radio", { name: "Still true" }));
    await waitFor(() => expect(confirm).toHaveProperty("disabled", false));
    const until = dialog.getByLabelText("Good until");
    expect(within(until).getAllByRole("option")[0]?.textContent).toBe("180 days (default)");
    await user.selectOptions(until, "A day…");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(dialog.getByText("Please enter a date after today.")).toBeDefined();
    expect(sent).toEqual([]);
    const day = `${new Date().getUTCFullYear() + 1}-05-18`;
    await user.type(dialog.getByLabelText("Day"), day);
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Content renewed: “Reading a query plan”")).toBeDefined();
    expect(sent).toEqual([{ revision: 1, seen: 12, good_until: `${day}T12:00:00.000Z` }]);
    expect(await screen.findByText("Nothing is due.")).toBeDefined();
  });

  test("still true with code that failed wants a note, and says what the code did", async () => {
    const { user, sent, dialog } = await look(
      reaffirmContent,
      dueItem(),
      answer(getChecks, () =>
        HttpResponse.json({ items: [markedBlock({ block: 2, expected: "5" }), markedBlock({ block: 3 })] }),
      ),
    );
    expect(await dialog.findByText("2 code blocks in your browser: 1 failed.")).toBeDefined();
    await user.click(dialog.getByRole("radio", { name: "Still true" }));
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(dialog.getByText("Please say why it is still true.")).toBeDefined();
    await user.type(dialog.getByLabelText("Note"), "Another rounding, the same idea.");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          revision: 1,
          seen: 12,
          checks: [
            { block: 2, outcome: "failed" },
            { block: 3, outcome: "passed" },
          ],
          note: "Another rounding, the same idea.",
        },
      ]),
    );
  });

  test("needs work, with a reason", async () => {
    const { user, sent, dialog } = await look(askForWork);
    await user.click(dialog.getByRole("radio", { name: "Needs work" }));
    await user.click(dialog.getByRole("button", { name: "Ask for changes" }));
    expect(dialog.getByText("Please enter a reason.")).toBeDefined();
    await user.type(dialog.getByLabelText("Reason"), "The plan looks different now.");
    await user.click(dialog.getByRole("button", { name: "Ask for changes" }));
    await waitFor(() =>
      expect(sent).toEqual([{ revision: 1, seen: 12, reason: "The plan looks different now." }]),
    );
  });

  test("superseded by a public post, found by words of its title", async () => {
    const { user, sent, dialog } = await look(supersedeContent);
    await user.click(dialog.getByRole("radio", { name: "Superseded by" }));
    await user.type(dialog.getByLabelText("The post that replaces it"), "plans");
    await user.click(await dialog.findByRole("option", { name: /^Plans, again/ }));
    await user.click(dialog.getByRole("button", { name: "Mark as superseded" }));
    await waitFor(() => expect(sent).toEqual([{ by: 6 }]));
  });

  test("superseded no longer, where another post replaces it", async () => {
    const item = dueItem({ standing: "superseded", superseded_by: 6 });
    const { user, sent, dialog } = await look(supersedeContent, item);
    await user.click(dialog.getByRole("radio", { name: "Not superseded" }));
    await user.click(dialog.getByRole("button", { name: "Take it back" }));
    expect(await screen.findByText("Content no longer superseded: “Reading a query plan”")).toBeDefined();
    expect(sent).toEqual([{ by: null }]);
  });
});

test("the end of a version says how many items it touches before it happens", async () => {
  vi.stubEnv("TZ", "Pacific/Apia");
  const sent = sentTo(endLabel, () =>
    HttpResponse.json({ label: "node 18", items: 3, ended_on: "2026-04-30" }),
  );
  const { user } = await openLive(
    path,
    listed(),
    answer(listLabels, ({ request }) => {
      const prefix = new URL(request.url).searchParams.get("prefix") ?? "";
      const all = [
        { label: "node 16", items: 0, ended_on: "2025-09-11" },
        { label: "node 18", items: 3, ended_on: null },
        { label: "node 20", items: 1, ended_on: null },
      ];
      return HttpResponse.json({ items: all.filter(({ label }) => label.startsWith(prefix)) });
    }),
  );
  await user.click(await screen.findByRole("button", { name: "End a version" }));
  const dialog = within(screen.getByRole("dialog", { name: "End a version" }));
  await user.click(dialog.getByRole("button", { name: "End it" }));
  expect(dialog.getByText("Please enter a name and a version, such as node 20.")).toBeDefined();
  const version = dialog.getByRole("combobox", { name: "Version" });
  await user.type(version, "Node 16");
  expect(await dialog.findByText(/It already ends on 11 Sep 2025\.$/)).toBeDefined();
  await user.clear(version);
  await user.type(version, "Node");
  await user.click(await dialog.findByRole("option", { name: /^node 18/ }));
  expect(await dialog.findByText("This affects 3 published posts.")).toBeDefined();
  await user.clear(dialog.getByLabelText("Ended on"));
  await user.type(dialog.getByLabelText("Ended on"), "2026-04-30");
  await user.click(dialog.getByRole("button", { name: "End it" }));
  await waitFor(() => expect(sent).toEqual([{ label: "node 18", on: "2026-04-30" }]));
});
