import { getMe } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { answer, member, refusal, server } from "@tests/support/web/fake-api.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { noSession, renderApp, storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { type DefaultBodyType, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";
import { markSignIn } from "../features/auth/SocialButtons.tsx";

const withTokens = "/auth/callback?access_token=access-9&refresh_token=refresh-9";

test("with tokens it stores them, fetches their member, and goes home", async () => {
  const gate = closedGate();
  const bearers: (string | null)[] = [];
  server.use(
    answer(
      getMe,
      async ({ request }) => {
        bearers.push(request.headers.get("authorization"));
        await gate.opened;
        return HttpResponse.json({ ...member, id: 9, role: "TechWriter" });
      },
      { once: true },
    ),
  );
  markSignIn();
  renderApp(withTokens);
  expect(await screen.findByText("Processing authentication...")).toBeDefined();
  await waitFor(() => expect(window.location.search).toBe(""));
  expect(storedSession()).toMatchObject({ accessToken: "access-9", refreshToken: "refresh-9" });
  gate.open();

  await waitFor(() => expect(window.location.pathname).toBe("/home"));
  expect(bearers).toEqual(["Bearer access-9"]);
  expect(storedSession()).toEqual({
    accessToken: "access-9",
    refreshToken: "refresh-9",
    role: "TechWriter",
    userId: "9",
  });
});

test("goes home with its tokens even when the member cannot be fetched", async () => {
  storeSession({ role: "Admin", userId: "1" });
  server.use(answer(getMe, () => refusal("unavailable")));
  markSignIn();
  renderApp(withTokens);
  await waitFor(() => expect(window.location.pathname).toBe("/home"));
  expect(storedSession()).toEqual({ ...noSession, accessToken: "access-9", refreshToken: "refresh-9" });
});

test("fetches the member again at home when the first answer was lost", async () => {
  server.use(answer(getMe, () => refusal("not_allowed"), { once: true }));
  markSignIn();
  renderApp(withTokens);
  await waitFor(() => expect(window.location.pathname).toBe("/home"));
  await waitFor(() => expect(storedSession()).toMatchObject({ role: "User", userId: "7" }));
  expect(storedSession()).toMatchObject({ accessToken: "access-9", refreshToken: "refresh-9" });
});

/** What the login screen says that the callback sent the reader to. */
async function refusedAtLogin(address: string) {
  const { unmount } = renderApp(address);
  await screen.findByRole("heading", { name: "Log In" });
  const said = screen.getByRole("alert").textContent;
  expect(window.location.href).toBe("http://localhost:3000/login");
  unmount();
  return said;
}

test.each([
  ["?error=OAuth%20login%20failed", "OAuth login failed"],
  ["?error=", "OAuth login failed"],
  ["?error=You%20left%20GitHub%20without%20signing%20in.", "You left GitHub without signing in."],
  ["?error=denied&access_token=access-9&refresh_token=refresh-9", "denied"],
  ["", "OAuth login failed: No tokens received"],
  ["?access_token=access-9", "OAuth login failed: No tokens received"],
])("with %j it goes to the login screen, which shows %j", async (query, text) => {
  markSignIn();
  expect(await refusedAtLogin(`/auth/callback${query}`)).toBe(text);
  expect(storedSession()).toEqual(noSession);
});

test.each([
  ["an error of any words", "access_denied", "access_denied"],
  ["markup, as text", "<b>Call</b> <img src=x onerror=alert(1)>", "<b>Call</b> <img src=x onerror=alert(1)>"],
  ["lines, in one line", " Two\n\n  lines\u202e ", "Two lines"],
  ["at most 200 characters", "🪨".repeat(300), "🪨".repeat(200)],
  ["nothing but signs that nobody sees, as the general error", "\u200b\u202e \n", "OAuth login failed"],
])("shows %s", async (_what, error, text) => {
  expect(await refusedAtLogin(`/auth/callback?${new URLSearchParams({ error })}`)).toBe(text);
});

const other = { ...member, id: 9, name: "Daniel Mensah" };
const answersFor = (bearer: string, reply: () => HttpResponse<DefaultBodyType>) =>
  server.use(
    answer(getMe, ({ request }) =>
      request.headers.get("authorization") === `Bearer ${bearer}` ? reply() : HttpResponse.json(member),
    ),
  );

describe("a link with tokens that this browser did not ask for", () => {
  test("signs a visitor in, and /home says as whom, with a way out", async () => {
    answersFor("access-9", () => HttpResponse.json(other));
    const { user } = renderApp(withTokens);
    const note = await screen.findByText(/^You are signed in as/);
    expect(note.textContent).toBe("You are signed in as Daniel Mensah. Not you? Log out");
    expect(window.location.href).toBe("http://localhost:3000/home");
    expect(storedSession()).toMatchObject({ accessToken: "access-9", userId: "9" });
    await user.click(within(note).getByRole("button", { name: "Log out" }));
    await waitFor(() => expect(storedSession()).toEqual(noSession));
  });

  test.each([
    ["by name", () => HttpResponse.json(other), "The link that you opened signs in Daniel Mensah."],
    [
      "even if the server does not say whom it signs in",
      () => refusal("unavailable"),
      "The link that you opened signs in an account that we could not look up.",
    ],
  ])("asks before it replaces another member's session, %s", async (_how, reply, text) => {
    storeSession();
    const before = storedSession();
    answersFor("access-9", reply);
    const { user } = renderApp(withTokens);
    await screen.findByRole("heading", { name: "Switch accounts?" });
    expect(document.body.textContent).toContain(`You are signed in as ${member.name}. ${text}`);
    expect(window.location.search).toBe("");
    expect(storedSession()).toEqual(before);
    await user.click(screen.getByRole("button", { name: "Stay signed in" }));
    await waitFor(() => expect(window.location.pathname).toBe("/home"));
    expect(storedSession()).toEqual(before);
  });

  test("replaces the session once the reader says so", async () => {
    storeSession();
    answersFor("access-9", () => HttpResponse.json(other));
    const { user } = renderApp(withTokens);
    await user.click(await screen.findByRole("button", { name: "Switch" }));
    await waitFor(() => expect(window.location.pathname).toBe("/home"));
    expect(storedSession()).toMatchObject({
      accessToken: "access-9",
      refreshToken: "refresh-9",
      userId: "9",
    });
  });

  test("renews the session of the same member without a question", async () => {
    storeSession();
    answersFor("access-9", () => HttpResponse.json(member));
    renderApp(withTokens);
    await waitFor(() => expect(window.location.pathname).toBe("/home"));
    expect(storedSession()).toMatchObject({ accessToken: "access-9", userId: String(member.id) });
  });
});

const asks = () => screen.findByRole("heading", { name: "Switch accounts?" });

test("a sign-in accepts one return", async () => {
  storeSession();
  markSignIn();
  await refusedAtLogin("/auth/callback?error=OAuth%20login%20failed");
  answersFor("access-9", () => HttpResponse.json(other));
  renderApp(withTokens);
  expect(await asks()).toBeDefined();
});

test("a sign-in expires after eleven minutes", async () => {
  storeSession();
  answersFor("access-9", () => HttpResponse.json(other));
  vi.setSystemTime(Date.now() - 11 * 60_000);
  markSignIn();
  vi.useRealTimers();
  renderApp(withTokens);
  expect(await asks()).toBeDefined();
});
