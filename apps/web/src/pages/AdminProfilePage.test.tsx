import { screen, waitFor, within } from "@testing-library/react";
import { goTo, openAsAdmin } from "@tests/support/web/admin-screens.ts";
import { describe, expect, test, vi } from "vitest";

const open = () => openAsAdmin("/admin-profile");
const preview = () => within(screen.getByRole("region", { name: "Preview" }));
const alerts = () => vi.spyOn(window, "alert").mockImplementation(() => {});

describe("the admin's profile", () => {
  test("has a photo, name, email and password", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "Profile" })).toBeDefined();
    expect(screen.getByLabelText("Upload Photo")).toBeDefined();
    expect(screen.getByLabelText("Name")).toHaveProperty("value", "Grace Wanjiku");
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "grace@example.com");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
  });

  test("shows a chosen photo, on this screen only", async () => {
    const { user } = await open();
    const shown = () => screen.getByRole("region", { name: "Preview" }).querySelector("img");
    expect(shown()).toBeNull();
    await user.upload(
      screen.getByLabelText("Upload Photo"),
      new File(["x"], "me.png", { type: "image/png" }),
    );
    expect(shown()?.getAttribute("src")).toBe("blob:file");
    await goTo(user, "Users");
    await goTo(user, "Profile");
    expect(shown()).toBeNull();
  });

  test("Update Profile shows the values of the fields, without an alert", async () => {
    const alert = alerts();
    const { user } = await open();
    await user.type(screen.getByLabelText("Name"), " Otieno");
    expect(preview().queryByText("Grace Wanjiku Otieno")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Update Profile" }));
    expect(preview().getByText("Grace Wanjiku Otieno")).toBeDefined();
    expect(alert).not.toHaveBeenCalled();
  });

  test("Save says 'Profile updated successfully!' by an alert, keeps name and email, and forgets the password", async () => {
    const alert = alerts();
    const { user } = await open();
    await user.clear(screen.getByLabelText("Email"));
    await user.type(screen.getByLabelText("Email"), "grace.o@example.com");
    await user.type(screen.getByLabelText("Password"), "stone on stone");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(alert.mock.calls).toEqual([["Profile updated successfully!"]]));
    await waitFor(() => expect(screen.getByLabelText("Password")).toHaveProperty("value", ""));

    await goTo(user, "Users");
    await goTo(user, "Profile");
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "grace.o@example.com");
  });

  test("Cancel leads through /admin/dashboard to the dashboard and saves nothing", async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText("Name"), " Otieno");
    const cancel = screen.getByRole("link", { name: "Cancel" });
    expect(cancel.getAttribute("href")).toBe("/admin/dashboard");
    await user.click(cancel);
    await screen.findByRole("heading", { level: 1, name: "Welcome, Admin" });
    expect(window.location.pathname).toBe("/adminsdashboard");
    await goTo(user, "Profile");
    expect(screen.getByLabelText("Name")).toHaveProperty("value", "Grace Wanjiku");
  });
});
