import { checkConfirmation, confirmEmail, requestConfirmation, storageKeys } from "@cairn/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { answer, holdBack, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { noSession, renderApp, storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

const path = "/confirm-email?token=a-token";
const email = "amina@example.test";
const confirmIt = "Confirm my email";
const takeIt = "This mailbox is mine, but I did not register";

interface Sent {
  readonly body: unknown;
  readonly bearer: string | null;
}

/** A living link; tells what was asked about it and what was pressed. */
function serveLink({ own = false, hasPassword = true, message = "Your email is confirmed." } = {}) {
  const seen = { checked: [] as Sent[], confirmed: [] as Sent[] };
  const noted = async (request: Request): Promise<Sent> => ({
    body: await request.json(),
    bearer: request.headers.get("authorization"),
  });
  server.use(
    answer(checkConfirmation, async ({ request }) => {
      const sent = await noted(request);
      seen.checked.push(sent);
      return HttpResponse.json({ email, own: own && sent.bearer !== null, has_password: hasPassword });
    }),
    answer(confirmEmail, async ({ request }) => {
      seen.confirmed.push(await noted(request));
      return HttpResponse.json({ message });
    }),
  );
  return seen;
}

test("opening the link confirms nothing, and its token is removed from the address bar before any answer", async () => {
  const seen = serveLink();
  const gate = holdBack(checkConfirmation, () =>
    HttpResponse.json({ email, own: false, has_password: true }),
  );
  renderApp(path);
  expect(await screen.findByText("Opening your link...")).toBeDefined();
  await waitFor(() => expect(window.location.href).toBe("http://localhost:3000/confirm-email"));
  gate.open();
  expect(await screen.findByRole("button", { name: confirmIt })).toBeDefined();
  expect(document.title).toBe("Confirm your email · Cairn");
  expect(seen.confirmed).toEqual([]);
});

test("a member signed in to this account presses one button, and continues to their dashboard", async () => {
  storeSession({ role: "TechWriter" });
  const seen = serveLink({ own: true });
  const { user } = renderApp(path);
  await screen.findByText(email);
  expect(screen.queryByLabelText("Password of this account")).toBeNull();
  expect(screen.queryByRole("button", { name: takeIt })).toBeNull();
  await user.click(screen.getByRole("button", { name: confirmIt }));
  const link = await screen.findByRole("link", { name: "Go to your dashboard" });
  expect(link).toHaveProperty("pathname", "/techwriterdashboard");
  expect(seen.confirmed).toEqual([{ body: { token: "a-token" }, bearer: "Bearer access-1" }]);
  expect(storedSession()).not.toEqual(noSession);
});

test("a visitor confirms with the account's password, using only the keyboard", async () => {
  const seen = serveLink();
  const { user } = renderApp(path);
  await user.type(await screen.findByLabelText("Password of this account"), "stone on stone{Enter}");
  expect(await screen.findByRole("heading", { name: "Your email is confirmed" })).toBeDefined();
  expect(seen.confirmed).toEqual([{ body: { token: "a-token", password: "stone on stone" }, bearer: null }]);
  await user.click(screen.getAllByRole("link", { name: "Log In" }).at(-1) ?? document.body);
  expect(window.location.pathname).toBe("/login");
});

test("nothing is sent without a password, since that would take the account over", async () => {
  const seen = serveLink();
  const { user } = renderApp(path);
  await user.click(await screen.findByRole("button", { name: confirmIt }));
  expect(await screen.findByText("Please enter the password of this account.")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText("Password of this account"));
  expect(seen.confirmed).toEqual([]);
});

