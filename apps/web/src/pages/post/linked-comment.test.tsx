import { type Comment, deleteComment, getComment, listComments } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { sampleComment, sampleDetail } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, member, refusal, server } from "@tests/support/web/fake-api.ts";
import { answerPost, commented } from "@tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const head = sampleComment({ id: 11, user: { name: "Priya Raman" }, body_html: "<p>Why no-store?</p>" });
const reply = sampleComment({ id: 12, reply_to: 11, body_html: "<p>Because of logins.</p>" });
const newest = sampleComment({ id: 60, user: { name: "Lee Park" }, body_html: "<p>The newest</p>" });
const second = sampleComment({ id: 40, body_html: "<p>Of the second page</p>" });

/** Where each comment was scrolled to. */
const scrolled: Element[] = [];
beforeEach(() => {
  storeSession(member);
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this);
  };
  answerPost(sampleDetail());
});
afterEach(() => {
  scrolled.length = 0;
  Reflect.deleteProperty(Element.prototype, "scrollIntoView");
  vi.restoreAllMocks();
});

/** The ids asked for by themselves. */
function answerEach(known: readonly Comment[]) {
  const asked: number[] = [];
  server.use(
    answer(getComment, ({ params }) => {
      const id = Number(params.comment);
      asked.push(id);
      const comment = known.find((one) => one.id === id);
      if (!comment) return refusal("comment_not_found");
      return HttpResponse.json({
        comment,
        answered: known.find((one) => one.id === comment.reply_to) ?? null,
      });
    }),
  );
  return asked;
}

/** Three pages: the comment stands on the last. */
function answerPages() {
  const pages: Record<string, Comment[]> = { "": [newest], two: [second], three: [reply, head] };
  const next: Record<string, string> = { "": "two", two: "three" };
  server.use(
    answer(listComments, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
      const onwards = next[cursor];
      return HttpResponse.json(pages[cursor], {
        headers: { "x-total-count": "4", ...(onwards && { "x-next-cursor": onwards }) },
      });
    }),
  );
}

const entryOf = async (words: string) => {
  const entry = (await screen.findByText(words)).closest("article");
  if (!entry) throw new Error(`no comment has "${words}"`);
  return entry;
};

