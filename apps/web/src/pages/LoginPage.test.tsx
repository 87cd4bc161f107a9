import { login } from "@cairn/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { answer, holdBack, refusal, sentTo, server, silence } from "@tests/support/web/fake-api.ts";
import { noSession, renderApp, storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

const tokens = { access_token: "access-1", refresh_token: "refresh-1", role: "User", user_id: 7 };

async function openLogin(options?: { state?: unknown }) {
  const { user } = renderApp("/login", options);
  await screen.findByRole("heading", { level: 1, name: "Log In" });
  return user;
}

const email = () => screen.getByLabelText<HTMLInputElement>("Email");
const password = () => screen.getByLabelText<HTMLInputElement>("Password");
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Log/ });

async function logIn(user: Awaited<ReturnType<typeof openLogin>>) {
  await user.type(email(), "amina@cairn.test");
  await user.type(password(), "cairn-demo-1{Enter}");
}

test("takes the typed email along to the forgotten password", async () => {
  const user = await openLogin();
  await user.type(email(), " amina@cairn.test");
  await user.click(screen.getByRole("link", { name: "Forgot your password?" }));
  await screen.findByRole("heading", { name: "Forgot your password?" });
  expect(email().value).toBe("amina@cairn.test");
});

test("fills in the email that the screen before knows", async () => {
  await openLogin({ state: { email: "amina@cairn.test" } });
  expect(email().value).toBe("amina@cairn.test");
});

test("has the spec's controls, with browser autofill", async () => {
  await openLogin();
  expect(document.title).toBe("Log In · Cairn");
  expect(email()).toMatchObject({ type: "email", required: true, autocomplete: "username" });
  expect(password()).toMatchObject({ type: "password", required: true, autocomplete: "current-password" });
  expect(screen.getByRole("button", { name: "Show password" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveProperty(
    "pathname",
    "/forgot-password",
  );
  expect(screen.getByRole("link", { name: "Register" })).toHaveProperty("pathname", "/register");
  expect(screen.getByRole("button", { name: "Google" })).toBeDefined();
  expect(screen.getByRole("button", { name: "GitHub" })).toBeDefined();
});

test.each([
  ["User", "/usersdashboard"],
  ["TechWriter", "/techwriterdashboard"],
  ["Admin", "/adminsdashboard"],
])("Enter signs a %s in, stores the session and leads to %s", async (role, dashboard) => {
  const sent = sentTo(login, () => HttpResponse.json({ ...tokens, role }));
  const user = await openLogin();
  await logIn(user);

  await waitFor(() => expect(window.location.pathname).toBe(dashboard));
  expect(sent).toEqual([{ email: "amina@cairn.test", password: "cairn-demo-1" }]);
  expect(storedSession()).toEqual({ accessToken: "access-1", refreshToken: "refresh-1", role, userId: "7" });
});

test.each([
  ["from a page returns to that page", { from: "/posts/4?a=1#comment" }, "/posts/4?a=1#comment"],
  ["from another site does not lead there", { from: "//evil.test/posts/4" }, "/usersdashboard"],
  ["from another site in disguise does not lead there", { from: "/\\evil.test" }, "/usersdashboard"],
  ["after the own session ended returns to its page", { from: "/create-post", owner: 7 }, "/create-post"],
  ["after a session of another member starts afresh", { from: "/create-post", owner: 8 }, "/usersdashboard"],
])("a login %s", async (_, state, place) => {
  server.use(answer(login, () => HttpResponse.json(tokens)));
  const user = await openLogin({ state });
  await user.click(screen.getByRole("link", { name: "Register" }));
  await user.click(await screen.findByRole("link", { name: "Log In" }));
  await screen.findByRole("heading", { level: 1, name: "Log In" });
  await logIn(user);
  const { location } = window;
  await waitFor(() => expect(location.pathname + location.search + location.hash).toBe(place));
  expect(location.host).not.toContain("evil");
});

test("an unknown role is refused, and its tokens are not stored", async () => {
  storeSession();
  server.use(answer(login, () => HttpResponse.json({ ...tokens, role: "Owner" })));
  const user = await openLogin();
  await logIn(user);
  expect((await screen.findByRole("alert")).textContent).toBe("Unknown role");
  expect(storedSession()).toEqual(noSession);
  expect(window.location.pathname).toBe("/login");
});

test("a refused login shows the server's error and keeps the input and the focus", async () => {
  server.use(answer(login, () => refusal("wrong_credentials")));
  const user = await openLogin();
  await logIn(user);
  expect((await screen.findByRole("alert")).textContent).toBe("The email or password is wrong.");
  expect(email().value).toBe("amina@cairn.test");
  expect(password().value).toBe("cairn-demo-1");
  expect(document.activeElement).toBe(password());
  expect(button().disabled).toBe(false);
});

test.each([
  ["without a server message", () => new HttpResponse("Bad gateway", { status: 502 })],
  ["with a message but no error field", () => HttpResponse.json({ message: "Nope" }, { status: 401 })],
])("a failure %s is 'Login failed'", async (_, failure) => {
  server.use(answer(login, failure));
  const user = await openLogin();
  await logIn(user);
  expect(await screen.findByText("Login failed")).toBeDefined();
});

test("a missing connection is reported, and the next try can succeed", async () => {
  server.use(
    answer(login, silence, { once: true }),
    answer(login, () => HttpResponse.json(tokens)),
  );
  const user = await openLogin();
  await logIn(user);
  expect(await screen.findByText("Login failed")).toBeDefined();
  expect(screen.getByText("Cairn could not be reached. Check your connection and try again.")).toBeDefined();
  await user.click(button());
  await waitFor(() => expect(window.location.pathname).toBe("/usersdashboard"));
});

test("empty fields are marked and nothing is sent", async () => {
  const user = await openLogin();
  await user.click(button());
  expect(await screen.findByText("Please enter your email.")).toBeDefined();
  expect(screen.getByText("Please enter your password.")).toBeDefined();
  expect(email().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(email());
});

test("a slow login shows that it is in progress and can't be sent twice", async () => {
  const gate = holdBack(login, () => refusal("wrong_credentials"));
  const user = await openLogin();
  await user.type(email(), "amina@cairn.test");
  await user.type(password(), "cairn-demo-1");
  const form = button().form;
  if (form === null) throw new Error("The button stands outside the form.");
  // Faster than React can disable the button.
  fireEvent.submit(form);
  fireEvent.submit(form);
  await waitFor(() => expect(button().textContent).toBe("Logging in..."));
  expect(button().disabled).toBe(true);
  gate.open();
  await screen.findByRole("alert");
  expect(gate.calls()).toBe(1);
});

test("an error passed in by a redirect shows until the next try", async () => {
  server.use(answer(login, () => refusal("wrong_credentials")));
  const user = await openLogin({ state: { error: "OAuth login failed" } });
  expect(screen.getByRole("alert").textContent).toBe("OAuth login failed");
  await logIn(user);
  await screen.findByText("The email or password is wrong.");
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

test("a success message from the previous screen shows until the next try", async () => {
  server.use(answer(login, () => refusal("wrong_credentials")));
  const user = await openLogin({ state: { notice: "Your password is changed." } });
  expect(screen.getByText("Your password is changed.")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  await logIn(user);
  await screen.findByText("The email or password is wrong.");
  expect(screen.queryByText("Your password is changed.")).toBeNull();
});

test("other content of the history state is not shown", async () => {
  await openLogin({ state: { error: { html: "<b>" }, notice: 4 } });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a signed-in member just sees the form", async () => {
  storeSession();
  await openLogin();
  expect(window.location.pathname).toBe("/login");
});
