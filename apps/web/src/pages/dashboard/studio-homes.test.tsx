import { getMe } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { answer, holdBack, member, server } from "../../../../../tests/support/web/fake-api.ts";
import { renderApp, storeSession } from "../../../../../tests/support/web/renderApp.tsx";
import { signInAsWriter } from "../../../../../tests/support/web/writing-answers.ts";

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const linksOf = (names: string[]) =>
  names.map((name) => within(screen.getByRole("main")).getByRole("link", { name }).getAttribute("href"));

const signedInAs = (role: string, name: string) => {
  storeSession({ role });
  server.use(answer(getMe, () => HttpResponse.json({ ...member, role, name })));
};

describe.each(["/techwriterdashboard", "/techhome"])("the writers' home at %s", (path) => {
  test("greets by name and leads to the three tasks", async () => {
    signInAsWriter();
    renderApp(path);
    await heading("Welcome Back, Daniel Mensah");
    expect(screen.getByText("Here’s a snapshot of your content activity!!")).toBeDefined();
    expect(linksOf(["Create New Content", "Review Posts", "Edit Profile"])).toEqual([
      "/my-posts",
      "/content",
      "/tech-writer-profile",
    ]);
  });
});

describe("the writers' home", () => {
  test("shows no wrong name while the name loads", async () => {
    signInAsWriter();
    const gate = holdBack(getMe, () =>
      HttpResponse.json({ ...member, role: "TechWriter", name: "Daniel Mensah" }),
    );
    renderApp("/techwriterdashboard");
    await heading("Welcome Back");
    gate.open();
    await heading("Welcome Back, Daniel Mensah");
  });

  test("opened by a visitor shows the default name and a login link, and makes no call", async () => {
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

test("the studio shows its role and the signed-in member", async () => {
  signedInAs("Admin", "Grace Wanjiku");
  renderApp("/adminsdashboard");
  await heading("Welcome, Admin");
  const side = screen.getByRole("complementary");
  expect(within(side).getByText("Admin")).toBeDefined();
  expect(await within(side).findByText("Grace Wanjiku")).toBeDefined();
  expect(within(side).getByText("amina@cairn.test")).toBeDefined();
});
