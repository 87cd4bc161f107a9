import { getContent, getSeries, getSeriesProgress, listRelated, type Series } from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { sampleDetail, sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

const series: Series = {
  id: 7,
  title: "From zero to deploy",
  description: "Three evenings.",
  author: { id: 9, name: "Kofi Asante" },
  items: [sampleItem({ id: 2, title: "A first commit" }), sampleItem({ id: 3, title: "A first release" })],
};

beforeEach(() => server.use(answer(getSeries, () => HttpResponse.json(series))));

describe("a series", () => {
  test("lists the parts in their order, with a way to begin", async () => {
    renderApp("/series/7");
    await screen.findByRole("heading", { level: 1, name: "From zero to deploy" });
    expect(document.title).toBe("From zero to deploy · Cairn");
    expect(screen.getByText("Three evenings.")).toBeDefined();
    const parts = within(screen.getByRole("list", { name: "Parts" })).getAllByRole("link");
    expect(parts.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["A first commit", "/posts/2"],
      ["A first release", "/posts/3"],
    ]);
    expect(screen.getByRole("link", { name: "Begin" }).getAttribute("href")).toBe("/posts/2");
    expect(screen.getByRole("link", { name: "Kofi Asante" }).getAttribute("href")).toBe("/authors/9");
  });

  test("leads to its podcast once a recording in it is published", async () => {
    const withOne = (status: "Published" | "Pending") => {
      const items = [sampleItem({ id: 2, content_type: "Audio", status })];
      server.use(answer(getSeries, () => HttpResponse.json({ ...series, items })));
    };
    withOne("Pending");
    renderApp("/series/7");
    await screen.findByRole("list", { name: "Parts" });
    expect(screen.queryByRole("link", { name: "Listen in your podcast app" })).toBeNull();
    withOne("Published");
    renderApp("/series/8");
    const link = await screen.findByRole("link", { name: "Listen in your podcast app" });
    expect(link.getAttribute("href")).toBe("/series/7/podcast.xml");
  });

  test("says how many parts a member has read", async () => {
    storeSession();
    server.use(answer(getSeriesProgress, () => HttpResponse.json({ finished: [3] })));
    renderApp("/series/7");
    await screen.findByText(/^2 parts by.* 1 of 2 read$/);
  });

  test("that is not there says so, and one that could not be loaded can be tried again", async () => {
    let refused: "series_not_found" | "internal_error" | null = "internal_error";
    server.use(answer(getSeries, () => (refused ? refusal(refused) : HttpResponse.json(series))));
    renderApp("/series/7");
    const button = await screen.findByRole("button", { name: "Try again" });
    refused = null;
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(series.title));
    refused = "series_not_found";
    renderApp("/series/8");
    expect(await screen.findByRole("heading", { level: 1, name: "There is no such series." })).toBeDefined();
  });

  test("is named below its items, with the ones before and after", async () => {
    const item = sampleDetail({
      id: 4,
      series: { id: 7, title: series.title, position: 2, of: 3 },
      beside: [
        { id: 2, title: "A first commit", position: 1 },
        { id: 3, title: "A first release", position: 3 },
      ],
    });
    server.use(
      answer(getContent, () => HttpResponse.json(item)),
      answer(listRelated, () => HttpResponse.json({ items: [] })),
    );
    renderApp("/posts/4");
    const ways = await screen.findByRole("navigation", { name: "Series: From zero to deploy" });
    expect(ways.textContent).toContain("Part 2 of 3");
    const head = screen.getByRole("heading", { level: 1 }).parentElement;
    expect(head?.textContent, "under its title, too").toContain("Part 2 of 3 in From zero to deploy");
    expect(
      within(ways)
        .getByRole("link", { name: /Previous/ })
        .getAttribute("href"),
    ).toBe("/posts/2");
    expect(within(ways).getByRole("link", { name: /Next/ }).getAttribute("href")).toBe("/posts/3");
  });
});
