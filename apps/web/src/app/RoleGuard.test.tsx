import { render, screen } from "@testing-library/react";
import { storeSession } from "@tests/support/web/renderApp.tsx";
import { renderToString } from "react-dom/server";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { RoleGuard } from "./RoleGuard.tsx";

const guarded = (
  <MemoryRouter initialEntries={["/usersdashboard"]}>
    <Routes>
      <Route
        path="/usersdashboard"
        element={
          <RoleGuard required="User">
            <p>The member home</p>
          </RoleGuard>
        }
      />
      <Route path="/login" element={<p>The login screen</p>} />
    </Routes>
  </MemoryRouter>
);

test("only 'Loading...' shows while the role is being read", () => {
  storeSession();
  const html = renderToString(guarded);
  expect(html).toContain("Loading...");
  expect(html).not.toContain("The member home");
});

test("the screen shows once the role is read from local storage", () => {
  window.localStorage.setItem("user_role", "User");
  window.localStorage.setItem("access_token", "access-1");
  render(guarded);
  expect(screen.getByText("The member home")).toBeDefined();
  expect(screen.queryByText("Loading...")).toBeNull();
});

test("a member without a stored access token is sent to the login screen", () => {
  window.localStorage.setItem("user_role", "User");
  render(guarded);
  expect(screen.getByText("The login screen")).toBeDefined();
});
