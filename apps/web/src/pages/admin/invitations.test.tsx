import {
  changeUser,
  createInvitation,
  deleteInvitation,
  type Invitation,
  importInvitations,
  listInvitations,
  listUsers,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { account, openLive, overview } from "@tests/support/web/admin-live.ts";
import { answer, idAndBody, sentTo } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

const invitation = (more: Partial<Invitation> = {}): Invitation => ({
  id: 5,
  url: "https://school.example/register?invitation=5.abc",
  role: "TechWriter",
  email: null,
  uses: 30,
  used: 2,
  ends_at: new Date(Date.now() + 86_400_000).toISOString(),
  created_at: new Date().toISOString(),
  ...more,
});
const listed = (...items: Invitation[]) =>
  answer(listInvitations, () => HttpResponse.json({ items, next: null }));
const path = "/admin/invitations";

test("invitations are listed with whom they are for and how often they were used", async () => {
  await openLive(
    path,
    listed(invitation(), invitation({ id: 4, email: "amina@school.example", uses: 1, used: 0 })),
  );
  const table = within(await screen.findByRole("table", { name: "Invitations" }));
  expect(await table.findByText("Anybody with the link")).toBeDefined();
  expect(table.getByText("2 of 30")).toBeDefined();
  expect(table.getByText("amina@school.example")).toBeDefined();
});

test("a link for several people is made; one for an email is for that person alone", async () => {
  const sent = sentTo(createInvitation, () => HttpResponse.json(invitation(), { status: 201 }));
  const { user } = await openLive(path, listed());
  const form = within(await screen.findByRole("form", { name: "New invitation" }));
  await user.clear(form.getByLabelText("People"));
  await user.type(form.getByLabelText("People"), "30");
  await user.click(form.getByRole("button", { name: "Invite" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.type(form.getByLabelText(/^Email/), "amina@school.example");
  expect(form.getByLabelText("People")).toHaveProperty("disabled", true);
  await user.selectOptions(form.getByLabelText("Role"), "Tech Writer");
  await user.click(form.getByRole("button", { name: "Invite" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { role: "User", uses: 30, ends_at: expect.any(String) },
    { role: "TechWriter", email: "amina@school.example", ends_at: expect.any(String) },
  ]);
});

test("the link of an invitation is shown as a QR code", async () => {
  const { user } = await openLive(path, listed(invitation()));
  await user.click(await screen.findByRole("button", { name: "Show the QR code number 5" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByRole("img", { name: "QR code of the link" })).toBeDefined();
  expect(dialog.getByText(invitation().url)).toBeDefined();
});

test("an invitation can be ended", async () => {
  const sent = sentTo(
    deleteInvitation,
    () => HttpResponse.json({ message: "Invitation deleted" }),
    ({ params }) => params.id,
  );
  const { user } = await openLive(path, listed(invitation()));
  await user.click(await screen.findByRole("button", { name: "End the invitation number 5" }));
  await waitFor(() => expect(sent).toEqual(["5"]));
});

test("a list of people is looked at first, and sent by a press", async () => {
  const sent = sentTo(
    importInvitations,
    () =>
      HttpResponse.json({
        rows: 3,
        good: 2,
        wrong: [{ line: 4, problem: "This is not an email address." }],
        sent: sent.length > 1 ? 2 : 0,
      }),
    async ({ request }) => (await request.formData()).get("send"),
  );
  const { user } = await openLive(path, listed());
  await user.upload(
    await screen.findByLabelText("Choose a list"),
    new File(["email\n"], "class.csv", { type: "text/csv" }),
  );
  expect(await screen.findByText("Line 4: This is not an email address.")).toBeDefined();
  expect(sent).toEqual(["false"]);
  await user.click(screen.getByRole("button", { name: "Invite 2 people" }));
  expect(await screen.findByText("2 people invited")).toBeDefined();
  expect(sent).toEqual(["false", "true"]);
});

test("those who wait for approval are counted on the home, and approved or refused by a press", async () => {
  const waiting = account({ id: 41, active: false, waiting: true });
  const sent = sentTo(changeUser, () => HttpResponse.json(account()), idAndBody);
  const { user } = await openLive(
    "/user-management?view=waiting",
    overview({ waitingUsers: 1 }),
    answer(listUsers, ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return HttpResponse.json({ items: status === "waiting" ? [waiting] : [], next: null });
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Approve Priya Raman" }));
  await user.click(await screen.findByRole("button", { name: "Refuse Priya Raman" }));
  await waitFor(() =>
    expect(sent).toEqual([
      ["41", { approved: true }],
      ["41", { approved: false }],
    ]),
  );
});
