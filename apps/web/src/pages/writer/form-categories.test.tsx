import { listCategories } from "@cairn/contract";
import { screen } from "@testing-library/react";
import { answer, server } from "@tests/support/web/fake-api.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { writerCategories } from "../../features/writing/form/form-categories.ts";
import { createPost } from "../../features/writing/pending/save-post.ts";

beforeEach(async () => {
  await emptyJournal();
  signInAsWriter();
});

test.each(["/my-posts", "/create-post"])(
  "%s offers the site's categories once an admin has renamed one and added another",
  async (path) => {
    const changed = [{ id: 1, name: "Web" }, ...writerCategories.slice(1), { id: 9, name: "Networks" }];
    server.use(
      answer(listCategories, () =>
        HttpResponse.json(
          changed.map((category) => ({ ...category, description: "", posts: 0, interval_days: null })),
        ),
      ),
    );
    renderApp(path);
    await screen.findByRole("option", { name: "Networks" });
    const options = screen.getByLabelText<HTMLSelectElement>("Category").options;
    expect([...options].map(({ textContent }) => textContent)).toEqual([
      "Select a category",
      ...changed.map(({ name }) => name),
    ]);
  },
);

test("a stored post whose category has another name now asks for one", async () => {
  const post = {
    title: "Stones",
    body: "How to stack them.",
    category: { id: 1, name: "Gone" },
    media: null,
  };
  const id = await createPost(
    { ...post, summary: null, cover: null, appliesTo: null, series: null, language: null, captioning: null },
    null,
  );
  renderApp(`/create-post?edit=${id}`);
  expect((await screen.findByLabelText<HTMLInputElement>("Title")).value).toBe("Stones");
  expect(screen.getByLabelText<HTMLSelectElement>("Category").value).toBe("");
});
