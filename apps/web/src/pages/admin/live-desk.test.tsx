import {
  approveContent,
  type Claim,
  claimContent,
  type DeskItem,
  flagContent,
  getDeskItem,
  getRevision,
  listDeskItems,
  releaseContent,
} from "@cairn/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { deskItem, inTenMinutes, openLive, preview } from "@tests/support/web/admin-live.ts";
import { columnOf, rowOf } from "@tests/support/web/admin-screens.ts";
import { answer, refusal } from "@tests/support/web/fake-api.ts";
import { letIn, tellLive } from "@tests/support/web/fake-socket.ts";
import { HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

const path = "/content-management";
const first = deskItem();
const second = deskItem({
  id: 82,
  title: "Stacking stones",
  revision: 1,
  pending_revision: 1,
  last_decision: null,
});
const third = deskItem({
  id: 83,
  title: "Reading the sky",
  revision: 1,
  pending_revision: 1,
  last_decision: null,
});

const priyas: Claim = { by: { id: 12, name: "Priya Raman" }, mine: false, expires_at: inTenMinutes() };
const mine: Claim = { by: { id: 7, name: "Grace Wanjiku" }, mine: true, expires_at: inTenMinutes() };

/** A desk whose items others change behind the screen's back, and every call about claims and decisions. */
const openDesk = (...start: DeskItem[]) => openDeskAt("", ...start);

async function openDeskAt(search: string, ...start: DeskItem[]) {
  const desk = {
    items: start,
    /** Whether its filter also shows what is decided. */
    showsAll: false,
    /** Whether it refuses decisions as being about an earlier revision. */
    isStale: false,
    calls: [] as string[],
    sent: [] as unknown[],
  };
  const item = (id: unknown) => desk.items.find((known) => String(known.id) === id);
  const note = (call: string) => (id: unknown) => {
    desk.calls.push(`${call} ${id}`);
  };
  const decide =
    (call: string) =>
    async ({ request, params }: { request: Request; params: Record<string, unknown> }) => {
      note(call)(params.id);
      desk.sent.push(await request.json());
      if (desk.isStale) return refusal("decision_stale");
      const decided = item(params.id);
      const answer = { ...decided, pending_revision: null };
      desk.items = desk.items.flatMap((known) =>
        known !== decided ? [known] : desk.showsAll ? [answer as DeskItem] : [],
      );
      return HttpResponse.json(answer);
    };
  const view = await openLive(
    `${path}${search}`,
    answer(listDeskItems, () =>
      HttpResponse.json({ items: desk.items, next: null, total: desk.items.length }),
    ),
    answer(getDeskItem, ({ params }) => {
      const found = item(params.id);
      return found ? HttpResponse.json(found) : refusal("content_not_found");
    }),
    answer(getRevision, ({ params }) =>
      HttpResponse.json(preview({ content_id: Number(params.id), number: Number(params.number) })),
    ),
    answer(claimContent, ({ params }) => {
      note("claim")(params.id);
      return item(params.id)?.claim?.mine === false ? refusal("item_claimed") : HttpResponse.json(mine);
    }),
    answer(releaseContent, ({ params }) => {
      note("release")(params.id);
      return HttpResponse.json({ message: "Claim released" });
    }),
    answer(approveContent, decide("approve")),
    answer(flagContent, decide("flag")),
  );
  await screen.findByRole("button", { name: first.title });
  await letIn();
  return { ...view, desk };
}

/** Another admin does something, and the server tells. */
function happens(desk: { items: DeskItem[] }, id: number, change: Partial<DeskItem>) {
  desk.items = desk.items.map((item) => (item.id === id ? { ...item, ...change } : item));
  tellLive("desk_changed", { content_id: id });
}

const titles = () =>
  screen.getAllByRole("button", { name: /^(Reading|Stacking)/ }).map(({ textContent }) => textContent);
const focused = () => document.activeElement?.textContent;

describe("an item that is opened", () => {
  test("is claimed as long as it is open", async () => {
    const { user, desk } = await openDesk(first);
    await user.click(screen.getByRole("button", { name: first.title }));
    await screen.findByRole("dialog", { name: first.title });
    await waitFor(() => expect(desk.calls).toEqual(["claim 81"]));
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(desk.calls).toEqual(["claim 81", "release 81"]));
  });

  test("is released when the page is left, and claimed again on return", async () => {
    const { user, desk } = await openDesk(first);
    await user.click(screen.getByRole("button", { name: first.title }));
    await waitFor(() => expect(desk.calls).toEqual(["claim 81"]));
    act(() => void window.dispatchEvent(new Event("pagehide")));
    await waitFor(() => expect(desk.calls).toEqual(["claim 81", "release 81"]));
    act(() => void window.dispatchEvent(new Event("pageshow")));
    await waitFor(() => expect(desk.calls).toEqual(["claim 81", "release 81", "claim 81"]));
  });

  test("that another admin reads says so, can be read too, and is claimed once it is free", async () => {
    const { user, desk } = await openDesk({ ...first, claim: priyas });
    expect(within(rowOf(first.title)).getByText("Priya Raman is reviewing this")).toBeDefined();
    await user.click(screen.getByRole("button", { name: first.title }));
    const dialog = within(await screen.findByRole("dialog", { name: first.title }));
    expect(await dialog.findByText(/^Priya Raman is reviewing this\. You can review it too/)).toBeDefined();
    expect(dialog.getByText("tree")).toBeDefined();
    expect(desk.calls).toEqual([]);

    happens(desk, 81, { claim: null });
    await waitFor(() => expect(desk.calls).toEqual(["claim 81"]));
    expect(dialog.queryByText(/^Priya Raman is reviewing this/)).toBeNull();
  });

  test("shows the holder when two open it at the same moment", async () => {
    const { user, desk } = await openDesk(first);
    // The list does not know of it yet.
    desk.items = [{ ...first, claim: null }];
    await user.click(screen.getByRole("button", { name: first.title }));
    happens(desk, 81, { claim: priyas });
    expect(await screen.findByText(/^Priya Raman is reviewing this\. You can review it too/)).toBeDefined();
  });
});

