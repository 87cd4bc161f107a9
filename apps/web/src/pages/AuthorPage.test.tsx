import { type Author, getAuthor, listContent } from "@cairn/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

const author: Author = {
  id: 7,
  name: "Kofi Asante",
  role: "TechWriter",
  bio: "Writes about caches.",
  links: [{ label: "github.com", url: "https://github.com/kofi" }],
  avatar_url: null,
  items: 2,
  since: "2025-03-01T10:00:00.000Z",
};

beforeEach(() => {
  server.use(
    answer(getAuthor, () => HttpResponse.json(author)),
    answer(listContent, () =>
      HttpResponse.json([
        sampleItem({ id: 2, title: "Caching headers" }),
        sampleItem({ id: 3, title: "Still a draft", status: "Draft" }),
      ]),
    ),
  );
});

describe("an author's page", () => {
  test("shows who the author is and what is published", async () => {
    renderApp("/authors/7");
    await screen.findByRole("heading", { level: 1, name: "Kofi Asante" });
    expect(document.title).toBe("Kofi Asante · Cairn");
    expect(screen.getByText(/^Tech Writer/).textContent).toContain("1 Mar 2025");
    expect(screen.getByText("Writes about caches.")).toBeDefined();
    const link = screen.getByRole("link", { name: "github.com" });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
      "https://github.com/kofi",
      "nofollow ugc noreferrer",
    ]);
    expect(await screen.findByRole("heading", { level: 2, name: "2 published posts" })).toBeDefined();
    await screen.findByRole("heading", { level: 3, name: "Caching headers" });
    expect(screen.queryByText("Still a draft")).toBeNull();
  });

  test("of nobody says so, and asks nothing of an address without an id", async () => {
    server.use(answer(getAuthor, () => refusal("author_not_found")));
    renderApp("/authors/8");
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("There is no such author.");
    expect(screen.getByRole("link", { name: "Go to the library" }).getAttribute("href")).toBe("/posts");
  });

  test("that could not be loaded can be tried again", async () => {
    let isDown = true;
    server.use(answer(getAuthor, () => (isDown ? refusal("internal_error") : HttpResponse.json(author))));
    renderApp("/authors/7");
    const button = await screen.findByRole("button", { name: "Try again" });
    isDown = false;
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Kofi Asante"));
  });
});
