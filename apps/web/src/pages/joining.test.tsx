import { register, type ShownSite } from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { answer, sentTo, server } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { afterEach, expect, test } from "vitest";
import { showSite } from "../lib/site.ts";

const site = (more: Partial<ShownSite>) =>
  showSite({
    name: "Oak Academy",
    tagline: "",
    logo: null,
    joining: "open",
    audience: "everyone",
    pages: [],
    ...more,
  });
afterEach(() => showSite(null));

test.each([
  ["domains", "Use your school email address."],
  ["approval", "An admin has to approve your account first."],
] as const)("where joining is by %s, the registration says so", async (joining, words) => {
  site({ joining });
  renderApp("/register");
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.getByLabelText("Full Name")).toBeDefined();
});

test("without an invitation there is no form where one is needed", async () => {
  site({ joining: "invitation" });
  renderApp("/register");
  expect(await screen.findByText("You need an invitation to join.")).toBeDefined();
  expect(screen.queryByLabelText("Full Name")).toBeNull();
  expect(screen.queryByRole("button", { name: "GitHub" })).toBeNull();
});

async function fillIn(user: ReturnType<typeof renderApp>["user"]) {
  await user.type(await screen.findByLabelText("Full Name"), "Amina Otieno");
  await user.type(screen.getByLabelText("Email"), "amina@school.example");
  await user.type(screen.getByLabelText("Password"), "a long password");
  await user.type(screen.getByLabelText("Confirm Password"), "a long password");
}

test("the link of an invitation brings it along, and asks for no role", async () => {
  site({ joining: "invitation" });
  const sent = sentTo(register, () =>
    HttpResponse.json({ access_token: "a", refresh_token: "r", role: "User", user_id: 7 }, { status: 201 }),
  );
  const { user } = renderApp("/register?invitation=5.abc");
  expect(await screen.findByLabelText("Full Name")).toBeDefined();
  expect(screen.queryByRole("radio", { name: "Admin" })).toBeNull();
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Register" }));
  await waitFor(() => expect(sent).toMatchObject([{ invitation: "5.abc", role: "User" }]));
});

test("who has to wait for approval is told so, and is not signed in", async () => {
  site({ joining: "approval" });
  server.use(
    answer(register, () =>
      HttpResponse.json({ status: "waiting", message: "Your account is waiting." }, { status: 202 }),
    ),
  );
  const { user } = renderApp("/register");
  await fillIn(user);
  await user.click(screen.getByRole("radio", { name: "User" }));
  await user.click(screen.getByRole("button", { name: "Register" }));
  expect(await screen.findByRole("heading", { name: "Your account is waiting" })).toBeDefined();
  expect(window.localStorage.getItem("access_token")).toBeNull();
});

test("a site of its own has its name in the title, the header and the footer, and its tagline", async () => {
  site({ tagline: "Learn by doing" });
  renderApp("/posts");
  await waitFor(() => expect(document.title).toBe("Library · Oak Academy"));
  expect(screen.getAllByRole("link", { name: "Oak Academy, home" }).length).toBeGreaterThan(0);
  expect(screen.getByText("© 2025 Oak Academy")).toBeDefined();
  expect(screen.getByText("Learn by doing")).toBeDefined();
  expect(document.body.textContent).not.toMatch(/\bCairn\b/);
});

test("a wide logo stands in place of the name, which is its text", async () => {
  site({ logo: { url: "/site/logo/3/logo.png", ratio: 3 } });
  renderApp("/login");
  const [logo] = await screen.findAllByRole("img", { name: "Oak Academy" });
  expect(logo).toMatchObject({ width: 90, height: 30 });
});