/** App opens the first item, and App approves it there. */
async function openAndApprove(user: UserEvent): Promise<void> {
  const app = { name: `App: approve ${first.title}` };
  await user.click(screen.getByRole("button", app));
  const dialog = within(await screen.findByRole("dialog", { name: first.title }));
  await user.click(await dialog.findByRole("button", app));
}

describe("a decision about an item that another admin reads", () => {
  test("to approve needs a confirmation", async () => {
    const { user, desk } = await openDesk({ ...first, claim: priyas });
    await openAndApprove(user);
    const dialog = within(
      await screen.findByRole("dialog", { name: "Another admin is reviewing this. Approve anyway?" }),
    );
    expect(await dialog.findByText(/the first decision counts/)).toBeDefined();
    expect(desk.calls).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("No content found.")).toBeDefined();
    expect(desk.sent).toEqual([{ revision: 2, seen: 12 }]);
  });

  test("needs no confirmation once the claim has expired", async () => {
    const { user, desk } = await openDesk({
      ...first,
      claim: { ...priyas, expires_at: new Date(Date.now() - 60_000).toISOString() },
    });
    expect(screen.queryByText("Priya Raman is reviewing this")).toBeNull();
    await openAndApprove(user);
    await screen.findByText("No content found.");
    expect(desk.calls).toContain("approve 81");
    expect(desk.sent).toEqual([{ revision: 2, seen: 12 }]);
  });
});

