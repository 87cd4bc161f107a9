import { getMe } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { answer, member, server } from "../../test/fake-api.ts";
import { closedGate } from "../../test/gate.ts";
import { renderApp, storeSession } from "../../test/renderApp.tsx";
import { signInAsWriter } from "../../test/writing-answers.ts";

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
  test("takes nobody for somebody else while the name is on its way", async () => {
    const gate = closedGate();
    signInAsWriter();
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

test("the studio says whose it is, and who is signed in", async () => {
  signedInAs("Admin", "Grace Wanjiku");
  renderApp("/adminsdashboard");
  await heading("Welcome, Admin");
  const side = screen.getByRole("complementary");
  expect(within(side).getByText("Admin")).toBeDefined();
  expect(await within(side).findByText("Grace Wanjiku")).toBeDefined();
  expect(within(side).getByText("amina@cairn.test")).toBeDefined();
});
