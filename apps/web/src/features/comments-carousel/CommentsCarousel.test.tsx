import { listComments } from "@cairn/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { sampleComment } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { currentQueryClient } from "../../lib/query-client.ts";
import { CommentsCarousel } from "./CommentsCarousel.tsx";

const three = [
  sampleComment({ id: 3, user_id: 14, body: "Newest" }),
  sampleComment({ id: 2, user_id: 9, body: "Middle" }),
  sampleComment({ id: 1, user_id: 11, body: "Oldest" }),
];

function renderCarousel() {
  render(
    <QueryClientProvider client={currentQueryClient()}>
      <MemoryRouter>
        <CommentsCarousel contentId={1} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const answerComments = (comments: typeof three) =>
  server.use(answer(listComments, () => HttpResponse.json(comments)));
const quote = () => screen.getByRole("figure").textContent;
const next = () => screen.getByRole("button", { name: "Next comment" });
const previous = () => screen.getByRole("button", { name: "Previous comment" });

test("the comments of content 1 are asked for as the spec's call, without a query", async () => {
  const asked: string[] = [];
  server.use(
    answer(listComments, ({ request }) => {
      asked.push(new URL(request.url).pathname + new URL(request.url).search);
      return HttpResponse.json(three);
    }),
  );
  renderCarousel();
  await screen.findByRole("figure");
  expect(asked).toEqual(["/api/content/1/comments"]);
});

test("one comment shows at a time, its text in quotes, with 'By: User {user_id}' and the author's name", async () => {
  answerComments(three);
  renderCarousel();
  expect((await screen.findByRole("figure")).textContent).toBe("“Newest”By: User 14 · Ivan Petrov");
  expect(screen.getByRole("heading", { name: "Comments" })).toBeDefined();
  expect(screen.getByText("1 of 3")).toBeDefined();
});

test("the next arrow advances and wraps around to the first", async () => {
  answerComments(three);
  const user = renderCarousel();
  await screen.findByRole("figure");
  await user.click(next());
  expect(quote()).toContain("Middle");
  await user.click(next());
  expect(quote()).toContain("Oldest");
  await user.click(next());
  expect(quote()).toContain("Newest");
});

test("the previous arrow wraps around to the last", async () => {
  answerComments(three);
  const user = renderCarousel();
  await screen.findByRole("figure");
  await user.click(previous());
  expect(quote()).toContain("Oldest");
  expect(screen.getByText("3 of 3")).toBeDefined();
});

test("a single comment has no arrows", async () => {
  answerComments(three.slice(0, 1));
  renderCarousel();
  await screen.findByRole("figure");
  expect(screen.queryByRole("button")).toBeNull();
});

test("markup in a comment is text", async () => {
  answerComments([sampleComment({ body: "<img src=x onerror=alert(1)>" })]);
  renderCarousel();
  expect((await screen.findByRole("figure")).textContent).toContain("“<img src=x onerror=alert(1)>”");
  expect(document.querySelector("img")).toBeNull();
});

test("'Loading comments...' shows while they load", async () => {
  const gate = holdBack(listComments, () => HttpResponse.json(three));
  renderCarousel();
  expect((await screen.findByRole("status")).textContent).toBe("Loading comments...");
  gate.open();
  await screen.findByRole("figure");
  expect(screen.queryByText("Loading comments...")).toBeNull();
});

test("an item without comments says 'No comments available'", async () => {
  answerComments([]);
  renderCarousel();
  expect(await screen.findByText("No comments available")).toBeDefined();
});

test("a failing call says 'Failed to load comments' and can be tried again", async () => {
  server.use(
    answer(listComments, () => refusal("too_many_requests"), { once: true }),
    answer(listComments, () => HttpResponse.json(three)),
  );
  const user = renderCarousel();
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to load comments");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("figure")).toBeDefined();
});

test("a missing item says 'Failed to load comments: Content not found'", async () => {
  server.use(answer(listComments, () => refusal("content_not_found")));
  renderCarousel();
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to load comments: Content not found");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
