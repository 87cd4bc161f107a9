import {
  approveContent,
  flagContent,
  getDeskItem,
  getRevision,
  listDeskItems,
  removeContent,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { deskItem, openLive, preview } from "@tests/support/web/admin-live.ts";
import { rowOf } from "@tests/support/web/admin-screens.ts";
import { answer, refusal } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

const path = "/content-management";
const title = "Reading a query plan";
const app = `App: approve ${title}`;
const flagged = `Flag: flag ${title}`;
const removed = `Rem: remove ${title}`;

/** A desk of one item; what is decided changes it. */
function desk(...later: Partial<ReturnType<typeof deskItem>>[]) {
  let item = deskItem();
  const asked: Record<string, string>[] = [];
  const sent: unknown[] = [];
  const decide = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    item = deskItem(later.shift());
    return HttpResponse.json(item);
  };
  const handlers = [
    answer(listDeskItems, ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ items: item.status === "Removed" ? [] : [item], next: null });
    }),
    answer(getDeskItem, () => HttpResponse.json(item)),
    answer(approveContent, decide),
    answer(flagContent, decide),
    answer(removeContent, decide),
  ];
  return { handlers, asked, sent };
}

const picture = {
  url: "/media/tree.jpg",
  type: "image/jpeg",
  width: 800,
  height: 450,
  duration_seconds: null,
  alt: "A tree of scans",
  poster_url: null,
};

describe("live content", () => {
  test("starts with pending items, the longest waiting first, with their waiting time", async () => {
    const { handlers, asked } = desk();
    await openLive(path, ...handlers);
    await screen.findByRole("button", { name: title });
    expect(asked).toEqual([{ status: "Pending", sort: "waiting" }]);
    expect(within(rowOf(title)).getByText(/^Revision 2, sent/)).toBeDefined();
  });

  test("is searched, filtered and sorted by the server", async () => {
    const { handlers, asked } = desk();
    const { user } = await openLive(path, ...handlers);
    await screen.findByRole("option", { name: "Data Science" });
    await user.selectOptions(screen.getByLabelText("Category"), "Data Science");
    await user.selectOptions(screen.getByLabelText("Status"), "Approved");
    await user.selectOptions(screen.getByLabelText("Type"), "Video");
    await user.selectOptions(screen.getByLabelText("Sort"), "Newest");
    await user.type(screen.getByRole("searchbox"), "plan");
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        category: "Data Science",
        status: "Approved",
        type: "Video",
        sort: "newest",
        q: "plan",
      }),
    );
  });

  test("offers what the server lets this admin decide", async () => {
    await openLive(
      path,
      answer(listDeskItems, () =>
        HttpResponse.json({
          items: [deskItem({ can: { approve: false, flag: true, remove: false, renew: false } })],
          next: null,
        }),
      ),
    );
    await screen.findByRole("button", { name: flagged });
    expect(screen.queryByRole("button", { name: app })).toBeNull();
    expect(screen.queryByRole("button", { name: removed })).toBeNull();
  });
});

