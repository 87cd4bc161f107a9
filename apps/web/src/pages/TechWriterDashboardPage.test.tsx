import { getWriterStats } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { ownItems, sampleStats, signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

const card = (label: string) => screen.getByText(label).closest("li") as HTMLElement;
const serveStats = (more: Parameters<typeof sampleStats>[0]) =>
  server.use(answer(getWriterStats, () => HttpResponse.json(sampleStats(more))));

describe("a writer's figures", () => {
  beforeEach(signInAsWriter);

  test("are posts, pending posts, and likes and comments as two numbers", async () => {
    serveStats({ totalPosts: 48, postsPending: 5, likes: 1284, comments: 1 });
    renderApp("/techhome");
    await screen.findByText("48");
    expect(card("Total Posts").textContent).toBe("Total Posts48+1 this week");
    expect(card("Posts Pending").textContent).toBe("Posts Pending5Waiting for a reviewer");
    expect(card("Likes & Comments").textContent).toBe(
      "Likes & Comments1,284 likes 1 commentNothing new this week",
    );
  });

  test("show a spinner while they load", async () => {
    const gate = holdBack(getWriterStats, () => HttpResponse.json(sampleStats()));
    renderApp("/techhome");
    for (const label of ["Total Posts", "Posts Pending", "Likes & Comments"]) {
      await screen.findByText(label);
      expect(card(label).querySelector(".spinner")).not.toBeNull();
      expect(card(label).textContent).not.toMatch(/\d/);
    }
    gate.open();
    await screen.findByText("+1 this week");
    expect(document.querySelector(".writer-stats .spinner")).toBeNull();
  });

  test("are zeros when they can't be loaded; the failure is only logged", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    server.use(answer(getWriterStats, () => refusal("not_allowed")));
    renderApp("/techhome");
    await screen.findByText("Waiting for a reviewer");
    expect(card("Total Posts").textContent).toContain("0");
    expect(card("Likes & Comments").textContent).toContain("0 likes 0 comments");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(log).toHaveBeenCalledWith("Your figures could not be loaded.", expect.anything());
  });

  test("are also in a table by week, for readers who cannot see the charts", async () => {
    serveStats({
      weeks: [
        { week: "2026-11-09", posts: 2, likes: 7, comments: 3 },
        { week: "2026-11-16", posts: 1, likes: 0, comments: 4 },
      ],
    });
    renderApp("/techhome");
    await screen.findByRole("heading", { level: 2, name: "Posts per week" });
    expect(screen.getByRole("heading", { level: 2, name: "Likes & comments per week" })).toBeDefined();
    const table = screen.getByRole("table", { name: "Posts, likes and comments per week" });
    const rows = within(table).getAllByRole("row");
    expect(rows.map((row) => Array.from(row.children, (cell) => cell.textContent))).toEqual([
      ["Week of", "Posts", "Likes", "Comments"],
      ["9 Nov 2026", "2", "7", "3"],
      ["16 Nov 2026", "1", "0", "4"],
    ]);
    const charts = document.querySelectorAll("svg.week-charts-chart");
    expect(charts).toHaveLength(2);
    for (const chart of charts) expect(chart.getAttribute("aria-hidden")).toBe("true");
    expect(charts[0]?.querySelectorAll(".week-charts-bar")).toHaveLength(2);
  });
});

describe("a writer's recent posts", () => {
  beforeEach(signInAsWriter);

  test("are the first of the list, with their status", async () => {
    ownItems([
      sampleItem({ id: 1, title: "One", likes: 164, comments: 25 }),
      sampleItem({ id: 2, title: "Two", status: "Pending" }),
      ...[3, 4, 5, 6].map((id) => sampleItem({ id, title: `Post ${id}` })),
    ]);
    renderApp("/techhome");
    const list = within(await screen.findByRole("region", { name: "Recent posts" }));
    const items = list.getAllByRole("listitem").map((item) => item.textContent);
    expect(items).toHaveLength(5);
    expect(items[0]).toBe("One14 Nov 2025164 likes25 commentsPublished");
    expect(items[1]).toBe("Two14 Nov 20250 likes0 commentsPending");
    expect(list.getByRole("link", { name: "Two" }).getAttribute("href")).toBe("/posts/2");
    expect(list.getByRole("link", { name: "My Content" }).getAttribute("href")).toBe("/content");
  });

  test("before the first one, the first steps stand in their place until they are dismissed", async () => {
    const { user } = renderApp("/techhome");
    const steps = within(await screen.findByRole("region", { name: "First steps" }));
    expect(steps.getByRole("link", { name: "Start a post" }).getAttribute("href")).toBe("/my-posts");
    await user.click(steps.getByRole("button", { name: "Dismiss" }));
    const posts = within(await screen.findByRole("region", { name: "Recent posts" }));
    expect(posts.getByText("No content found.")).toBeDefined();
  });
});
