import { searchContent } from "@cairn/contract";
import { render, screen, waitFor, within } from "@testing-library/react";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, server } from "@tests/support/web/fake-api.ts";
import { storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { LandingPage } from "./LandingPage.tsx";

const page = (
  <MemoryRouter>
    <LandingPage />
  </MemoryRouter>
);

test("every Join Now leads to the register screen and every Log In to the login screen", () => {
  render(page);

  for (const [name, href] of [
    ["Join Now", "/register"],
    ["Log In", "/login"],
  ] as const) {
    const links = screen.getAllByRole("link", { name });
    expect(links).toHaveLength(3);
    expect(links.map((link) => link.getAttribute("href"))).toEqual([href, href, href]);
  }
});

test("the first heading says what Cairn is for", () => {
  render(page);

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "Explore verified tech wisdom from the community",
  );
  expect(
    screen.getByText("Watch, read and listen to curated content from experts, alumni and peers."),
  ).toBeTruthy();
});

test("nothing is invented: without published items there is no card, name or mark", async () => {
  const asked = new Set<string>();
  server.use(
    answer(searchContent, ({ request }) => {
      asked.add(request.headers.get("authorization") ?? "nobody");
      return HttpResponse.json({ items: [], next: null });
    }),
  );
  storeSession();
  render(page);

  await waitFor(() => expect([...asked]).toEqual(["nobody"]));
  const main = within(screen.getByRole("main"));
  expect(main.queryByRole("article")).toBeNull();
  expect(main.queryByRole("img", { name: "Verified" })).toBeNull();
  expect(main.queryByText(/Example/)).toBeNull();
});

test("the stage and a row show the newest published items, and a line leads to the ledger", async () => {
  const items = [
    sampleItem({ id: 9, title: "Newest words" }),
    sampleItem({ id: 8, title: "Newest film", content_type: "Video" }),
  ];
  server.use(answer(searchContent, () => HttpResponse.json({ items, next: null })));
  render(page);

  const row = await screen.findByRole("list", { name: "Newest verified posts" });
  expect(
    within(row)
      .getAllByRole("heading", { level: 3 })
      .map((title) => title.textContent),
  ).toEqual(["Newest words", "Newest film"]);
  const onStage = screen.getAllByRole("link", { name: /^Newest (?:words|film)$/ });
  expect(onStage.slice(0, 2).map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Newest film", "/posts/8"],
    ["Newest words", "/posts/9"],
  ]);
  const ledger = within(screen.getByRole("main")).getByRole("link", {
    name: "Read every decision in the ledger",
  });
  expect(ledger.getAttribute("href")).toBe("/ledger");
});

test.each([
  ["User", "/usersdashboard"],
  ["TechWriter", "/techwriterdashboard"],
  ["Admin", "/adminsdashboard"],
])("a signed-in %s is offered the way to %s first, and a visitor the library last", (role, home) => {
  storeSession({ role });
  const ways = () => {
    const hero = screen.getByRole("heading", { level: 1 }).parentElement as HTMLElement;
    return within(hero)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
  };
  const visitors = [
    ["Join Now", "/register"],
    ["Log In", "/login"],
    ["Browse the library", "/posts"],
  ];
  const { unmount } = render(page);
  expect(ways()).toEqual([["Your home", home], ...visitors]);
  unmount();
  window.localStorage.clear();
  render(page);
  expect(ways()).toEqual(visitors);
});

test("its HTML has no style attribute, which the CSP would refuse, and is the same every time", () => {
  const html = renderToString(page);
  expect(html).not.toMatch(/\sstyle=/);
  expect(renderToString(page)).toBe(html);
});
