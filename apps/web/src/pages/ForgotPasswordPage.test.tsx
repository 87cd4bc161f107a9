import { requestPasswordReset } from "@cairn/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { answer, holdBack, refusal, sentTo, server, silence } from "@tests/support/web/fake-api.ts";
import { noSession, renderApp, storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

async function openScreen(options?: { state?: unknown }) {
  const { user } = renderApp("/forgot-password", options);
  await screen.findByRole("heading", { level: 1, name: /^(Forgot|Change) your password/ });
  return user;
}

const email = () => screen.getByLabelText<HTMLInputElement>("Email");
const next = () => screen.getByRole<HTMLButtonElement>("button", { name: /^(Next|Sending)/ });
const saved = (key: string) => window.localStorage.getItem(key);

/** Takes every request and tells whom it was about. */
function acceptRequests() {
  const sent = sentTo(requestPasswordReset, () =>
    HttpResponse.json({ message: "If there is such an account, a code is on its way." }),
  );
  return sent;
}

test("asks for an email, with browser autofill, and links back to the login screen", async () => {
  await openScreen();
  expect(document.title).toBe("Forgot password · Cairn");
  expect(email()).toMatchObject({ type: "email", required: true, autocomplete: "username" });
  expect(screen.getByRole("link", { name: "Log In" })).toHaveProperty("pathname", "/login");
  expect(screen.getByText("Step 1 of 3")).toBeDefined();
});

test("sends the identifier, saves the email and continues to the code", async () => {
  window.localStorage.setItem("resetCode", "OLD123");
  const sent = acceptRequests();
  const user = await openScreen();
  await user.type(email(), " amina@cairn.test {Enter}");
  await screen.findByRole("heading", { name: "We sent you a code" });
  expect(window.location.pathname).toBe("/code");
  expect(sent).toEqual([{ identifier: "amina@cairn.test" }]);
  expect(saved("resetEmail")).toBe("amina@cairn.test");
  expect(saved("resetCode")).toBeNull();
});

test("shows 'Sending...' meanwhile and can't be sent twice", async () => {
  const gate = holdBack(requestPasswordReset, () => HttpResponse.json({ message: "" }));
  const user = await openScreen();
  await user.type(email(), "amina@cairn.test");
  const form = next().form;
  if (form === null) throw new Error("The button stands outside the form.");
  // Faster than React can disable the button.
  fireEvent.submit(form);
  fireEvent.submit(form);
  await waitFor(() => expect(next().textContent).toBe("Sending..."));
  expect(next().disabled).toBe(true);
  gate.open();
  await screen.findByRole("heading", { name: "We sent you a code" });
  expect(gate.calls()).toBe(1);
});

test("without an email nothing is sent", async () => {
  const sent = acceptRequests();
  const user = await openScreen();
  await user.type(email(), "  ");
  await user.click(next());
  expect(await screen.findByText("Please enter your email.")).toBeDefined();
  expect(email().getAttribute("aria-invalid")).toBe("true");
  expect(sent).toEqual([]);
});

test("a refusal shows the first message of the error's identifier field, beside the email", async () => {
  const error = { identifier: ["Please enter a valid email address.", "Another word"] };
  server.use(answer(requestPasswordReset, () => HttpResponse.json({ error }, { status: 400 })));
  const user = await openScreen();
  await user.type(email(), "amina{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Please enter a valid email address.");
  expect(email().getAttribute("aria-invalid")).toBe("true");
  expect(email().value).toBe("amina");
  expect(document.activeElement).toBe(email());
  expect(saved("resetEmail")).toBeNull();
});

test.each([
  ["too many requests", () => refusal("too_many_requests")],
  ["no connection", silence],
  ["an answer nobody understands", () => new HttpResponse("Bad gateway", { status: 502 })],
  ["an empty list of messages", () => HttpResponse.json({ error: { identifier: [] } }, { status: 400 })],
])(
  "with %s it shows 'Failed to send reset code. Please try again.', and the next try can succeed",
  async (_case, failure) => {
    server.use(answer(requestPasswordReset, failure, { once: true }));
    const user = await openScreen();
    await user.type(email(), "amina@cairn.test{Enter}");
    expect(await screen.findByText("Failed to send reset code. Please try again.")).toBeDefined();
    acceptRequests();
    await user.click(next());
    await screen.findByRole("heading", { name: "We sent you a code" });
  },
);

test("an email from the previous screen is filled in", async () => {
  await openScreen({ state: { email: "amina@cairn.test" } });
  expect(email().value).toBe("amina@cairn.test");
});

test("works with an ended session, and leaves it alone", async () => {
  storeSession({ accessToken: "dead", refreshToken: "dead" });
  const bearers: (string | null)[] = [];
  server.use(
    answer(requestPasswordReset, ({ request }) => {
      bearers.push(request.headers.get("authorization"));
      return HttpResponse.json({ message: "" });
    }),
  );
  const user = await openScreen();
  expect(await screen.findByRole("heading", { name: "Change your password" })).toBeDefined();
  await user.type(email(), "amina@cairn.test{Enter}");
  await screen.findByText(/^We sent you a code/);
  expect(bearers).toEqual([null]);
  expect(storedSession()).not.toEqual(noSession);
});

test("an answer that comes after the screen was left is ignored", async () => {
  const gate = holdBack(requestPasswordReset, () => HttpResponse.json({ message: "" }));
  const user = await openScreen();
  await user.type(email(), "amina@cairn.test{Enter}");
  await user.click(screen.getByRole("link", { name: "Log In" }));
  await screen.findByRole("heading", { name: "Log In" });
  gate.open();
  await gate.opened;
  expect(window.location.pathname).toBe("/login");
  expect(saved("resetEmail")).toBeNull();
});