describe("other admins' work", () => {
  test("shows in the queue as it happens: arrivals, readers and decisions", async () => {
    const { desk } = await openDesk(first);
    desk.items = [first, second];
    tellLive("desk_changed", { content_id: 82 });
    await screen.findByRole("button", { name: second.title });
    happens(desk, 82, { claim: priyas });
    await screen.findByText("Priya Raman is reviewing this");
    desk.items = [second];
    tellLive("desk_changed", { content_id: 81 });
    await waitFor(() => expect(titles()).toEqual([second.title]));
  });

  test("is fetched after an interruption of the live connection", async () => {
    const { desk } = await openDesk(first);
    desk.items = [first, second];
    await letIn();
    expect(await screen.findByRole("button", { name: second.title })).toBeDefined();
  });

  test("leaves focus and input in place, and says when a decision is outdated", async () => {
    const { user, desk } = await openDesk(first, second);
    await user.click(screen.getByRole("button", { name: `Flag: flag ${first.title}` }));
    const reason = await screen.findByLabelText("Reason");
    await user.type(reason, "Name the sources.");
    desk.items = [{ ...first, revision: 3, pending_revision: 3 }, second, third];
    tellLive("desk_changed", { content_id: 81 });
    expect(
      await screen.findByText("The author sent revision 3. You can no longer decide on revision 2."),
    ).toBeDefined();
    expect(document.activeElement).toBe(reason);
    expect((reason as HTMLTextAreaElement).value).toBe("Name the sources.");

    // Read anew and flagged after all: the words are still there.
    await user.click(screen.getByRole("button", { name: "Read the current version" }));
    const dialog = within(await screen.findByRole("dialog", { name: first.title }));
    await user.click(await dialog.findByRole("button", { name: `Flag: flag ${first.title}` }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Flag" }));
    await screen.findByRole("dialog", { name: second.title });
    expect(desk.sent).toEqual([{ revision: 3, seen: 12, reason: "Name the sources." }]);
  });

  test("never changes the item that the address opened: a later revision is reported, and is not approved unseen", async () => {
    const { user, desk } = await openDeskAt(`?item=${first.id}`, first);
    const dialog = within(await screen.findByRole("dialog", { name: first.title }));
    await dialog.findByText(/^Revision 2, waiting/);
    happens(desk, 81, { revision: 3, pending_revision: 3, title: "Another plan" });
    await dialog.findByText("The author sent revision 3. You can no longer decide on revision 2.");
    expect(dialog.getByRole("heading", { name: first.title })).toBeDefined();
    expect(dialog.getByText(/^Revision 2, waiting/)).toBeDefined();
    await user.keyboard("a");
    await waitFor(() => expect(desk.sent).toEqual([{ revision: 2, seen: 12 }]));
  });

  test("on the open item is reported with its admin", async () => {
    const { user, desk } = await openDesk(first);
    await user.click(screen.getByRole("button", { name: first.title }));
    await screen.findByRole("dialog", { name: first.title });
    happens(desk, 81, {
      status: "Published",
      pending_revision: null,
      last_decision: {
        seq: 13,
        decision: "approved",
        revision: 2,
        reviewer: { id: 12, name: "Priya Raman" },
        reason: null,
        decided_at: new Date().toISOString(),
      },
    });
    expect(
      await screen.findByText(/^Priya Raman approved revision 2\. You can no longer decide/),
    ).toBeDefined();
  });

  test("leaves the preview of a withdrawn item in place, with a message", async () => {
    const { user, desk } = await openDesk(first);
    await user.click(screen.getByRole("button", { name: first.title }));
    const dialog = within(await screen.findByRole("dialog", { name: first.title }));
    await dialog.findByText("tree");
    desk.items = [];
    tellLive("desk_changed", { content_id: 81 });
    expect(await dialog.findByText(/^The author withdrew this item/)).toBeDefined();
    expect(dialog.getByText("tree")).toBeDefined();
  });
});

const fakeTimers = () =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });

/** Waits until an automatically opened item takes decisions. */
async function takesDecisions(title: string) {
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  const app = await dialog.findByRole("button", { name: `App: approve ${title}` });
  await act(async () => void vi.advanceTimersByTime(1000));
  expect(app.getAttribute("aria-disabled")).toBeNull();
}

