import { confirmEmail, requestConfirmation } from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { answer, refusal, server, silence } from "../test/fake-api.ts";
import { closedGate } from "../test/gate.ts";
import { noSession, renderApp, storedSession, storeSession } from "../test/renderApp.tsx";

const path = "/confirm-email?token=a-token";

/** Confirms every token and tells which came, and in whose name. */
function confirmAll(message = "Your e-mail is confirmed.") {
  const asked: { token: unknown; bearer: string | null }[] = [];
  server.use(
    answer(confirmEmail, async ({ request }) => {
      const { token } = (await request.json()) as { token: string };
      asked.push({ token, bearer: request.headers.get("authorization") });
      return HttpResponse.json({ message });
    }),
  );
  return asked;
}

test("confirms by the link's token, which leaves the address bar before any answer", async () => {
  const gate = closedGate();
  server.use(
    answer(confirmEmail, async () => {
      await gate.opened;
      return HttpResponse.json({ message: "Your e-mail is confirmed." });
    }),
  );
  renderApp(path);
  expect(await screen.findByText("Confirming your email...")).toBeDefined();
  await waitFor(() => expect(window.location.href).toBe("http://localhost:3000/confirm-email"));
  gate.open();
  expect(await screen.findByText("Your e-mail is confirmed.")).toBeDefined();
  expect(document.title).toBe("Confirm your email · Cairn");
});

test.each(["Your e-mail is confirmed.", "This e-mail was confirmed before."])(
  "says what the server says, %j, and leads a visitor to the login screen",
  async (message) => {
    const asked = confirmAll(message);
    const { user } = renderApp(path);
    expect(await screen.findByText(message)).toBeDefined();
    expect(asked).toEqual([{ token: "a-token", bearer: null }]);
    await user.click(screen.getAllByRole("link", { name: "Log In" }).at(-1) ?? document.body);
    expect(window.location.pathname).toBe("/login");
  },
);

test("whoever is signed in is led to their dashboard; the session is left out of it", async () => {
  storeSession({ role: "TechWriter" });
  const asked = confirmAll();
  renderApp(path);
  const link = await screen.findByRole("link", { name: "Go to your dashboard" });
  expect(link).toHaveProperty("pathname", "/techwriterdashboard");
  expect(asked).toMatchObject([{ bearer: null }]);
  expect(storedSession()).not.toEqual(noSession);
});

test("what came of it is still there after a reload, and nothing is asked again", async () => {
  const asked = confirmAll();
  const first = renderApp(path);
  await screen.findByText("Your e-mail is confirmed.");
  first.unmount();
  renderApp("/confirm-email", { state: window.history.state.usr });
  expect(await screen.findByText("Your e-mail is confirmed.")).toBeDefined();
  expect(asked).toHaveLength(1);
});

test("a reload while it is under way asks anew", async () => {
  const asked = confirmAll();
  renderApp("/confirm-email", { state: { token: "a-token" } });
  await screen.findByText("Your e-mail is confirmed.");
  expect(asked).toMatchObject([{ token: "a-token" }]);
});

test("a link that is no good any more says so, and a visitor learns how to get another", async () => {
  server.use(answer(confirmEmail, () => refusal("link_invalid")));
  renderApp(path);
  expect((await screen.findByRole("alert")).textContent).toContain("This link is not valid any more.");
  expect(screen.getByText("Log in, and your profile can send you another link.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Send the confirmation link again" })).toBeNull();
});

test("whoever is signed in gets another link at once", async () => {
  storeSession();
  server.use(
    answer(confirmEmail, () => refusal("link_invalid")),
    answer(requestConfirmation, () => HttpResponse.json({ message: "We sent you a link." })),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Send the confirmation link again" }));
  expect(await screen.findByText("We sent you a link.")).toBeDefined();
});

test("without a connection it can be tried again, with the same link", async () => {
  server.use(answer(confirmEmail, silence, { once: true }));
  const { user } = renderApp(path);
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("alert").textContent).toContain("Cairn could not be reached.");
  const asked = confirmAll();
  await user.click(again);
  expect(await screen.findByText("Your e-mail is confirmed.")).toBeDefined();
  expect(asked).toMatchObject([{ token: "a-token" }]);
});

test("opened without a link it says where one comes from, and asks nothing", async () => {
  const asked = confirmAll();
  renderApp("/confirm-email");
  expect(
    await screen.findByText("This page opens from the link in the mail that you got from us."),
  ).toBeDefined();
  await waitFor(() => expect(asked).toEqual([]));
});
