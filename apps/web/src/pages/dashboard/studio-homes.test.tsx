import { getMe } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { answer, holdBack, member, server } from "@tests/support/web/fake-api.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const linksOf = (names: string[]) =>
  names.map((name) => within(screen.getByRole("main")).getByRole("link", { name }).getAttribute("href"));

describe("the writers' home", () => {
  test("greets by name and leads to the three tasks", async () => {
    signInAsWriter();
    renderApp("/techhome");
    await heading("Welcome Back, Daniel Mensah");
    expect(screen.getByText("Here’s a snapshot of your content activity!!")).toBeDefined();
    expect(linksOf(["Create New Content", "Review Posts", "Edit Profile"])).toEqual([
      "/my-posts",
      "/content",
      "/tech-writer-profile",
    ]);
  });

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
});

test("the studio shows its role and the signed-in member", async () => {
  storeSession({ role: "Admin" });
  server.use(answer(getMe, () => HttpResponse.json({ ...member, role: "Admin", name: "Grace Wanjiku" })));
  renderApp("/adminsdashboard");
  await heading("Welcome, Admin");
  const side = screen.getByRole("complementary");
  expect(within(side).getByText("Admin")).toBeDefined();
  expect(await within(side).findByText("Grace Wanjiku")).toBeDefined();
  expect(within(side).getByText("amina@cairn.test")).toBeDefined();
});
