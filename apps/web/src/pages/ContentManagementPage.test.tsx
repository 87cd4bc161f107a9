import { screen, within } from "@testing-library/react";
import {
  activityLines,
  cellsOf,
  columnOf,
  goTo,
  openAsAdmin,
  rowOf,
} from "@tests/support/web/admin-screens.ts";
import { describe, expect, test } from "vitest";
import { sampleContents } from "../features/admin/sample/sample-contents.ts";

const open = () => openAsAdmin("/content-management");
const choose = (name: string) => screen.getByRole("combobox", { name });
const optionsOf = (name: string) =>
  within(choose(name))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
const buttonsOf = (title: string) =>
  within(rowOf(title))
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
const statusOf = (title: string) => cellsOf(rowOf(title))[3];

const pending = "Spot the phish: five real emails";
const approved = "OWASP Top 10 for juniors";
const flagged = "Hashing passwords in ten minutes";
const published = "CSS container queries in production";

describe("the admin's content", () => {
  test("is a table of type, title, author, status and actions, newest first", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "Content" })).toBeDefined();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Type",
      "Title",
      "Author",
      "Status",
      "Actions",
    ]);
    expect(columnOf("Title")[0]).toBe("Profiling a slow React listFullstack Development");
    expect(new Set(columnOf("Status"))).toEqual(
      new Set(["Waiting", "Pending", "Approved", "Flagged", "Published"]),
    );
    expect(new Set(columnOf("Type"))).toEqual(new Set(["Article", "Video", "Audio", "PDF"]));
  });

  test("is sorted by id, oldest first when asked", async () => {
    const { user } = await open();
    const newestFirst = columnOf("Title");
    expect(optionsOf("Sort")).toEqual(["Newest", "Oldest"]);
    await user.selectOptions(choose("Sort"), "Oldest");
    expect(columnOf("Title")).toEqual(newestFirst.toReversed());
  });

  test("of a status shows no other", async () => {
    const { user } = await open();
    expect(optionsOf("Status")).toEqual(["All", "Pending", "Approved", "Flagged"]);
    for (const [choice, statuses] of [
      ["Pending", ["Waiting", "Pending"]],
      ["Approved", ["Approved"]],
      ["Flagged", ["Flagged"]],
      ["All", ["Waiting", "Pending", "Approved", "Flagged", "Published"]],
    ] as const) {
      await user.selectOptions(choose("Status"), choice);
      expect(new Set(columnOf("Status"))).toEqual(new Set(statuses));
      const all = sampleContents.filter(({ status }) => statuses.some((one) => one === status));
      expect(columnOf("Status")).toHaveLength(all.length);
    }
  });

  test("of a type shows no other; PDFs are found under All", async () => {
    const { user } = await open();
    expect(optionsOf("Type")).toEqual(["All", "Article", "Video", "Audio"]);
    for (const type of ["Article", "Video", "Audio"]) {
      await user.selectOptions(choose("Type"), type);
      expect(new Set(columnOf("Type"))).toEqual(new Set([type]));
    }
  });

  test("is filtered by category", async () => {
    const { user } = await open();
    expect(optionsOf("Category")).toEqual([
      "All",
      "Fullstack Development",
      "Cyber Security",
      "Data Science",
      "Mobile Development",
      "Artificial Intelligence",
    ]);
    await user.selectOptions(choose("Category"), "Data Science");
    expect(columnOf("Title")).toEqual([
      "Your chart is lying to youData Science",
      "Cleaning a data set by hand, onceData Science",
    ]);
  });

  test("is searched by title and author, in any case", async () => {
    const { user } = await open();
    const search = screen.getByRole("searchbox", { name: "Search title or author" });
    await user.type(search, "query PLAN");
    expect(columnOf("Author")).toEqual(["Ivan Petrov"]);
    await user.clear(search);
    await user.type(search, "samuel");
    expect(columnOf("Author")).toEqual(["Samuel Njoroge", "Samuel Njoroge"]);
  });

  test("matches all filters at once, and says when nothing does", async () => {
    const { user } = await open();
    await user.selectOptions(choose("Category"), "Cyber Security");
    await user.selectOptions(choose("Type"), "Video");
    await user.selectOptions(choose("Status"), "Flagged");
    expect(columnOf("Title")).toEqual([`${flagged}Cyber Security`]);
    await user.type(screen.getByRole("searchbox"), "nothing of the kind");
    expect(screen.getByText("No content found.")).toBeDefined();
  });
});

