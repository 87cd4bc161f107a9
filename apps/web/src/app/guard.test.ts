import { describe, expect, test } from "vitest";
import type { Session } from "../lib/session/session.ts";
import { judge } from "./RoleGuard.tsx";

const session = (more: Partial<Session>): Session => ({
  accessToken: "access-1",
  refreshToken: "refresh-1",
  role: null,
  userId: 7,
  leaving: false,
  ...more,
});

describe("a guarded screen", () => {
  test.each(["User", "TechWriter", "Admin"] as const)("shows to its own role %s", (role) => {
    expect(judge(role, session({ role }))).toEqual({ kind: "show" });
  });

  test.each([
    ["User", "Admin", "/adminsdashboard"],
    ["User", "TechWriter", "/techwriterdashboard"],
    ["TechWriter", "User", "/usersdashboard"],
    ["Admin", "User", "/usersdashboard"],
    ["User", "user", "/login"],
    ["Admin", "Owner", "/login"],
    ["Admin", "toString", "/login"],
  ] as const)("for %s sends a member of role %s to %s", (required, role, to) => {
    expect(judge(required, session({ role }))).toEqual({ kind: "go", to });
  });

  test("sends a visitor without a role to the login screen, with the reason", () => {
    const error = "Please log in to access this page";
    expect(judge("User", session({}))).toEqual({ kind: "go", to: "/login", error });
  });

  test("waits while the role is not read, and while an ended session is leaving", () => {
    expect(judge("User", null)).toEqual({ kind: "wait" });
    expect(judge("User", session({ leaving: true }))).toEqual({ kind: "wait" });
  });

  test("of a member needs an access token as well; those of staff do not", () => {
    const withoutToken = { accessToken: null };
    expect(judge("User", session({ role: "User", ...withoutToken }))).toEqual({ kind: "go", to: "/login" });
    expect(judge("Admin", session({ role: "Admin", ...withoutToken }))).toEqual({ kind: "show" });
  });
});

test("a screen without a guard never waits", () => {
  expect(judge(undefined, null)).toEqual({ kind: "show" });
  expect(judge(undefined, session({ leaving: true }))).toEqual({ kind: "show" });
});

describe("a site for members only", () => {
  const nobody = session({ accessToken: null, refreshToken: null });

  test("sends visitors from every closed place to the log-in, which leads back", () => {
    const to = "/login?from=%2Fposts%2F7%3Ft%3D95";
    expect(judge(undefined, nobody, "/posts/7?t=95")).toEqual({ kind: "go", to });
    expect(judge("Admin", nobody, "/posts/7?t=95")).toEqual({ kind: "go", to });
  });

  test("shows members what it shows on any other site", () => {
    expect(judge(undefined, session({ role: "User" }), "/posts/7")).toEqual({ kind: "show" });
    expect(judge("Admin", session({ role: "User" }), "/adminsdashboard")).toEqual({
      kind: "go",
      to: "/usersdashboard",
    });
  });

  test("sends nobody away before the session is read, and while one that has ended is leaving", () => {
    expect(judge(undefined, null, "/posts/7")).toEqual({ kind: "show" });
    expect(judge("User", { ...nobody, leaving: true }, "/usersdashboard")).toEqual({ kind: "wait" });
  });
});