test("a wrong password is reported at its field, and another can be tried", async () => {
  const seen = serveLink();
  const details = [{ field: "password", problem: "This is not the password of this account." }];
  server.use(answer(confirmEmail, () => refusal("invalid_input", { details }), { once: true }));
  const { user } = renderApp(path);
  await user.type(await screen.findByLabelText("Password of this account"), "a wrong one{Enter}");
  expect(await screen.findByText("This is not the password of this account.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: confirmIt }));
  expect(await screen.findByRole("heading", { name: "Your email is confirmed" })).toBeDefined();
  expect(seen.confirmed).toHaveLength(1);
});

test("a mailbox owner who did not register reads what taking over does before pressing, and the server's message after", async () => {
  const message = "Your email is confirmed. We removed the account's password.";
  const seen = serveLink({ message });
  const { user } = renderApp(path);
  await screen.findByText(/We remove its password, sign everyone out/);
  await user.click(screen.getByRole("button", { name: takeIt }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByText("Open that link next. Then log in with your new password.")).toBeDefined();
  expect(screen.queryByText(/You are done/)).toBeNull();
  expect(seen.confirmed).toEqual([{ body: { token: "a-token" }, bearer: null }]);
});

test("an account without a password requires none", async () => {
  serveLink({ hasPassword: false });
  renderApp(path);
  expect(await screen.findByRole("heading", { name: "This account has no password" })).toBeDefined();
  expect(screen.queryByLabelText("Password of this account")).toBeNull();
  expect(screen.getByRole("button", { name: takeIt })).toBeDefined();
});

test("a member signed in to another account is informed of that", async () => {
  storeSession();
  serveLink();
  renderApp(path);
  expect(await screen.findByText(/You are signed in to another account/)).toBeDefined();
  expect(screen.getByLabelText("Password of this account")).toBeDefined();
});

test("after a logout in another tab the single button is gone, since without the session it would drop the password", async () => {
  storeSession();
  const seen = serveLink({ own: true });
  renderApp(path);
  await screen.findByText(/You are signed in to the account of/);
  act(() => {
    window.localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: storageKeys.accessToken }));
  });
  expect(await screen.findByLabelText("Password of this account")).toBeDefined();
  expect(seen.checked.map(({ bearer }) => bearer)).toEqual(["Bearer access-1", null]);
});

test("the result still shows after a reload, without another call", async () => {
  storeSession();
  const seen = serveLink({ own: true });
  const first = renderApp(path);
  await first.user.click(await screen.findByRole("button", { name: confirmIt }));
  await screen.findByRole("heading", { name: "Your email is confirmed" });
  first.unmount();
  renderApp("/confirm-email", { state: window.history.state.usr });
  expect(await screen.findByRole("heading", { name: "Your email is confirmed" })).toBeDefined();
  expect(seen).toMatchObject({ checked: { length: 1 }, confirmed: { length: 1 } });
});

test("a reload before anything was pressed opens the same link", async () => {
  const seen = serveLink();
  renderApp("/confirm-email", { state: { token: "a-token" } });
  await screen.findByRole("button", { name: confirmIt });
  expect(seen.checked).toMatchObject([{ body: { token: "a-token" } }]);
});

test("a link that is no longer valid says so, and tells a visitor how to get another", async () => {
  server.use(answer(checkConfirmation, () => refusal("link_invalid")));
  renderApp(path);
  expect((await screen.findByRole("alert")).textContent).toContain("This link is no longer valid.");
  expect(screen.getByText(/A link works once/)).toBeDefined();
  expect(screen.getByText("Log in, and your profile can send you another link.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Send the confirmation link again" })).toBeNull();
});

test("a link that was used meanwhile says so beside the button", async () => {
  serveLink();
  server.use(answer(confirmEmail, () => refusal("link_invalid")));
  const { user } = renderApp(path);
  await user.click(await screen.findByRole("button", { name: takeIt }));
  expect((await screen.findByRole("alert")).textContent).toContain("This link is no longer valid.");
});

test("a signed-in member can get another link at once", async () => {
  storeSession();
  server.use(
    answer(checkConfirmation, () => refusal("link_invalid")),
    answer(requestConfirmation, () => HttpResponse.json({ message: "We sent you a link." })),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Send the confirmation link again" }));
  expect(await screen.findByText("We sent you a link.")).toBeDefined();
});

test("without a connection it can be tried again, with the same link", async () => {
  const seen = serveLink();
  server.use(answer(checkConfirmation, silence, { once: true }));
  const { user } = renderApp(path);
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("alert").textContent).toContain("Cairn could not be reached.");
  await user.click(again);
  await screen.findByRole("button", { name: confirmIt });
  expect(seen.checked).toMatchObject([{ body: { token: "a-token" } }]);
});

test("a failed press says so, and can be repeated", async () => {
  storeSession();
  serveLink({ own: true });
  server.use(answer(confirmEmail, silence, { once: true }));
  const { user } = renderApp(path);
  await user.click(await screen.findByRole("button", { name: confirmIt }));
  expect((await screen.findByRole("alert")).textContent).toContain("Cairn could not be reached.");
  await user.click(screen.getByRole("button", { name: confirmIt }));
  expect(await screen.findByRole("heading", { name: "Your email is confirmed" })).toBeDefined();
});

test("opened without a link it says where to get one, and makes no call", async () => {
  const seen = serveLink();
  renderApp("/confirm-email");
  expect(
    await screen.findByText("To confirm your email, open the link that we emailed to you."),
  ).toBeDefined();
  await waitFor(() => expect(seen.checked).toEqual([]));
});
