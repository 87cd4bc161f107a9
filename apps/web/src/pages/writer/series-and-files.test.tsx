import {
  changeSeries,
  createContent,
  createSeries,
  deleteSeries,
  getExport,
  getSeries,
  importContent,
  listCategories,
  listSeries,
  requestExport,
  type Series,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { ownItems, signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

let series: Series;
const changes: unknown[] = [];

beforeEach(() => {
  signInAsWriter();
  changes.length = 0;
  series = {
    id: 3,
    title: "From zero to deploy",
    description: "",
    author: { id: 7, name: "Daniel Mensah" },
    items: [sampleItem({ id: 4, title: "One" }), sampleItem({ id: 5, title: "Two", status: "Draft" })],
  };
  ownItems([sampleItem({ id: 4, title: "One" })]);
  server.use(
    answer(listSeries, () => {
      const { items, ...facts } = series;
      return HttpResponse.json({ items: [{ ...facts, count: items.length }], next: null });
    }),
    answer(getSeries, () => HttpResponse.json(series)),
    answer(changeSeries, async ({ request }) => {
      const change = (await request.json()) as { title?: string; items?: number[] };
      changes.push(change);
      const items = change.items?.map(
        (id) => series.items.find((item) => item.id === id) ?? sampleItem({ id }),
      );
      series = { ...series, ...change, items: items ?? series.items };
      return HttpResponse.json(series);
    }),
  );
});

describe("my series", () => {
  test("are ordered by buttons and by Alt with an arrow key, and the focus stays with the post", async () => {
    const { user } = renderApp("/content");
    await user.click(await screen.findByRole("button", { name: "Edit the series From zero to deploy" }));

    await user.click(await screen.findByRole("button", { name: "Move One down" }));
    await waitFor(() => expect(changes).toEqual([{ items: [5, 4] }]));
    const parts = () =>
      within(screen.getByRole("list", { name: "Posts of the series" }))
        .getAllByRole("listitem")
        .map((row) => row.textContent?.slice(0, 3));
    await waitFor(() => expect(parts()).toEqual(["Two", "One"]));
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Move One up"));

    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await waitFor(() => expect(changes.at(-1)).toEqual({ items: [4, 5] }));
    await screen.findByText("One is part 1 of 2.");
  });

  test("begin with a title, and are renamed", async () => {
    let begun: unknown;
    server.use(
      answer(createSeries, async ({ request }) => {
        begun = await request.json();
        return HttpResponse.json(series, { status: 201 });
      }),
    );
    const { user } = renderApp("/content");
    await user.type(await screen.findByRole("textbox", { name: "New series" }), "Evenings");
    await user.click(screen.getByRole("button", { name: "Create series" }));
    await waitFor(() => expect(begun).toEqual({ title: "Evenings" }));

    const title = await screen.findByRole("textbox", { name: "Title" });
    await user.clear(title);
    await user.type(title, "Nights");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(changes).toEqual([{ title: "Nights", description: "" }]));
  });

  test("stay when they could not be deleted, and the dialog says why", async () => {
    server.use(answer(deleteSeries, () => refusal("too_many_requests")));
    const { user } = renderApp("/content");
    await user.click(await screen.findByRole("button", { name: "Edit the series From zero to deploy" }));
    await user.click(await screen.findByRole("button", { name: "Delete series" }));
    const dialog = screen.getByRole("dialog", { name: "Delete this series?" });
    await user.click(within(dialog).getByRole("button", { name: "Delete series" }));
    await within(dialog).findByText("Too many requests. Please wait a moment and try again.");

    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Delete series" }));
    expect(within(screen.getByRole("dialog")).queryByRole("alert")).toBeNull();
  });

  test("are deleted after a confirmation, and their editor closes", async () => {
    const deleted: unknown[] = [];
    server.use(
      answer(deleteSeries, ({ params }) => {
        deleted.push(params.id);
        return HttpResponse.json({ message: "Series deleted" });
      }),
    );
    const { user } = renderApp("/content");
    await user.click(await screen.findByRole("button", { name: "Edit the series From zero to deploy" }));
    await user.click(await screen.findByRole("button", { name: "Delete series" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete series" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(deleted).toEqual(["3"]);
    expect(screen.queryByRole("list", { name: "Posts of the series" })).toBeNull();
  });

  test("can be chosen in the form, which says nothing of them unless one is", async () => {
    const sent: unknown[] = [];
    server.use(
      answer(listCategories, () =>
        HttpResponse.json([{ id: 1, name: "Data Science", description: "", posts: 0, interval_days: null }]),
      ),
      answer(createContent, async ({ request }) => {
        sent.push(Object.fromEntries(await request.formData()));
        return HttpResponse.json(sampleItem({ status: "Draft" }), { status: 201 });
      }),
    );
    const { user } = renderApp("/my-posts");
    await user.type(await screen.findByRole("textbox", { name: "Title" }), "Three");
    await user.selectOptions(screen.getByRole("combobox", { name: "Category" }), "Data Science");
    await user.type(screen.getByRole("textbox", { name: "Description" }), "Words.");
    await user.selectOptions(await screen.findByRole("combobox", { name: /^Series/ }), "From zero to deploy");
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await waitFor(() => expect(sent).toMatchObject([{ title: "Three", series: "3" }]));
  });
});

describe("work as files", () => {
  test("is asked for, and fetched once it is ready", async () => {
    let state = "none";
    const facts = { requested_at: null, ready_until: null, bytes: null };
    const urlOf = () => (state === "ready" ? "/exports/a.zip?expires=1&signature=b" : null);
    server.use(
      answer(getExport, () => HttpResponse.json({ ...facts, state, url: urlOf() })),
      answer(requestExport, () => {
        state = "waiting";
        return HttpResponse.json({ ...facts, state, url: null }, { status: 202 });
      }),
    );
    const { user, unmount } = renderApp("/content");
    await user.click(await screen.findByRole("button", { name: "Download all my work" }));
    await screen.findByText("We are preparing it. A notification tells you when it is ready.");
    state = "ready";
    unmount();
    renderApp("/content");
    const link = await screen.findByRole("link", { name: "Download all my work" });
    expect(link.getAttribute("href")).toBe("/exports/a.zip?expires=1&signature=b");
  });

  test("says that the file could not be made, and can be asked for again", async () => {
    const facts = { requested_at: null, ready_until: null, bytes: null, url: null };
    server.use(answer(getExport, () => HttpResponse.json({ ...facts, state: "failed" })));
    renderApp("/content");
    await screen.findByText(/^We could not make the file/);
    const button = screen.getByRole("button", { name: "Download all my work" });
    expect(button.hasAttribute("disabled")).toBe(false);
  });

  test("comes in from chosen files as one call, and what is not understood is named", async () => {
    let sent: string | undefined;
    server.use(
      answer(importContent, async ({ request }) => {
        const file = (await request.formData()).get("file") as File;
        const text = await file.text();
        sent = `${file.type} ${text.slice(0, 2)} ${text.includes("picture.png")}`;
        return HttpResponse.json({
          items: [{ id: 9, title: "Three", file: "three.md", status: "Draft" }],
          problems: [{ file: "four.md", line: 3, problem: 'There is no field "colour".' }],
        });
      }),
    );
    const { user } = renderApp("/content");
    const files = [new File(["Words."], "three.md"), new File(["a picture"], "picture.png")];
    await user.upload(await screen.findByLabelText("Files to import"), files);
    await screen.findByText("1 draft was created.");
    expect(sent).toBe("application/zip PK true");
    expect(screen.getByText("four.md, line 3").closest("li")?.textContent).toContain(
      'There is no field "colour".',
    );
  });
});