describe("content", () => {
  test("offers App unless approved, Flag unless flagged, and Rem always", async () => {
    await open();
    expect(buttonsOf(pending)).toEqual([
      pending,
      `App: approve ${pending}`,
      `Flag: flag ${pending}`,
      `Rem: remove ${pending}`,
    ]);
    expect(buttonsOf(approved)).toEqual([approved, `Flag: flag ${approved}`, `Rem: remove ${approved}`]);
    expect(buttonsOf(flagged)).toEqual([flagged, `App: approve ${flagged}`, `Rem: remove ${flagged}`]);
    expect(buttonsOf(published)).toHaveLength(4);
  });

  test("becomes Approved by App", async () => {
    const { user } = await open();
    for (const title of [pending, flagged, published]) {
      await user.click(screen.getByRole("button", { name: `App: approve ${title}` }));
      expect(statusOf(title)).toBe("Approved");
      expect(screen.queryByRole("button", { name: `App: approve ${title}` })).toBeNull();
    }
  });

  test("becomes Flagged by Flag, and no reason is asked", async () => {
    const { user } = await open();
    for (const title of [pending, approved, published]) {
      await user.click(screen.getByRole("button", { name: `Flag: flag ${title}` }));
      expect(statusOf(title)).toBe("Flagged");
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(screen.queryByRole("button", { name: `Flag: flag ${title}` })).toBeNull();
    }
  });

  test("is removed by Rem, and the focus moves to the next row", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: `Rem: remove ${pending}` }));
    expect(columnOf("Title").join()).not.toContain(pending);
    expect(document.activeElement?.closest("tr")).toBe(rowOf("Reading a query plan"));
  });

  test("disappears under a filter that it no longer matches, and the focus stays in the table", async () => {
    const { user } = await open();
    await user.selectOptions(choose("Status"), "Flagged");
    await user.click(screen.getByRole("button", { name: `App: approve ${flagged}` }));
    expect(columnOf("Title").join()).not.toContain(flagged);
    expect(document.activeElement?.closest("tr")).toBe(rowOf("Offline first on a cheap phone"));
  });

  test("opened by its title shows its description, file, figures and the reason it was flagged for", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: flagged }));
    const dialog = within(screen.getByRole("dialog", { name: flagged }));
    expect(dialog.getByText("Why passwords are hashed, and how to do it in a small service.")).toBeDefined();
    expect(dialog.getByText("hashing.mp4")).toBeDefined();
    expect(dialog.getByText(/^Uses MD5 in the second half/)).toBeDefined();
    expect(dialog.getByText("Shares").parentElement?.textContent).toBe("Shares1");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test("changes of content show in the activity and in the counts on the home screen", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: `App: approve ${pending}` }));
  await user.click(screen.getByRole("button", { name: `Flag: flag ${approved}` }));
  await user.click(screen.getByRole("button", { name: `Rem: remove ${published}` }));
  await goTo(user, "Home");
  const [first, second, third] = activityLines();
  expect(first).toMatch(/^Content removed: “CSS container queries in production”\d\d:\d\d$/);
  expect(second).toMatch(/^Content flagged: “OWASP Top 10 for juniors”\d\d:\d\d$/);
  expect(third).toMatch(/^Content approved: “Spot the phish: five real emails”\d\d:\d\d$/);
  expect(screen.getByText("Total Posts").closest("li")?.textContent).toContain("11");
  expect(screen.getByText("Flagged Content").closest("li")?.textContent).toContain("3");
});
