import { getOwnPage, type OwnPage } from "@cairn/contract";
import { screen } from "@testing-library/react";
import { answer, refusal, sentTo, server } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { afterEach, expect, test } from "vitest";
import { showSite } from "../lib/site.ts";

afterEach(() => showSite(null));

const page: OwnPage = {
  slug: "imprint",
  title: "Mentions légales",
  body: "",
  body_html: "<p>L’école <strong>de pierre</strong>.</p>",
  language: "fr",
  updated_at: "2026-11-20T10:00:00.000Z",
};

test("a page of the site’s own shows its text in its language, and when it was changed", async () => {
  server.use(answer(getOwnPage, () => HttpResponse.json(page)));
  renderApp("/about/imprint");
  const heading = await screen.findByRole("heading", { level: 1, name: "Mentions légales" });
  expect(document.title).toBe("Mentions légales · Cairn");
  expect(heading.closest("article")?.lang).toBe("fr");
  expect((await screen.findByText("de pierre")).tagName).toBe("STRONG");
  expect(screen.getByText("20 Nov 2026").tagName).toBe("TIME");
});

test("one that is not there is the page for any address without one", async () => {
  server.use(answer(getOwnPage, () => refusal("page_not_found")));
  renderApp("/about/nothing");
  await screen.findByRole("heading", { level: 1, name: "Page not found" });
});

test("what no page can be called asks the server nothing", async () => {
  const asked = sentTo(
    getOwnPage,
    () => HttpResponse.json(page),
    ({ request }) => request.url,
  );
  renderApp("/about/No_Such");
  await screen.findByRole("heading", { level: 1, name: "Page not found" });
  expect(asked).toEqual([]);
});

test("one that could not be loaded can be tried again", async () => {
  let isDown = true;
  server.use(answer(getOwnPage, () => (isDown ? refusal("internal_error") : HttpResponse.json(page))));
  const { user } = renderApp("/about/imprint");
  const button = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  await user.click(button);
  await screen.findByRole("heading", { level: 1, name: "Mentions légales" });
});

test("the footer leads to it", async () => {
  showSite({
    name: "Oak Academy",
    tagline: "",
    logo: null,
    joining: "open",
    audience: "everyone",
    pages: [{ slug: "imprint", title: "Imprint" }],
  });
  server.use(answer(getOwnPage, () => HttpResponse.json(page)));
  const { user } = renderApp("/posts");
  await user.click(await screen.findByRole("link", { name: "Imprint" }));
  await screen.findByRole("heading", { level: 1, name: "Mentions légales" });
});
