import { type Comment, createComment, listMembers, reportComment } from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { sampleComment, sampleDetail } from "../../../../../tests/support/web/content-samples.ts";
import {
  answer,
  idAndBody,
  member,
  refusal,
  sentTo,
  server,
} from "../../../../../tests/support/web/fake-api.ts";
import { answerPost } from "../../../../../tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "../../../../../tests/support/web/renderApp.tsx";

const ivan = sampleComment({ id: 3, body_html: "<p>Why no-store?</p>" });
const priya = (more: Partial<Comment> = {}) =>
  sampleComment({ id: 5, user_id: 9, user: { name: "Priya Raman" }, reply_to: 3, ...more });

async function openPost(comments: Comment[]) {
  answerPost(sampleDetail(), undefined, comments);
  const view = renderApp("/posts/4");
  await screen.findByRole("heading", { level: 2, name: /^Comments/ });
  // React may show the texts that come later one after another.
  await waitFor(() =>
    expect(document.querySelectorAll('[data-text^="comment-"]')).toHaveLength(comments.length),
  );
  return view;
}

/** What was sent; answers as the server does. */
function takeAnswers() {
  const sent = sentTo(createComment, () =>
    HttpResponse.json(
      sampleComment({
        id: 90,
        user_id: 7,
        user: { name: "Amina Yusuf" },
        body_html: "<p>Sent</p>",
        reply_to: 3,
      }),
      { status: 201 },
    ),
  );
  return sent;
}

const button = (name: string) => screen.findByRole("button", { name });
const box = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });

async function write(name: string, value: string) {
  const area = await box(name);
  fireEvent.change(area, { target: { value } });
  area.setSelectionRange(value.length, value.length);
  fireEvent.input(area);
  return area;
}

describe("a member", () => {
  beforeEach(() => storeSession(member));

  test("sees answers below their comment, oldest first, and one whose comment is not loaded by itself", async () => {
    await openPost([
      sampleComment({ id: 8, body_html: "<p>Lost answer</p>", reply_to: 1 }),
      priya({ id: 6, body_html: "<p>Second</p>" }),
      priya({ body_html: "<p>First</p>" }),
      ivan,
    ]);
    const answers = screen.getByRole("list", { name: "Answers to Ivan Petrov" });
    expect(
      within(answers)
        .getAllByRole("article")
        .map((entry) => entry.textContent),
    ).toEqual([expect.stringContaining("First"), expect.stringContaining("Second")]);
    expect(within(answers).queryByText("Lost answer")).toBeNull();
    expect(screen.getByText("Lost answer")).toBeTruthy();
  });

  test("answers a comment in its place, and sees the answer there, focused; Cancel leaves the box", async () => {
    const sent = takeAnswers();
    await openPost([ivan]);
    fireEvent.click(await button("Answer Ivan Petrov"));
    fireEvent.click(await button("Cancel"));
    expect(screen.queryByRole("textbox", { name: "Answer Ivan Petrov" })).toBeNull();
    expect(document.activeElement).toBe(await button("Answer Ivan Petrov"));
    fireEvent.click(await button("Answer Ivan Petrov"));
    expect(document.activeElement).toBe(await box("Answer Ivan Petrov"));
    await write("Answer Ivan Petrov", "Because of logins.");
    fireEvent.click(await button("Answer"));
    const answers = await screen.findByRole("list", { name: "Answers to Ivan Petrov" });
    await waitFor(() => expect(document.activeElement).toBe(within(answers).getByRole("article")));
    expect(sent).toEqual([{ body: "Because of logins.", reply_to: 3 }]);
    expect(screen.queryByRole("textbox", { name: "Answer Ivan Petrov" })).toBeNull();
  });

  test("keeps an answer that was not sent, over a failure and a reload", async () => {
    server.use(answer(createComment, () => refusal("comment_not_found")));
    const { unmount } = await openPost([ivan]);
    fireEvent.click(await button("Answer Ivan Petrov"));
    await write("Answer Ivan Petrov", "Kept words");
    fireEvent.click(await button("Answer"));
    expect(await screen.findByText("Your answer was not posted.")).toBeTruthy();
    expect((await box("Answer Ivan Petrov")).value).toBe("Kept words");
    unmount();
    await openPost([ivan]);
    expect((await box("Answer Ivan Petrov")).value).toBe("Kept words");
  });

  test("completes a name after @ by keyboard; of two namesakes the number says which", async () => {
    const asked: (string | null)[] = [];
    server.use(
      answer(listMembers, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("prefix"));
        const items = [
          { id: 11, name: "Grace Wanjiku" },
          { id: 12, name: "Grace Wanjiku" },
          { id: 13, name: "Gregor Blau" },
        ];
        return HttpResponse.json({ items });
      }),
    );
    await openPost([ivan]);
    const area = await write("Add a comment", "Ask @Gr");
    const options = await screen.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Grace Wanjiku",
      "Grace Wanjiku",
      "Gregor Blau",
    ]);
    expect(asked).toEqual(["Gr"]);
    fireEvent.keyDown(area, { key: "ArrowDown" });
    expect(area.getAttribute("aria-activedescendant")).toBe(options[1]?.id);
    fireEvent.keyDown(area, { key: "Enter" });
    await waitFor(() => expect(area.value).toBe("Ask @Grace Wanjiku#12 "));
    expect(screen.queryByRole("listbox")).toBeNull();
    await write("Add a comment", "Ask @Grace Wanjiku#12 or @Gr");
    fireEvent.click((await screen.findAllByRole("option"))[2] as HTMLElement);
    await waitFor(() => expect(area.value).toBe("Ask @Grace Wanjiku#12 or @Gregor Blau "));
  });

  test("is offered nobody in an address, and Escape closes the list without losing a word", async () => {
    server.use(answer(listMembers, () => HttpResponse.json({ items: [{ id: 11, name: "Grace Wanjiku" }] })));
    await openPost([ivan]);
    const area = await write("Add a comment", "Ask @G");
    await screen.findByRole("listbox");
    fireEvent.keyDown(area, { key: "Escape" });
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(area.value).toBe("Ask @G");
    await write("Add a comment", "me@G");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("reports a comment of somebody else", async () => {
    const sent = sentTo(
      reportComment,
      () => HttpResponse.json({ message: "Reported" }, { status: 201 }),
      idAndBody,
    );
    await openPost([ivan, sampleComment({ id: 4, user_id: 7, can: { edit: true, delete: true } })]);
    const flags = await screen.findAllByRole("button", { name: /^Report the comment of/ });
    expect(flags).toHaveLength(1);
    fireEvent.click(flags[0] as HTMLElement);
    const dialog = await screen.findByRole("dialog", { name: "Report this comment" });
    fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "It is spam." } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Report" }));
    await waitFor(() => expect(sent).toEqual([["3", { reason: "It is spam." }]]));
  });
});

test("a visitor sees the answers and no way to answer or report", async () => {
  await openPost([priya({ body_html: "<p>First</p>" }), ivan]);
  expect(screen.getByRole("list", { name: "Answers to Ivan Petrov" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Answer|Report the comment)/ })).toBeNull();
});
