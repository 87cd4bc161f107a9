import { createToken, deleteToken, listTokens, type ProgramToken } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { openLive } from "@tests/support/web/admin-live.ts";
import { openAsAdmin } from "@tests/support/web/admin-screens.ts";
import { answer, refusal, sentTo, server } from "@tests/support/web/fake-api.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { serveProfile } from "@tests/support/web/profile-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { formatDay } from "../../lib/time/dates.ts";

const token = (more: Partial<ProgramToken> = {}): ProgramToken => ({
  id: 3,
  name: "Nightly import",
  scopes: ["read", "write"],
  created_at: "2026-11-01T08:00:00.000Z",
  last_used_at: new Date(Date.now() - 5.5 * 60_000).toISOString(),
  ends_at: "2027-03-01T08:00:00.000Z",
  ...more,
});
const secret = `cairn_${"a".repeat(42)}`;

/** Tokens that can be made and deleted; tells which were deleted. */
function serveTokens(...given: ProgramToken[]) {
  const deleted: unknown[] = [];
  let kept = given;
  server.use(
    answer(listTokens, () => HttpResponse.json({ items: kept, next: null })),
    answer(deleteToken, ({ params }) => {
      deleted.push(params.id);
      kept = kept.filter(({ id }) => String(id) !== params.id);
      return HttpResponse.json({ message: "Token deleted" });
    }),
  );
  return deleted;
}

const card = () => screen.findByRole("region", { name: "Tokens for programs" });

beforeEach(async () => {
  await emptyJournal();
  storeSession();
  serveProfile();
});

test("a member sees each token's scopes, last use and end, but not the token", async () => {
  serveTokens(token(), token({ id: 2, name: "Chat bot", scopes: ["read"], last_used_at: null }));
  renderApp("/profile");
  const rows = await within(await card()).findAllByRole("listitem");
  const end = formatDay("2027-03-01T08:00:00.000Z");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `Nightly importread, write · Last used 5 minutes ago · Ends ${end}Delete`,
    `Chat botread · Never used · Ends ${end}Delete`,
  ]);
});

test("a member makes a token for a program and sees it once", async () => {
  serveTokens();
  const sent = sentTo(createToken, () => HttpResponse.json({ ...token(), token: secret }, { status: 201 }));
  const { user } = renderApp("/profile");
  await user.click(within(await card()).getByRole("button", { name: "New token" }));
  const dialog = within(screen.getByRole("dialog", { name: "New token" }));
  expect(dialog.getAllByRole("checkbox")).toHaveLength(2);
  await user.click(dialog.getByRole("checkbox", { name: /^Read/ }));
  await user.click(dialog.getByRole("button", { name: "Make token" }));
  expect(dialog.getByText("Please enter a name.")).toBeDefined();
  expect(dialog.getByText("Please choose at least one.")).toBeDefined();
  expect(sent).toEqual([]);

  await user.type(dialog.getByLabelText("Name"), "Nightly import");
  await user.click(dialog.getByRole("checkbox", { name: /^Write/ }));
  await user.selectOptions(dialog.getByLabelText("It ends after"), "30 days");
  await user.click(dialog.getByRole("button", { name: "Make token" }));
  const shown = within(await screen.findByRole("dialog", { name: "Your new token" }));
  expect(shown.getByLabelText<HTMLInputElement>("Token").value).toBe(secret);
  expect(sent).toEqual([{ name: "Nightly import", scopes: ["write"], ends_at: expect.any(String) }]);
  const { ends_at } = sent[0] as { ends_at: string };
  expect(Math.round((Date.parse(ends_at) - Date.now()) / 86_400_000)).toBe(30);
  await user.click(shown.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(shown.getByRole("button", { name: "Done" }));
  expect(screen.queryByDisplayValue(secret)).toBeNull();
});

test("a refusal of the server stays in the dialog", async () => {
  server.use(answer(createToken, () => refusal("list_full", { error: "You have 20 tokens." })));
  const { user } = renderApp("/profile");
  await user.click(within(await card()).getByRole("button", { name: "New token" }));
  await user.type(screen.getByLabelText("Name"), "One more");
  await user.click(screen.getByRole("button", { name: "Make token" }));
  expect(await screen.findByText("You have 20 tokens.")).toBeDefined();
});

test("a token is deleted once its member has confirmed it", async () => {
  const deleted = serveTokens(token());
  const { user } = renderApp("/profile");
  await user.click(await screen.findByRole("button", { name: "Delete the token Nightly import" }));
  const dialog = within(screen.getByRole("dialog", { name: "Delete this token?" }));
  expect(deleted).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Nightly import")).toBeNull());
  expect(deleted).toEqual(["3"]);
});

test("a writer has them on the profile of the studio", async () => {
  signInAsWriter();
  serveTokens(token());
  renderApp("/tech-writer-profile");
  expect(await screen.findByText("Nightly import")).toBeDefined();
});

test("a verified admin may give the scopes of admins, and finds the webhooks beside", async () => {
  const { user } = await openLive("/admin-profile");
  await user.click(await screen.findByRole("button", { name: "New token" }));
  expect(screen.getAllByRole("checkbox", { name: /^(?:Read|Write|Review|Do what else)/ })).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("link", { name: /^Webhooks/ }).getAttribute("href")).toBe("/admin/webhooks");
});

test("an admin who is not verified sees no tokens of the sample", async () => {
  await openAsAdmin("/admin-profile");
  await screen.findByRole("form", { name: "Profile" });
  expect(screen.queryByRole("region", { name: "Tokens for programs" })).toBeNull();
});
