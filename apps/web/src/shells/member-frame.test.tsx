import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { Frame, type FrameFacts } from "./Frame.tsx";
import { memberFrame } from "./member-frame.tsx";

const amina: FrameFacts["user"] = { name: "Amina Yusuf", role: "User" };

function renderFrame(path: string, facts: Partial<FrameFacts> = {}) {
  const onLogout = vi.fn();
  render(
    <MemoryRouter initialEntries={[path]}>
      <Frame parts={memberFrame} user={amina} unread={0} onLogout={onLogout} {...facts}>
        <h1>The page</h1>
      </Frame>
    </MemoryRouter>,
  );
  return { onLogout };
}

/** The bar on top and the tab bar; which of them shows is the stylesheet's business. */
const navigations = () => screen.getAllByRole("navigation", { name: "Main" });

const hrefs = (container: HTMLElement) =>
  within(container)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

test("both navigations have the five places, and the bar has the member's own and the library", () => {
  renderFrame("/home");
  const places = ["/home", "/feedpage", "/category", "/notifications", "/profile"];
  const [bar, tabs] = navigations();

  expect(bar && hrefs(bar)).toEqual(["/usersdashboard", ...places, "/posts"]);
  expect(tabs && hrefs(tabs)).toEqual(places);
  expect(screen.getByRole("link", { name: "Cairn, home" }).getAttribute("href")).toBe("/usersdashboard");
  expect(screen.getByRole("link", { name: "Create Post" }).getAttribute("href")).toBe("/create-post");
  expect(screen.getByRole("link", { name: "Search the library" }).getAttribute("href")).toBe("/posts");
});

test.each([
  ["/home", "Home"],
  ["/feed", "Home"],
  ["/usersdashboard", "For you"],
  ["/feedpage", "Feed"],
  ["/posts/7", "Library"],
])("at %s the navigation marks %s", (path, label) => {
  renderFrame(path);
  const [bar] = navigations();
  const current = bar ? within(bar).getAllByRole("link", { current: "page" }) : [];
  expect(current.map((link) => link.textContent)).toEqual([label]);
});

test("the count of unread notifications is part of the link's name", () => {
  renderFrame("/home", { unread: 4 });
  for (const navigation of navigations()) {
    expect(within(navigation).getByRole("link", { name: "Notifications 4 unread" })).toBeTruthy();
  }
});

test("Logout notifies its parent", async () => {
  const { onLogout } = renderFrame("/home");
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(onLogout).toHaveBeenCalledTimes(1);
});

test("the avatar opens a menu with profile, theme and logout, by keyboard too", async () => {
  const { onLogout } = renderFrame("/home");
  const avatar = screen.getByRole("button", { name: "Account menu" });
  expect(avatar.getAttribute("aria-expanded")).toBe("false");
  act(() => avatar.focus());
  await userEvent.keyboard("{Enter}");
  const menu = within(await screen.findByRole("dialog", { name: "Account" }));
  const own = menu.getByRole("link", { name: "For you" });
  expect(own.getAttribute("href")).toBe("/usersdashboard");
  expect(document.activeElement).toBe(own);
  expect(menu.getByRole("link", { name: "Profile" }).getAttribute("href")).toBe("/profile");

  for (const name of ["Profile", "Saved", "History", "On this device"]) {
    await userEvent.tab();
    expect(document.activeElement).toBe(menu.getByRole("link", { name }));
  }

  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard(" ");
  const { dataset } = document.documentElement;
  expect(menu.getByRole("button", { name: "Dark", pressed: true })).toBeTruthy();
  expect([dataset.theme, window.localStorage.getItem("theme")]).toEqual(["dark", "dark"]);
  await userEvent.click(menu.getByRole("button", { name: "System" }));
  expect([dataset.theme, window.localStorage.getItem("theme")]).toEqual([undefined, null]);

  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(avatar);
  await userEvent.click(avatar);
  await userEvent.click(await screen.findByRole("heading", { name: "The page" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(avatar);
  await userEvent.click(await screen.findByRole("button", { name: "Log out" }));
  expect(onLogout).toHaveBeenCalledTimes(1);
});

test("a visitor sees the same places, with a login instead of a logout", () => {
  renderFrame("/posts/7", { user: null });

  expect(screen.getByRole("link", { name: "Log In" }).getAttribute("href")).toBe("/login");
  expect(screen.getByRole("link", { name: "Join Now" }).getAttribute("href")).toBe("/register");
  const places = ["/home", "/feedpage", "/category", "/notifications", "/profile"];
  expect(navigations().map(hrefs)).toEqual([[...places, "/posts"], places]);
  expect(screen.queryByRole("button", { name: "Logout" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Account menu" })).toBeNull();
});

test("the first focusable link skips the navigation", async () => {
  renderFrame("/home");
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("Skip to content");
  expect(document.activeElement?.getAttribute("href")).toBe(`#${screen.getByRole("main").id}`);
});

test("logo and links stay the same elements when the session is read, so that a press is not lost", () => {
  const frame = (user: FrameFacts["user"]) => (
    <MemoryRouter initialEntries={["/posts/7"]}>
      <Frame parts={memberFrame} user={user} unread={0} onLogout={() => undefined}>
        <h1>The page</h1>
      </Frame>
    </MemoryRouter>
  );
  const { rerender } = render(frame(null));
  const logo = screen.getByRole("link", { name: "Cairn, home" });
  const library = screen.getByRole("link", { name: "Library", current: "page" });
  expect(logo.getAttribute("href")).toBe("/");

  rerender(frame(amina));
  expect(logo.isConnected).toBe(true);
  expect(logo.getAttribute("href")).toBe("/usersdashboard");
  expect(library.isConnected).toBe(true);
});
