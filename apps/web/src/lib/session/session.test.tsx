import { act, render, screen } from "@testing-library/react";
import { noSession, storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import {
  arrive,
  endSession,
  readSession,
  startSession,
  storeAccessToken,
  storeIdentity,
  subscribeSession,
} from "./session.ts";
import { useSession } from "./useSession.tsx";

function Role() {
  const session = useSession();
  return <output>{session === null ? "not read" : (session.role ?? "nobody")}</output>;
}

const tokens = { access_token: "access-1", refresh_token: "refresh-1" };
const shownRole = () => screen.getByRole("status").textContent;
/** What the browser does here when another tab writes. */
const anotherTab = (key: string | null) =>
  act(() => window.dispatchEvent(new StorageEvent("storage", { key })));

test("a session starts with the spec's keys and ends without a trace", () => {
  startSession({ ...tokens, role: "TechWriter", user_id: 12 });
  expect(storedSession()).toEqual({
    accessToken: "access-1",
    refreshToken: "refresh-1",
    role: "TechWriter",
    userId: "12",
  });
  endSession();
  expect(storedSession()).toEqual(noSession);
});

test("a new session without a role inherits nothing from the previous one", () => {
  storeSession({ role: "Admin", userId: "3" });
  startSession(tokens);
  expect(storedSession()).toEqual({ ...noSession, accessToken: "access-1", refreshToken: "refresh-1" });
});

test("a session stores its role and id once, and only from an answer to its own call", () => {
  startSession(tokens);
  storeIdentity("refresh-2", { id: 8, role: "Admin" });
  storeIdentity(null, { id: 8, role: "Admin" });
  expect(readSession()).toMatchObject({ role: null, userId: null });
  storeIdentity("refresh-1", { id: 7, role: "User" });
  storeIdentity("refresh-1", { id: 8, role: "Admin" });
  expect(readSession()).toMatchObject({ accessToken: "access-1", role: "User", userId: 7 });
  endSession();
  storeIdentity(null, { id: 7, role: "User" });
  expect(storedSession()).toEqual(noSession);
});

test.each(["Bearer access-1", "bearer  access-1", " access-1 "])(
  "%j is stored for the token access-1",
  (stored) => {
    storeSession({ accessToken: stored });
    expect(readSession().accessToken).toBe("access-1");
  },
);

test("an empty token, an empty role and an impossible id count as missing", () => {
  storeSession({ accessToken: "Bearer ", refreshToken: "", role: "", userId: "seven" });
  expect(readSession()).toMatchObject(noSession);
});

test("subscribers are notified of a login, a refreshed token and a logout", () => {
  render(<Role />);
  expect(shownRole()).toBe("nobody");
  act(() => startSession({ ...tokens, role: "Admin", user_id: 1 }));
  expect(shownRole()).toBe("Admin");
  act(() => storeAccessToken("access-2"));
  expect(readSession().accessToken).toBe("access-2");
  act(() => endSession());
  expect(shownRole()).toBe("nobody");
});

test("a login and a logout in another tab are picked up", () => {
  render(<Role />);
  storeSession({ role: "User" });
  anotherTab("user_role");
  expect(shownRole()).toBe("User");
  window.localStorage.clear();
  anotherTab(null);
  expect(shownRole()).toBe("nobody");
});

test("a page restored from the back/forward cache reads the session again", () => {
  storeSession({ role: "User" });
  render(<Role />);
  window.localStorage.clear();
  act(() => window.dispatchEvent(new Event("pageshow")));
  expect(shownRole()).toBe("nobody");
});

test("other storage keys notify nobody", () => {
  const listener = vi.fn();
  const unsubscribe = subscribeSession(listener);
  anotherTab("pendingPosts");
  expect(listener).not.toHaveBeenCalled();
  anotherTab("access_token");
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
  anotherTab("access_token");
  expect(listener).toHaveBeenCalledOnce();
});

test("an ended session counts as leaving until the browser has arrived at another screen", () => {
  storeSession();
  endSession({ leaving: true });
  expect(readSession()).toMatchObject({ role: null, leaving: true });
  arrive();
  expect(readSession().leaving).toBe(false);
});

test("the session is not read during prerendering", () => {
  storeSession();
  expect(renderToString(<Role />)).toContain("not read");
});
