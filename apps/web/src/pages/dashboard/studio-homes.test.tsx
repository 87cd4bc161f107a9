import { getMe } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { answer, member, server } from "../../test/fake-api.ts";
import { closedGate } from "../../test/gate.ts";
import { renderApp, storeSession } from "../../test/renderApp.tsx";

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const linksOf = (names: string[]) =>
  names.map((name) => within(screen.getByRole("main")).getByRole("link", { name }).getAttribute("href"));

const signedInAs = (role: string, name: string) => {
  storeSession({ role });
  server.use(answer(getMe, () => HttpResponse.json({ ...member, role, name })));
};

describe.each(["/techwriterdashboard", "/techhome"])("the writers' home at %s", (path) => {
  test("greets by name and leads to the three tasks", async () => {
    signedInAs("TechWriter", "Daniel Mensah");
    renderApp(path);
    await heading("Welcome Back, Daniel Mensah");
    expect(screen.getByText("Here’s a snapshot of your content activity!!")).toBeDefined();
    expect(linksOf(["Create New Content", "Review Posts", "Edit Profile"])).toEqual([
      "/my-posts",
      "/content",
      "/tech-writer-profile",
    ]);
  });

  test("shows no figures that nobody counted", async () => {
    signedInAs("TechWriter", "Daniel Mensah");
    renderApp(path);
    await heading("Welcome Back, Daniel Mensah");
    expect(screen.getByRole("main").textContent).not.toMatch(/\d/);
    expect(screen.getByText(/^Your figures will stand here/)).toBeDefined();
  });
});

describe("the writers' home", () => {
  test("takes nobody for somebody else while the name is on its way", async () => {
    const gate = closedGate();
    signedInAs("TechWriter", "Daniel Mensah");
    server.use(
      answer(getMe, async () => {
        await gate.opened;
        return HttpResponse.json({ ...member, role: "TechWriter", name: "Daniel Mensah" });
      }),
    );
    renderApp("/techwriterdashboard");
    await heading("Welcome Back");
    gate.open();
    await heading("Welcome Back, Daniel Mensah");
  });

  test("opened by a visitor shows the default name, a way to log in, and asks the server for nothing", async () => {
    server.use(
      answer(getMe, () => {
        throw new Error("a visitor's browser asked who is signed in");
      }),
    );
    renderApp("/techhome");
    await heading("Welcome Back, Tech Writer");
    expect(linksOf(["Log In"])).toEqual(["/login"]);
  });
});

describe.each(["/adminsdashboard", "/admin-home"])("the admins' home at %s", (path) => {
  test("welcomes and leads to the four tasks", async () => {
    signedInAs("Admin", "Grace Wanjiku");
    renderApp(path);
    await heading("Welcome, Admin");
    expect(
      linksOf([
        "Approve Content Posts that wait for a decision",
        "Review Flags Posts sent back with a reason",
      ]),
    ).toEqual(["/content-management", "/content-management"]);
    expect(
      linksOf(["Manage Categories Names and descriptions", "Deactivate User Accounts and their roles"]),
    ).toEqual(["/categories-management", "/user-management"]);
    expect(screen.getByRole("main").textContent).not.toMatch(/\d/);
  });
});

test("the studio says whose it is, and who is signed in", async () => {
  signedInAs("Admin", "Grace Wanjiku");
  renderApp("/adminsdashboard");
  await heading("Welcome, Admin");
  const side = screen.getByRole("complementary");
  expect(within(side).getByText("Admin")).toBeDefined();
  expect(await within(side).findByText("Grace Wanjiku")).toBeDefined();
  expect(within(side).getByText("amina@cairn.test")).toBeDefined();
});
