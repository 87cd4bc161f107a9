import { getMe } from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { answer, member, refusal, server } from "../../../../tests/support/web/fake-api.ts";
import { closedGate } from "../../../../tests/support/web/gate.ts";
import {
  noSession,
  renderApp,
  storedSession,
  storeSession,
} from "../../../../tests/support/web/renderApp.tsx";
import { markSignIn } from "../features/auth/sign-in-mark.ts";

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
  ["?error=denied&access_token=access-9&refresh_token=refresh-9", "OAuth login failed"],
  ["", "OAuth login failed: No tokens received"],
  ["?access_token=access-9", "OAuth login failed: No tokens received"],
])("with %j it goes to the login screen, which shows %j", async (query, text) => {
  markSignIn();
  expect(await refusedAtLogin(`/auth/callback${query}`)).toBe(text);
  expect(storedSession()).toEqual(noSession);
});

test.each([
  "access_denied",
  "Your account is locked. Call 0800 123456.",
  "You left Evil without signing in.",
])("does not show %j, which a link may contain but the server never sends", async (error) => {
  expect(await refusedAtLogin(`/auth/callback?${new URLSearchParams({ error })}`)).toBe("OAuth login failed");
});

const notBegun = "This sign-in was not started in this browser. Please log in here.";

test("tokens in a link from another person are not accepted, and the current session stays", async () => {
  storeSession();
  const before = storedSession();
  expect(await refusedAtLogin(withTokens)).toBe(notBegun);
  expect(storedSession()).toEqual(before);
});

test("a sign-in accepts one return", async () => {
  markSignIn();
  await refusedAtLogin("/auth/callback?error=OAuth%20login%20failed");
  expect(await refusedAtLogin(withTokens)).toBe(notBegun);
  expect(storedSession()).toEqual(noSession);
});

test("a sign-in expires after eleven minutes", async () => {
  vi.setSystemTime(Date.now() - 11 * 60_000);
  markSignIn();
  vi.useRealTimers();
  expect(await refusedAtLogin(withTokens)).toBe(notBegun);
  expect(storedSession()).toEqual(noSession);
});
