import { storageKeys } from "@cairn/contract";
import { render, screen, within } from "@testing-library/react";
import { goTo, openAsAdmin, recordCalls } from "@tests/support/web/admin-screens.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { AdminLoading } from "./AdminLoading.tsx";

const about = "Sample data. Your changes last until you reload this page.";
/** Without the dashboard, which alone is guarded (docs/evidence/spec-clauses.md#s2-guards). */
const open = [
  ["/admin-home", "Welcome, Admin"],
  ["/user-management", "Users"],
  ["/content-management", "Content"],
  ["/categories-management", "Categories"],
  ["/admin-profile", "Profile"],
] as const;

test("the dashboard says that it shows sample data, and shows a signed-in admin no way to log in", async () => {
  await openAsAdmin("/adminsdashboard");
  expect(screen.getByRole("heading", { level: 1, name: "Welcome, Admin" })).toBeDefined();
  expect(screen.getByText(about)).toBeDefined();
  expect(within(screen.getByRole("main")).queryByRole("link", { name: "Log In" })).toBeNull();
});

test.each(open)("%s is open to visitors, with a login link and without any call", async (path, heading) => {
  const calls = recordCalls();
  renderApp(path);
  await screen.findByRole("heading", { level: 1, name: heading });
  expect(screen.getByText(about)).toBeDefined();
  const login = within(screen.getByRole("main")).getByRole("link", { name: "Log In" });
  expect(login.getAttribute("href")).toBe("/login");
  expect(calls).toEqual([]);
});

test("an admin's work on the sample makes no call except the one for the signed-in member", async () => {
  const calls = recordCalls();
  const { user } = await openAsAdmin("/admin-home");
  await goTo(user, "Users");
  await user.click(screen.getByRole("button", { name: "Deactivate Priya Raman" }));
  await user.type(screen.getByLabelText("Name"), "Wanja Kamau");
  await user.type(screen.getByLabelText("Email"), "wanja@example.com{Enter}");
  await goTo(user, "Content");
  await user.click(screen.getByRole("button", { name: "App: approve Spot the phish: five real emails" }));
  await goTo(user, "Categories");
  await user.click(screen.getByRole("button", { name: "Delete Data Science" }));
  await goTo(user, "Profile");
  await user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(calls).toEqual(["GET /api/auth/me"]);
});

test("the next person on the same page gets a fresh sample", async () => {
  const first = await openAsAdmin("/user-management");
  await first.user.click(screen.getByRole("button", { name: "Deactivate Priya Raman" }));
  first.unmount();
  storeSession({ role: "Admin", refreshToken: "another-session" });
  window.dispatchEvent(new StorageEvent("storage", { key: storageKeys.refreshToken }));
  await openAsAdmin("/user-management");
  expect(screen.getByRole("button", { name: "Deactivate Priya Raman" })).toBeDefined();
});

describe("while the code of a screen loads", () => {
  const renderLoading = (path: string) =>
    render(
      <MemoryRouter initialEntries={[path]}>
        <AdminLoading />
      </MemoryRouter>,
    );

  test.each([
    ["/user-management", ["Name", "Email", "Role", "Actions"]],
    ["/content-management", ["Type", "Title", "Author", "Status", "Actions"]],
    ["/categories-management", ["Name", "Description", "Posts", "Actions"]],
  ])("the table of %s has four skeleton rows", (path, columns) => {
    renderLoading(path);
    const table = screen.getByRole("table");
    expect(table.getAttribute("aria-busy")).toBe("true");
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual(columns);
    expect(within(table).getAllByRole("row")).toHaveLength(1 + 4);
  });

  test.each(["/admin-home", "/adminsdashboard"])("%s has four skeleton cards", (path) => {
    const { container } = renderLoading(path);
    expect(container.querySelectorAll('.stat-card[aria-busy="true"]')).toHaveLength(4);
  });

  test("the profile says 'Loading...'", () => {
    renderLoading("/admin-profile");
    expect(screen.getByText("Loading...")).toBeDefined();
  });
});