test("a comment of the third page is loaded with what it answers, shown first, and gets the focus", async () => {
  answerPages();
  const asked = answerEach([head, reply]);
  const { user } = renderApp("/posts/4#comment-12");
  const entry = await entryOf("Because of logins.");
  await waitFor(() => expect(document.activeElement).toBe(entry));
  expect(scrolled).toEqual([entry]);
  expect(within(screen.getByRole("list", { name: "Replies to Priya Raman" })).getByRole("article")).toBe(
    entry,
  );
  expect(entry.className).toContain("isLinked");
  expect((await entryOf("Why no-store?")).className).not.toContain("isLinked");
  expect(asked).toEqual([12]);

  // The list goes on below it, and comes to it without showing it twice or moving it.
  await user.click(screen.getByRole("button", { name: "Load More" }));
  await waitFor(async () => expect(document.activeElement).toBe(await entryOf("Of the second page")));
  await user.click(screen.getByRole("button", { name: "Load More" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Load More" })).toBeNull());
  const comments = screen.getByRole("region", { name: "Comments 4" });
  expect(
    within(comments)
      .getAllByRole("article")
      .map((one) => one.id),
  ).toEqual(["comment-11", "comment-12", "comment-60", "comment-40"]);
});

test("the comment stays in view while the page around it changes, until the reader does something", async () => {
  const resized: (() => void)[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly call: () => void;
      constructor(call: () => void) {
        this.call = call;
      }
      observe(element: Element) {
        if (element === document.body) resized.push(this.call);
      }
      disconnect() {
        if (resized.includes(this.call)) resized.splice(resized.indexOf(this.call), 1);
      }
    },
  );
  answerPages();
  answerEach([head, reply]);
  const { user } = renderApp("/posts/4#comment-12");
  const entry = await entryOf("Because of logins.");
  await waitFor(() => expect(scrolled).toEqual([entry]));
  for (const call of [...resized]) call();
  expect(scrolled).toEqual([entry, entry]);
  await user.keyboard("{ArrowDown}");
  for (const call of [...resized]) call();
  expect(scrolled).toEqual([entry, entry]);
  vi.unstubAllGlobals();
});

test("a comment that stands in the list is focused there, and not asked for", async () => {
  server.use(commented([newest, reply, head]));
  const asked = answerEach([]);
  renderApp("/posts/4#comment-12");
  const entry = await entryOf("Because of logins.");
  await waitFor(() => expect(document.activeElement).toBe(entry));
  const [first] = within(screen.getByRole("region", { name: "Comments 3" })).getAllByRole("article");
  expect(first?.id).toBe("comment-60");
  expect(asked).toEqual([]);
});

test("an answer in the list whose comment is not there gets the focus once it stands below it", async () => {
  server.use(commented([reply, newest]));
  const gate = holdBack(getComment, () => HttpResponse.json({ comment: reply, answered: head }));
  renderApp("/posts/4#comment-12");
  await entryOf("Because of logins.");
  await waitFor(() => expect(gate.calls()).toBe(1));
  gate.open();
  const answers = await screen.findByRole("list", { name: "Replies to Priya Raman" });
  await waitFor(() => expect(document.activeElement).toBe(within(answers).getByRole("article")));
});

test("of a deleted comment the page says so, among the comments", async () => {
  server.use(commented([newest]));
  answerEach([]);
  renderApp("/posts/4#comment-12");
  const words = await screen.findByText("This comment has been deleted.");
  await waitFor(() => expect(document.activeElement).toBe(words));
  expect(within(screen.getByRole("region", { name: "Comments 1" })).getByText(words.textContent ?? "")).toBe(
    words,
  );
  expect(screen.getByText("The newest")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a comment that fails to load can be asked for again", async () => {
  server.use(commented([newest]));
  answerEach([head, reply]);
  server.use(answer(getComment, () => refusal("too_many_requests"), { once: true }));
  const { user } = renderApp("/posts/4#comment-12");
  await screen.findByText("This comment could not be loaded.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  const entry = await entryOf("Because of logins.");
  await waitFor(() => expect(document.activeElement).toBe(entry));
  expect(screen.queryByText("This comment could not be loaded.")).toBeNull();
});

test("a comment that was loaded by itself is gone when its author deletes it", async () => {
  server.use(commented([newest]));
  const known = [{ ...head, can: { edit: true, delete: true } }];
  answerEach(known);
  server.use(
    answer(deleteComment, () => {
      known.length = 0;
      return HttpResponse.json({ message: "Comment deleted" });
    }),
  );
  const { user } = renderApp("/posts/4#comment-11");
  await user.click(
    within(await entryOf("Why no-store?")).getByRole("button", { name: "Delete your comment" }),
  );
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByText("This comment has been deleted.");
  expect(screen.queryByText("Why no-store?")).toBeNull();
});

test("a page whose address names no comment asks for none", async () => {
  server.use(commented([newest]));
  const asked = answerEach([]);
  renderApp("/posts/4#comment");
  await entryOf("The newest");
  expect(asked).toEqual([]);
  expect(scrolled).toEqual([]);
});

test("a reload shows the comment and leaves the reader where they were", async () => {
  const opened = [{ type: "reload" }] as unknown as PerformanceEntryList;
  vi.spyOn(performance, "getEntriesByType").mockReturnValue(opened);
  answerPages();
  answerEach([head, reply]);
  renderApp("/posts/4#comment-12");
  expect((await entryOf("Because of logins.")).className).toContain("isLinked");
  expect(document.activeElement).toBe(document.body);
  expect(scrolled).toEqual([]);
});
