import { changeUser, createUser, listUsers } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { account, openLive } from "@tests/support/web/admin-live.ts";
import { columnOf, rowOf } from "@tests/support/web/admin-screens.ts";
import { answer, refusal, sentTo } from "@tests/support/web/fake-api.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

const path = "/user-management";
const kofi = account({ id: 42, name: "Kofi Asante", email: "kofi@example.com" });

/** Keeps one account, and what was sent to change it. */
function changing(start = account()) {
  let user = start;
  const sent: unknown[] = [];
  const handlers = [
    answer(listUsers, () => HttpResponse.json({ items: [user], next: null })),
    answer(changeUser, async ({ request, params }) => {
      const body = (await request.json()) as Partial<typeof user>;
      sent.push([params.id, body]);
      user = { ...user, ...body };
      return HttpResponse.json(user);
    }),
  ];
  return { handlers, sent };
}

describe("live users", () => {
  test("have four skeleton rows while they load", async () => {
    const gate = closedGate();
    await openLive(
      path,
      answer(listUsers, async () => {
        await gate.opened;
        return HttpResponse.json({ items: [account()], next: null });
      }),
    );
    const table = screen.getByRole("table", { name: "Users" });
    expect(table.getAttribute("aria-busy")).toBe("true");
    expect(within(table).getAllByRole("row")).toHaveLength(1 + 4);
    gate.open();
    expect(await screen.findByText("priya@example.com")).toBeDefined();
  });

  test("can be searched by the server", async () => {
    const asked: (string | null)[] = [];
    const { user } = await openLive(
      path,
      answer(listUsers, ({ request }) => {
        const q = new URL(request.url).searchParams.get("q");
        asked.push(q);
        return HttpResponse.json({ items: q ? [kofi] : [account(), kofi], next: null });
      }),
    );
    await screen.findByText("priya@example.com");
    await user.type(screen.getByRole("searchbox"), " kofi ");
    await waitFor(() => expect(columnOf("Name")).toEqual(["Kofi Asante"]));
    expect(asked).toEqual([null, "kofi"]);
  });

  test("are paged", async () => {
    const { user } = await openLive(
      path,
      answer(listUsers, ({ request }) =>
        new URL(request.url).searchParams.get("cursor") === "after-41"
          ? HttpResponse.json({ items: [kofi], next: null })
          : HttpResponse.json({ items: [account()], next: "after-41" }),
      ),
    );
    await user.click(await screen.findByRole("button", { name: "Load More" }));
    await waitFor(() => expect(columnOf("Name")).toEqual(["Priya Raman", "Kofi Asante"]));
    expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
    // The keyboard goes on at the first of what came.
    expect(rowOf("Kofi Asante").contains(document.activeElement)).toBe(true);
  });

  test("that can't be loaded show the reason, and can be loaded again", async () => {
    const { user } = await openLive(
      path,
      answer(listUsers, () => refusal("not_allowed"), { once: true }),
    );
    expect(await screen.findByText("You are not allowed to do this.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("priya@example.com")).toBeDefined();
  });
});

describe("a live user", () => {
  test("is added for everybody; a taken email is reported in the form, which keeps the input", async () => {
    const sent = sentTo(createUser, () =>
      HttpResponse.json(account({ name: "Wanja Kamau" }), { status: 201 }),
    );
    const { user } = await openLive(
      path,
      answer(createUser, () => refusal("email_taken"), { once: true }),
    );
    const form = within(screen.getByRole("form", { name: "Add User" }));
    await user.type(form.getByLabelText("Name"), "Wanja Kamau");
    await user.type(form.getByLabelText("Email"), "wanja@example.com{Enter}");
    expect(await form.findByText(/^Email already registered/)).toBeDefined();
    await user.click(form.getByRole("button", { name: "Add User" }));
    await waitFor(() => expect(form.getByLabelText("Name")).toHaveProperty("value", ""));
    expect(sent).toEqual([{ name: "Wanja Kamau", email: "wanja@example.com", role: "User" }]);
    expect(screen.getByText("User created: Wanja Kamau")).toBeDefined();
  });

  test("can get another role", async () => {
    const { handlers, sent } = changing();
    const { user } = await openLive(path, ...handlers);
    await user.click(await screen.findByRole("button", { name: "Edit Priya Raman" }));
    const dialog = within(screen.getByRole("dialog", { name: "Edit User" }));
    await user.selectOptions(dialog.getByLabelText("Role"), "Tech Writer");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(within(rowOf("Priya Raman")).getByText("Tech Writer")).toBeDefined();
    expect(sent).toEqual([["41", { name: "Priya Raman", email: "priya@example.com", role: "TechWriter" }]]);
  });

  test("is deactivated only after a confirmation, and activated without one", async () => {
    const { handlers, sent } = changing();
    const { user } = await openLive(path, ...handlers);
    await user.click(await screen.findByRole("button", { name: "Deactivate Priya Raman" }));
    const dialog = within(screen.getByRole("dialog", { name: "Deactivate this user?" }));
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Deactivate" }));
    await user.click(await screen.findByRole("button", { name: "Activate Priya Raman" }));
    await screen.findByRole("button", { name: "Deactivate Priya Raman" });
    expect(sent).toEqual([
      ["41", { active: false }],
      ["41", { active: true }],
    ]);
  });

  test("can be verified when an Admin, and is marked so", async () => {
    const { handlers, sent } = changing(account({ role: "Admin" }));
    const { user } = await openLive(path, ...handlers);
    await user.click(await screen.findByRole("button", { name: "Verify Priya Raman" }));
    expect(await screen.findByRole("button", { name: "Unverify Priya Raman" })).toBeDefined();
    expect(within(rowOf("Priya Raman")).getByText("Verified")).toBeDefined();
    expect(sent).toEqual([["41", { verified: true }]]);
  });

  test("stays active when the server refuses, and the dialog says why", async () => {
    const { user } = await openLive(
      path,
      answer(changeUser, () => refusal("not_allowed")),
    );
    await user.click(await screen.findByRole("button", { name: "Deactivate Priya Raman" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Deactivate" }));
    expect(await dialog.findByText("You are not allowed to do this.")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("button", { name: "Deactivate Priya Raman" })).toBeDefined();
  });
});
