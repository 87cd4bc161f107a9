import { roleLabel } from "@cairn/contract";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Bell, House } from "lucide-react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { Frame } from "./Frame.tsx";
import { studioFrame } from "./studio-frame.tsx";

const parts = studioFrame({
  role: roleLabel.TechWriter,
  places: (unread) => [
    { to: "/techhome", label: "Home", icon: House, also: ["/techwriterdashboard"] },
    { to: "/tech-writer-flagged", label: "Notifications", icon: Bell, unread: unread ?? 0 },
  ],
});

test("a studio shows its role, the current screen and the signed-in member", async () => {
  const onLogout = vi.fn();
  render(
    <MemoryRouter initialEntries={["/techwriterdashboard"]}>
      <Frame
        parts={parts}
        user={{ name: "Daniel Mensah", email: "daniel@cairn.test", role: "TechWriter" }}
        unread={3}
        onLogout={onLogout}
      >
        <h1>Welcome Back, Daniel</h1>
      </Frame>
    </MemoryRouter>,
  );

  expect(screen.getAllByText("Tech Writer")).not.toHaveLength(0);
  expect(screen.getByText("daniel@cairn.test")).toBeTruthy();
  for (const navigation of screen.getAllByRole("navigation", { name: "Main" })) {
    expect(within(navigation).getByRole("link", { current: "page" }).textContent).toBe("Home");
    expect(within(navigation).getByRole("link", { name: "Notifications 3 unread" })).toBeTruthy();
  }
  for (const button of screen.getAllByRole("button", { name: /Account menu$/ })) {
    await userEvent.click(button);
    const menu = within(await screen.findByRole("dialog", { name: "Account" }));
    expect(menu.getByRole("link", { name: "Profile" }).getAttribute("href")).toBe("/tech-writer-profile");
    await userEvent.click(button);
  }
  for (const button of screen.getAllByRole("button", { name: "Logout" })) await userEvent.click(button);
  expect(onLogout).toHaveBeenCalledTimes(2);
});

test("without a user it shows no avatar", () => {
  const { container } = render(
    <MemoryRouter>
      <Frame parts={parts} user={null} unread={null} onLogout={() => {}}>
        <h1>Welcome, Admin</h1>
      </Frame>
    </MemoryRouter>,
  );
  expect(container.querySelector(".avatar")).toBeNull();
});