describe("in the open item", () => {
  test("Previous and Next lead through the queue, as k and j do", async () => {
    const { user } = await openDesk(first, second, third);
    await user.click(screen.getByRole("button", { name: second.title }));
    const opened = (title: string) => screen.findByRole("dialog", { name: title });
    expect(await within(await opened(second.title)).findByText("2 of 3")).toBeDefined();
    const next = screen.getByRole("button", { name: "Next" });
    await user.click(next);
    expect(await within(await opened(third.title)).findByText("3 of 3")).toBeDefined();
    expect(document.activeElement).toBe(next);
    expect(next.getAttribute("aria-disabled")).toBe("true");
    await user.keyboard("jkk");
    await opened(first.title);
    await user.keyboard("j");
    await opened(second.title);
    await user.click(screen.getByRole("button", { name: "Previous" }));
    await opened(first.title);
  });

  test("the next one that comes in by itself takes no decision for a second, by press or key", async () => {
    fakeTimers();
    const { user, desk } = await openDesk(first, second);
    await openAndApprove(user);
    const dialog = within(await screen.findByRole("dialog", { name: second.title }));
    const app = await dialog.findByRole("button", { name: `App: approve ${second.title}` });
    await user.click(app);
    await user.click(dialog.getByRole("button", { name: `Flag: flag ${second.title}` }));
    await user.keyboard("ar");
    expect(screen.getByRole("dialog", { name: second.title })).toBeDefined();
    expect(desk.sent).toHaveLength(1);
    await takesDecisions(second.title);
    await user.click(app);
    await waitFor(() => expect(desk.sent).toHaveLength(2));
  });

  test("the message about the last decision stands in the dialog, and opens its item again as it is now", async () => {
    const { user, desk } = await openDesk(first, second);
    desk.showsAll = true;
    await openAndApprove(user);
    const next = within(await screen.findByRole("dialog", { name: second.title }));
    expect(await next.findByText(`Content approved: “${first.title}”`)).toBeDefined();
    desk.items = desk.items.map((item) => (item.id === first.id ? { ...item, status: "Published" } : item));
    await user.click(next.getByRole("button", { name: "View" }));
    const again = within(await screen.findByRole("dialog", { name: first.title }));
    expect(await again.findByText(/^Revision 2\./)).toBeDefined();
    expect(screen.queryByRole("dialog", { name: second.title })).toBeNull();
  });
});

