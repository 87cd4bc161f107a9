import { getMe } from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { answer, member, refusal, server } from "../test/fake-api.ts";
import { closedGate } from "../test/gate.ts";
import { noSession, renderApp, storedSession, storeSession } from "../test/renderApp.tsx";

const withTokens = "/auth/callback?access_token=access-9&refresh_token=refresh-9";

test("with tokens it stores them, learns whose they are, and goes home", async () => {
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

test("goes home with its tokens even when nobody tells whose they are", async () => {
  storeSession({ role: "Admin", userId: "1" });
  server.use(answer(getMe, () => refusal("unavailable")));
  renderApp(withTokens);
  await waitFor(() => expect(window.location.pathname).toBe("/home"));
  expect(storedSession()).toEqual({ ...noSession, accessToken: "access-9", refreshToken: "refresh-9" });
});

test("learns at home whose its tokens are when the first answer was lost", async () => {
  server.use(answer(getMe, () => refusal("not_allowed"), { once: true }));
  renderApp(withTokens);
  await waitFor(() => expect(window.location.pathname).toBe("/home"));
  await waitFor(() => expect(storedSession()).toMatchObject({ role: "User", userId: "7" }));
  expect(storedSession()).toMatchObject({ accessToken: "access-9", refreshToken: "refresh-9" });
});

test.each([
  ["?error=access_denied", "access_denied"],
  ["?error=OAuth%20login%20failed", "OAuth login failed"],
  ["?error=", "OAuth login failed"],
  ["?error=denied&access_token=access-9&refresh_token=refresh-9", "denied"],
  ["", "OAuth login failed: No tokens received"],
  ["?access_token=access-9", "OAuth login failed: No tokens received"],
])("with %j it goes to the login screen, which says %j", async (query, text) => {
  renderApp(`/auth/callback${query}`);
  await screen.findByRole("heading", { name: "Log In" });
  expect(screen.getByRole("alert").textContent).toBe(text);
  expect(window.location.href).toBe("http://localhost:3000/login");
  expect(storedSession()).toEqual(noSession);
});
