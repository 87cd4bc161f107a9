import { publicPages } from "@cairn/contract";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, test } from "vitest";
import { routes } from "./routes.tsx";

/** As the specification lists them (docs/evidence/spec-clauses.md#s2-routes). */
const specRoutes = [
  "/",
  "/auth/callback",
  "/login",
  "/forgot-password",
  "/register",
  "/feed",
  "/profile",
  "/category",
  "/feedpage",
  "/notifications",
  "/home",
  "/code",
  "/new-password",
  "/notificationss",
  "/usersdashboard",
  "/techwriterdashboard",
  "/adminsdashboard",
  "/techhome",
  "/my-posts",
  "/content",
  "/tech-writer-flagged",
  "/tech-writer-profile",
  "/admin-home",
  "/user-management",
  "/categories-management",
  "/admin-profile",
  "/content-management",
];

const guards: Record<string, string> = {
  "/usersdashboard": "User",
  "/techwriterdashboard": "TechWriter",
  "/adminsdashboard": "Admin",
};

const rowsOf = (path: string): RouteObject[] =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route as RouteObject);

describe("the route table", () => {
  test.each(specRoutes)("has a row of its own for %s", (path) => {
    expect(rowsOf(path).at(-1)?.path).toBe(path);
  });

  test.each(specRoutes)("guards %s only when it is a dashboard", (path) => {
    const asked = rowsOf(path).flatMap(({ handle }) => handle?.guard ?? []);
    expect(asked).toEqual(path in guards ? [guards[path]] : []);
  });

  const wholePages = Object.values(publicPages).flatMap(({ paths }) => paths);
  test.each(wholePages)("has a row for %s, which the server sends whole", (path) => {
    expect(rowsOf(path.replace(/:\w+/, "1")).at(-1)?.path).toBe(path);
  });

  test.each(["/home", "/feed"])("leads from %s to the Home/feed page", (path) => {
    expect(rowsOf(path).at(-1)?.handle.chunk).toBe("HomePage");
  });
});