describe("a decision", () => {
  test("approves exactly the revision that App opened, as it was seen", async () => {
    const { handlers, sent } = desk({ status: "Published", pending_revision: null, waiting_since: null });
    const { user } = await openLive(
      path,
      answer(getRevision, () => HttpResponse.json(preview())),
      ...handlers,
    );
    await user.click(await screen.findByRole("button", { name: app }));
    expect(await screen.findByText("Read it first, then approve it")).toBeDefined();
    expect(sent).toEqual([]);
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    await user.click(await dialog.findByRole("button", { name: app }));
    expect(await screen.findByText(`Content approved: “${title}”`)).toBeDefined();
    expect(within(rowOf(title)).getByText("Approved")).toBeDefined();
    expect(sent).toEqual([{ revision: 2, seen: 12 }]);
  });

  test("is offered on an approved item whose edit waits, which says so and is open where the address asks", async () => {
    const item = deskItem({ status: "Published", pending_revision: 2 });
    const { handlers } = desk();
    await openLive(
      `${path}?item=${item.id}`,
      answer(listDeskItems, () => HttpResponse.json({ items: [item], next: null })),
      answer(getDeskItem, () => HttpResponse.json(item)),
      answer(getRevision, () => HttpResponse.json(preview())),
      ...handlers,
    );
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    expect(await dialog.findByRole("button", { name: app })).toBeDefined();
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(window.location.search).toBe("");
    expect(within(rowOf(title)).getByText("Approved, edit waiting")).toBeDefined();
    expect(within(rowOf(title)).getByRole("button", { name: app })).toBeDefined();
  });

  test("asks for a reason and flags with it", async () => {
    const { handlers, sent } = desk({ status: "Flagged", pending_revision: null });
    const { user } = await openLive(path, ...handlers);
    await user.click(await screen.findByRole("button", { name: flagged }));
    const dialog = within(await screen.findByRole("dialog", { name: `Flag “${title}”` }));
    await user.type(dialog.getByLabelText("Reason"), "  ");
    await user.click(dialog.getByRole("button", { name: "Flag" }));
    expect(await dialog.findByText("Please enter a reason.")).toBeDefined();
    expect(sent).toEqual([]);

    await user.type(dialog.getByLabelText("Reason"), "Name the sources.");
    await user.click(dialog.getByRole("button", { name: "Flag" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(within(rowOf(title)).getByText("Flagged")).toBeDefined();
    expect(sent).toEqual([{ revision: 2, seen: 12, reason: "Name the sources." }]);
  });

  test("removes only with a reason", async () => {
    const { handlers, sent } = desk({ status: "Removed" });
    const { user } = await openLive(path, ...handlers);
    await user.click(await screen.findByRole("button", { name: removed }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove this item?" }));
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await dialog.findByText("Please enter a reason.")).toBeDefined();
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText("Reason"), "It is a copy.");
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("No content found.")).toBeDefined();
    expect(sent).toEqual([{ revision: 2, seen: 12, reason: "It is a copy." }]);
  });

  test("about an item that has changed is refused with a message, and the list is fetched again", async () => {
    const { handlers, asked } = desk();
    const { user } = await openLive(
      path,
      answer(flagContent, () => refusal("decision_stale")),
      ...handlers,
    );
    await user.click(await screen.findByRole("button", { name: flagged }));
    await user.type(await screen.findByLabelText("Reason"), "Name the sources.");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Flag" }));
    expect(await screen.findByText(/^This item changed, so your decision wasn’t saved\./)).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(asked).toHaveLength(2);
  });
});

describe("an item can be read before a decision", () => {
  test("in exactly the waiting revision, with its media, beside the published one", async () => {
    const numbers: unknown[] = [];
    const { handlers, sent } = desk({ status: "Published", pending_revision: null });
    const { user, container } = await openLive(
      path,
      answer(getRevision, ({ params }) => {
        numbers.push([params.id, params.number]);
        return HttpResponse.json(
          preview({
            body_html: "<p>A plan is a <strong>tree</strong>.</p><script>alert(1)</script>",
            media: picture,
            approved: preview({ number: 1 }),
          }),
        );
      }),
      ...handlers,
    );
    await user.click(await screen.findByRole("button", { name: title }));
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    expect(
      await dialog.findByText("Revision 2, waiting for a decision. Readers see revision 1."),
    ).toBeDefined();
    expect(dialog.getByText("tree").tagName).toBe("STRONG");
    expect(await dialog.findByRole("img", { name: "A tree of scans" })).toBeDefined();
    expect(container.ownerDocument.querySelector("dialog script")).toBeNull();
    expect(numbers).toEqual([["81", "2"]]);

    await user.click(dialog.getByRole("button", { name: app }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([{ revision: 2, seen: 12 }]);
  });

  test("and flagged from the preview", async () => {
    const { handlers } = desk();
    const { user } = await openLive(
      path,
      answer(getRevision, () => HttpResponse.json(preview())),
      ...handlers,
    );
    await user.click(await screen.findByRole("button", { name: title }));
    expect(await screen.findByText(/This item is not public\.$/)).toBeDefined();
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: flagged }));
    expect(await screen.findByRole("dialog", { name: `Flag “${title}”` })).toBeDefined();
  });
});
