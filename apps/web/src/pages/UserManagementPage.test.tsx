import { screen, waitFor, within } from "@testing-library/react";
import {
  activityLines,
  cellsOf,
  columnOf,
  goTo,
  openAsAdmin,
  rowOf,
} from "@tests/support/web/admin-screens.ts";
import { describe, expect, test } from "vitest";

const open = () => openAsAdmin("/user-management");
const addForm = () => within(screen.getByRole("form", { name: "Add User" }));

describe("the admin's list of users", () => {
  test("is a table of name, email, role and actions", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "Users" })).toBeDefined();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Name",
      "Email",
      "Role",
      "Actions",
    ]);
    expect(new Set(columnOf("Role"))).toEqual(new Set(["User", "Tech Writer", "Admin"]));
  });

  test("can be searched by name, in any case, and by email, and is empty when nobody matches", async () => {
    const { user } = await open();
    const search = screen.getByRole("searchbox", { name: "Search by name or email" });
    await user.type(search, "  LEILA ");
    expect(columnOf("Name")).toEqual(["Leila Haddad"]);
    await user.clear(search);
    await user.type(search, "kofi@");
    expect(columnOf("Name")).toEqual(["Kofi Asante"]);
    await user.type(search, " nobody at all");
    expect(screen.getByText("No users found.")).toBeDefined();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("a user", () => {
  test("is added with name, email and role, and the form is empty again", async () => {
    const { user } = await open();
    await user.type(addForm().getByLabelText("Name"), " Wanja Kamau ");
    await user.type(addForm().getByLabelText("Email"), "wanja@example.com");
    await user.selectOptions(addForm().getByLabelText("Role"), "Tech Writer");
    await user.click(addForm().getByRole("button", { name: "Add User" }));

    expect(cellsOf(rowOf("wanja@example.com"))).toEqual([
      "Wanja Kamau",
      "wanja@example.com",
      "Tech Writer",
      "EditDeactivate",
    ]);
    await waitFor(() => expect(addForm().getByLabelText("Name")).toHaveProperty("value", ""));
    expect(addForm().getByLabelText("Role")).toHaveProperty("value", "User");
    expect(document.activeElement).toBe(addForm().getByLabelText("Name"));
  });

  test("is added on phones by a form that a button opens, below which the list stands at once", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "New user" }));
    expect(document.activeElement).toBe(addForm().getByLabelText("Name"));
    expect(screen.queryByRole("button", { name: "New user" })).toBeNull();
  });

  test.each([
    ["a name", "", "wanja@example.com", "Please enter a name."],
    ["an email", "Wanja Kamau", "", "Please enter an email."],
    ["more than blanks", "   ", "  ", "Please enter a name."],
  ])("is not added without %s", async (_, name, email, message) => {
    const { user } = await open();
    const before = columnOf("Name");
    if (name) await user.type(addForm().getByLabelText("Name"), name);
    if (email) await user.type(addForm().getByLabelText("Email"), email);
    await user.click(addForm().getByRole("button", { name: "Add User" }));
    expect(await addForm().findByText(message)).toBeDefined();
    expect(columnOf("Name")).toEqual(before);
  });

  test("is marked inactive and can't be edited after deactivation", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Deactivate Priya Raman" }));
    const row = within(rowOf("Priya Raman"));
    expect(row.getByText("Inactive")).toBeDefined();
    expect(row.getByRole("button", { name: "Edit Priya Raman" })).toHaveProperty("disabled", true);
    expect(row.queryByRole("button", { name: "Deactivate Priya Raman" })).toBeNull();
    expect(document.activeElement).toBe(row.getByRole("button", { name: "Activate Priya Raman" }));
  });

  test("can be edited again after activation", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Activate Test Account" }));
    const row = within(rowOf("Test Account"));
    expect(row.queryByText("Inactive")).toBeNull();
    expect(row.getByRole("button", { name: "Edit Test Account" })).toHaveProperty("disabled", false);
    expect(row.getByRole("button", { name: "Deactivate Test Account" })).toBeDefined();
  });

  test("can get another name and role", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Edit Kofi Asante" }));
    const dialog = within(screen.getByRole("dialog", { name: "Edit User" }));
    expect(dialog.getByLabelText("Email")).toHaveProperty("value", "kofi@example.com");
    await user.clear(dialog.getByLabelText("Name"));
    await user.type(dialog.getByLabelText("Name"), "Kofi A. Asante");
    await user.selectOptions(dialog.getByLabelText("Role"), "Admin");
    await user.click(dialog.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(within(rowOf("Kofi A. Asante")).getByText("Admin")).toBeDefined();
  });

  test("stays unchanged when editing is canceled or leaves a field empty", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Edit Kofi Asante" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.clear(dialog.getByLabelText("Email"));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("Please enter an email.")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(rowOf("kofi@example.com")).toBeDefined();
  });
});

test("changes of users show in the activity with their time, newest first", async () => {
  const { user } = await open();
  await user.type(addForm().getByLabelText("Name"), "Wanja Kamau");
  await user.type(addForm().getByLabelText("Email"), "wanja@example.com{Enter}");
  await user.click(await screen.findByRole("button", { name: "Deactivate Wanja Kamau" }));
  await user.click(screen.getByRole("button", { name: "Activate Wanja Kamau" }));
  await goTo(user, "Home");
  const [first, second, third] = activityLines();
  expect(first).toMatch(/^User activated: Wanja Kamau\d\d:\d\d$/);
  expect(second).toMatch(/^User deactivated: Wanja Kamau\d\d:\d\d$/);
  expect(third).toMatch(/^User created: Wanja Kamau\d\d:\d\d$/);
});