describe("by keyboard alone", () => {
  test("j and k move, arrows too once in the table, and stop at its ends", async () => {
    const { user } = await openDesk(first, second, third);
    await user.keyboard("{ArrowDown}");
    expect(focused()).not.toBe(first.title);
    await user.keyboard("j");
    expect(focused()).toBe(first.title);
    await user.keyboard("j{ArrowDown}j");
    expect(focused()).toBe(third.title);
    await user.keyboard("k{ArrowUp}k");
    expect(focused()).toBe(first.title);
  });

  test("Enter opens, a approves what is open, and the next waiting item opens by itself", async () => {
    const { user, desk } = await openDesk(first, second);
    await user.keyboard("j{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: first.title }));
    await dialog.findByText("tree");
    await user.keyboard("a");
    const next = within(await screen.findByRole("dialog", { name: second.title }));
    expect(await next.findByText("1 of 1")).toBeDefined();
    await user.click(next.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(titles()).toEqual([second.title]));
    expect(focused()).toBe(second.title);
    expect(desk.sent).toEqual([{ revision: 2, seen: 12 }]);
  });

  test("a opens the item with the focus and approves it when pressed again; f asks for the reason", async () => {
    fakeTimers();
    const { user, desk } = await openDesk(first, second, third);
    await user.keyboard("ja");
    await screen.findByRole("dialog", { name: first.title });
    expect(await screen.findByText("Read it first, then approve it")).toBeDefined();
    expect(desk.sent).toEqual([]);
    await user.keyboard("a");
    await takesDecisions(second.title);
    await user.keyboard("f");
    const text = await screen.findByRole("region", { name: "The text" });
    const reason = await screen.findByLabelText<HTMLTextAreaElement>("Reason");
    expect(document.activeElement).toBe(reason);
    expect(screen.getByRole("button", { name: "Quote the selected text" })).toHaveProperty("disabled", true);
    document.getSelection()?.selectAllChildren(await within(text).findByText("tree"));
    await user.click(await screen.findByRole("button", { name: "Quote the selected text" }));
    expect(reason.value).toBe("“tree”: ");
    await user.clear(reason);
    await user.type(reason, "Far jars are afar.{Control>}{Enter}{/Control}");
    await takesDecisions(third.title);
    expect(screen.getByText(/\(2 in a row\)$/), "one message for quick decisions").toBeDefined();
    expect(screen.queryByText(/^Content approved/)).toBeNull();
    await user.keyboard("f");
    await user.click(await screen.findByRole("button", { name: "Far jars are afar." }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Reason")).value).toBe("Far jars are afar.");
    expect(desk.sent).toEqual([
      { revision: 2, seen: 12 },
      { revision: 1, seen: 0, reason: "Far jars are afar." },
    ]);
  });

  test("the next waiting item opens also where decided ones stay: below the last, else the first", async () => {
    fakeTimers();
    const { user, desk } = await openDesk(first, { ...second, pending_revision: null }, third);
    desk.showsAll = true;
    await user.keyboard("ja");
    await screen.findByRole("dialog", { name: first.title });
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(focused()).toBe(first.title));
    await user.keyboard("jj");
    expect(focused()).toBe(third.title);
    await user.keyboard("a");
    await screen.findByRole("dialog", { name: third.title });
    await user.keyboard("a");
    await takesDecisions(first.title);
    await user.keyboard("a");
    await waitFor(() => expect(desk.sent).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(titles()).toEqual([first.title, second.title, third.title]);
  });

  test("an item that arrives above the open one does not become the next", async () => {
    const { user, desk } = await openDesk(second, third, first);
    await user.keyboard("jja");
    await screen.findByRole("dialog", { name: third.title });
    const fourth = { ...second, id: 84, title: "Reading a map" };
    desk.items = [fourth, ...desk.items];
    tellLive("desk_changed", { content_id: 84 });
    await screen.findByRole("button", { name: fourth.title, hidden: true });
    await user.keyboard("a");
    await screen.findByRole("dialog", { name: first.title });
  });

  test("after an item that the address opened, the first waiting one opens", async () => {
    const { user } = await openDeskAt(`?item=${third.id}`, first, second, third);
    await screen.findByRole("dialog", { name: third.title });
    await user.keyboard("a");
    await screen.findByRole("dialog", { name: first.title });
  });

  test("a later revision of the refused item comes before other items", async () => {
    const { user, desk } = await openDesk(first, second);
    await user.keyboard("j{Enter}");
    await screen.findByRole("dialog", { name: first.title });
    desk.items = [{ ...first, revision: 3, pending_revision: 3 }, second];
    desk.isStale = true;
    await user.keyboard("a");
    await screen.findByText(/^This item changed, so your decision wasn/);
    await waitFor(() => expect(focused()).toBe(first.title));
  });

  test("r asks for confirmation before it removes", async () => {
    const { user } = await openDesk(first);
    await user.keyboard("jr");
    expect(await screen.findByRole("dialog", { name: "Remove this item?" })).toBeDefined();
  });

  test("an approval by key takes the note along that was typed for the author", async () => {
    const { user, desk } = await openDesk(first, second);
    await user.click(screen.getByRole("button", { name: first.title }));
    const dialog = await screen.findByRole("dialog", { name: first.title });
    await user.click(await within(dialog).findByText("Add a note to the author"));
    await user.type(within(dialog).getByRole("textbox", { name: /^Note/ }), " A fine start. ");
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard("a");
    await waitFor(() => expect(desk.sent).toEqual([{ revision: 2, seen: 12, note: "A fine start." }]));
  });

  test("keys do nothing while typing, nor without an item in focus", async () => {
    const { user, desk } = await openDesk(first);
    await user.keyboard("afr");
    await user.type(screen.getByRole("searchbox"), "jar of ?");
    expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("jar of ?");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(desk.calls).toEqual([]);
  });

  test("? shows the keys, which can be switched off there for this device", async () => {
    const first1 = await openDesk(first);
    await first1.user.keyboard("?");
    const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    await first1.user.click(dialog.getByRole("checkbox", { name: "Use single keys on this device" }));
    await first1.user.click(dialog.getByRole("button", { name: "Close" }));
    await first1.user.keyboard("j");
    expect(focused()).not.toBe(first.title);
    first1.unmount();

    const { user } = await openDesk(first);
    await user.keyboard("j");
    expect(focused()).not.toBe(first.title);
    expect(screen.getByRole("button", { name: "Keys are off" })).toBeDefined();
  });
});

test("the live desk shows its queue: the number of waiting items and the waiting times", async () => {
  await openDesk(first);
  const figures = [...document.querySelectorAll(".desk-figures > div")].map(({ textContent }) => textContent);
  expect(figures).toEqual(["Waiting5", "Oldest25 hours", "Median wait1 hour", "9 in 10 within2 hours"]);
  expect(columnOf("Title")).toHaveLength(1);
});
