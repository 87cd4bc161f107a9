import {
  type Comment,
  type ContentDetail,
  createComment,
  deleteComment,
  editComment,
  getMe,
  limits,
  login,
  refresh,
} from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { sampleComment, sampleDetail } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, member, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse, type JsonBodyType } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

const own = (more: Partial<Comment> = {}) =>
  sampleComment({
    id: 2,
    user_id: 7,
    user: { name: "Amina Yusuf" },
    body: "First thought.",
    body_html: "<p>First thought.</p>",
    can: { edit: true, delete: true },
    ...more,
  });

async function openPost(comments: Comment[] = [sampleComment()], item: Partial<ContentDetail> = {}) {
  answerPost(sampleDetail(item), undefined, comments);
  const view = renderApp("/posts/4");
  await screen.findByRole("heading", { level: 2, name: /^Comments/ });
  return view;
}

const box = (name = "Add a comment") => screen.findByRole<HTMLTextAreaElement>("textbox", { name });
const post = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Post/ });
const write = async (value: string) => fireEvent.change(await box(), { target: { value } });
const texts = () => [...document.querySelectorAll(".comments-text")].map(({ textContent }) => textContent);
const said = (text: string) =>
  waitFor(() => expect(screen.getAllByRole("status").map((node) => node.textContent)).toContain(text));

/** What was sent with which key; answers as the server does. */
function takeComments() {
  const sent: { body: string; key: string | null }[] = [];
  server.use(
    answer(createComment, async ({ request }) => {
      const { body } = (await request.json()) as { body: string };
      sent.push({ body, key: request.headers.get("idempotency-key") });
      return HttpResponse.json(own({ id: 90, body, body_html: `<p>${body}</p>` }), { status: 201 });
    }),
  );
  return sent;
}

/** Fails the next call only, after noting its key. */
function failOnce(reply: () => HttpResponse<JsonBodyType>) {
  const keys: (string | null)[] = [];
  server.use(
    answer(
      createComment,
      ({ request }) => {
        keys.push(request.headers.get("idempotency-key"));
        return reply();
      },
      { once: true },
    ),
  );
  return keys;
}

describe("a member who comments", () => {
  beforeEach(() => storeSession());

  test("sees the comment on top, counted and focused; the box is empty again", async () => {
    const sent = takeComments();
    const { user } = await openPost([sampleComment(), sampleComment({ id: 0 })]);
    await screen.findByRole("heading", { name: "Comments 2" });
    await write("  It helped us too. \n");
    await user.click(post());
    await screen.findByRole("heading", { name: "Comments 3" });
    expect(texts()[0]).toBe("It helped us too.");
    expect(screen.getByRole("main").textContent).toContain("3 comments");
    expect(document.activeElement?.textContent).toContain("It helped us too.");
    expect((await box()).value).toBe("");
    expect(sent).toEqual([{ body: "It helped us too.", key: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    await said("Comment posted.");
  });

  test("can post with Ctrl+Enter, and text of white space alone is ignored", async () => {
    const sent = takeComments();
    await openPost([]);
    await write(" \n\t ");
    expect(post().disabled).toBe(true);
    fireEvent.keyDown(await box(), { key: "Enter", ctrlKey: true });
    await write("Done.");
    expect(post().disabled).toBe(false);
    fireEvent.keyDown(await box(), { key: "Enter" });
    // Two quick presses are one comment.
    fireEvent.keyDown(await box(), { key: "Enter", ctrlKey: true });
    fireEvent.keyDown(await box(), { key: "Enter", ctrlKey: true });
    await screen.findByRole("heading", { name: "Comments 1" });
    expect(sent.map(({ body }) => body)).toEqual(["Done."]);
  });

  test("sees the remaining characters near the limit, and cannot post beyond it", async () => {
    await openPost();
    await write("x".repeat(limits.commentLength - 201));
    expect(screen.queryByText(/characters? left/)).toBeNull();
    // A picture sign is one character, as the server counts.
    await write("🪨".repeat(limits.commentLength - 1));
    expect((await box()).getAttribute("aria-invalid")).toBeNull();
    await screen.findByText("1 character left");
    await write("x".repeat(limits.commentLength + 2));
    await screen.findByText("2 characters too many");
    expect((await box()).getAttribute("aria-invalid")).toBe("true");
    expect(post().disabled).toBe(true);
  });

  test("keeps the text when too many comments come, and sends it again as the same comment", async () => {
    const sent = takeComments();
    const keys = failOnce(() => refusal("too_many_requests"));
    const { user } = await openPost();
    await write("Once more");
    await user.click(post());
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(
      "Your comment was not posted.Too many requests. Please wait a moment and try again.",
    );
    expect((await box()).value).toBe("Once more");
    await user.click(post());
    await screen.findByText("Once more", { selector: ".comments-text *" });
    expect(sent.map(({ key }) => key)).toEqual(keys);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("sends another comment if the text changes after a failure", async () => {
    const sent = takeComments();
    const keys = failOnce(() => refusal("too_many_requests"));
    const { user } = await openPost();
    await write("Once more");
    await user.click(post());
    await screen.findByRole("alert");
    await write("Once more, with care");
    await user.click(post());
    await screen.findByText("Once more, with care", { selector: ".comments-text *" });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.key).not.toBe(keys[0]);
  });

  test("need not do anything when an answer is lost: the comment is sent again with its key", async () => {
    const sent = takeComments();
    const keys = failOnce(silence);
    const { user } = await openPost();
    await write("On a train");
    await user.click(post());
    await screen.findByText("On a train", { selector: ".comments-text *" });
    expect(sent.map(({ key }) => key)).toEqual(keys);
  });

  test("cannot change the text while it is being sent", async () => {
    const gate = holdBack(createComment, () => HttpResponse.json(own({ id: 90 }), { status: 201 }));
    const { user } = await openPost([]);
    await write("First thought.");
    await user.click(post());
    await screen.findByRole("button", { name: "Posting..." });
    expect((await box()).readOnly).toBe(true);
    gate.open();
    await screen.findByRole("heading", { name: "Comments 1" });
  });

  test("gets unsent text back after a reload, until it is posted", async () => {
    takeComments();
    const first = await openPost();
    await write("Half a thought");
    first.unmount();

    const { user, unmount } = await openPost();
    expect((await box()).value).toBe("Half a thought");
    await user.click(post());
    await screen.findByText("Half a thought", { selector: ".comments-text *" });
    unmount();

    await openPost();
    expect((await box()).value).toBe("");
  });

  test("gets the text back after the session has ended and a new login", async () => {
    server.use(
      answer(createComment, () => refusal("session_ended")),
      answer(refresh, () => refusal("session_ended")),
    );
    const { user, unmount } = await openPost();
    await write("Nearly said");
    await user.click(post());
    expect((await screen.findByRole("alert")).textContent).toBe("Session expired. Please log in again.");
    expect(window.location.pathname).toBe("/login");
    unmount();

    storeSession();
    await openPost();
    expect((await box()).value).toBe("Nearly said");
  });

  test("never sees the unsent text of another member, who gets it back", async () => {
    const first = await openPost();
    await write("Between us");
    first.unmount();

    storeSession({ userId: "8", refreshToken: "refresh-2" });
    server.use(answer(getMe, () => HttpResponse.json({ ...member, id: 8, name: "Lena Fischer" })));
    const second = await openPost();
    expect((await box()).value).toBe("");
    second.unmount();

    storeSession();
    await openPost();
    expect((await box()).value).toBe("Between us");
  });

  test("sees no box under an unpublished item", async () => {
    await openPost([], { status: "Pending", published_at: null });
    await screen.findByText("No comments available");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("link", { name: "Log in to comment" })).toBeNull();
  });
});

describe("one's own comment", () => {
  beforeEach(() => storeSession());

  const edit = () => screen.findByRole("button", { name: "Edit your comment" });
  const editor = () => box("Edit your comment");

  test("is edited in place, and shows when", async () => {
    const changed = own({ body: "Second thought.", body_html: "<p>Second thought.</p>" });
    server.use(
      answer(editComment, async ({ request, params }) => {
        expect(params.id).toBe("2");
        expect(await request.json()).toEqual({ body: "Second thought." });
        return HttpResponse.json({ ...changed, edited_at: new Date().toISOString() });
      }),
    );
    const { user } = await openPost([sampleComment({ id: 3 }), own()]);
    await user.click(await edit());
    expect((await editor()).value).toBe("First thought.");
    expect(document.activeElement).toBe(await editor());
    fireEvent.change(await editor(), { target: { value: "Second thought. " } });
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Second thought.");
    const [, entry] = screen.getAllByRole("article").slice(-2);
    expect(entry?.textContent).toContain("· edited just now");
    expect(document.activeElement).toBe(await edit());
    await said("Your change is saved.");
  });

  test("stays as it is when nothing changed or the edit is canceled", async () => {
    const { user } = await openPost([own()]);
    await user.click(await edit());
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.click(await edit());
    fireEvent.keyDown(await editor(), { key: "Escape" });
    await user.click(await edit());
    fireEvent.change(await editor(), { target: { value: "Something else" } });
    // Escape throws no words away.
    fireEvent.keyDown(await editor(), { key: "Escape" });
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(texts()).toEqual(["First thought."]);
    expect(document.activeElement).toBe(await edit());
    await user.click(await edit());
    expect((await editor()).value).toBe("First thought.");
  });

  test("keeps the new text when it could not be saved, and after a reload", async () => {
    server.use(answer(editComment, () => refusal("too_many_requests")));
    const { user, unmount } = await openPost([own()]);
    await user.click(await edit());
    fireEvent.change(await editor(), { target: { value: "Better words" } });
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Your change was not saved.");
    expect((await editor()).value).toBe("Better words");
    unmount();

    await openPost([own()]);
    expect((await editor()).value).toBe("Better words");
    expect(document.activeElement).not.toBe(await editor());
  });

  test("is deleted after a confirmation", async () => {
    let deleted = 0;
    server.use(
      answer(deleteComment, ({ params }) => {
        expect(params.id).toBe("2");
        deleted += 1;
        return HttpResponse.json({ message: "Comment deleted" });
      }),
    );
    const { user } = await openPost([own(), sampleComment()]);
    await user.click(await screen.findByRole("button", { name: "Delete your comment" }));
    const dialog = screen.getByRole("dialog", { name: "Delete this comment?" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(deleted).toBe(0);
    await user.click(screen.getByRole("button", { name: "Delete your comment" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    const heading = await screen.findByRole("heading", { name: "Comments 1" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(texts()).toEqual(["It saved us on Friday."]);
    expect(screen.getByRole("main").textContent).toContain("1 comment");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(deleted).toBe(1);
    await said("Comment deleted.");
  });

  test("disappears when it was deleted elsewhere meanwhile", async () => {
    server.use(answer(deleteComment, () => refusal("comment_not_found")));
    const { user } = await openPost([own()]);
    await user.click(await screen.findByRole("button", { name: "Delete your comment" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await screen.findByText("No comments available");
  });

  test("stays when it could not be deleted, and the dialog says why", async () => {
    server.use(answer(deleteComment, () => refusal("too_many_requests")));
    const { user } = await openPost([own()]);
    await user.click(await screen.findByRole("button", { name: "Delete your comment" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    const dialog = screen.getByRole("dialog", { name: "Delete this comment?" });
    await within(dialog).findByText("Too many requests. Please wait a moment and try again.");
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(texts()).toEqual(["First thought."]);
  });
});

describe("another member's comment", () => {
  test("can be deleted with the server's permission, and edited by nobody", async () => {
    storeSession({ role: "Admin" });
    await openPost([sampleComment({ can: { edit: false, delete: true } }), sampleComment({ id: 0 })]);
    expect(await screen.findAllByRole("button", { name: "Delete Ivan Petrov's comment" })).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Edit your comment" })).toBeNull();
  });
});

test("a visitor is sent to the login screen, which says why, and returns to the box and its text", async () => {
  server.use(
    answer(login, () =>
      HttpResponse.json({ access_token: "access-1", refresh_token: "refresh-1", role: "User", user_id: 7 }),
    ),
  );
  const { user } = await openPost();
  expect(screen.queryByRole("button", { name: /^Post/ })).toBeNull();
  await write("Typed before the login");
  await user.click(await screen.findByRole("link", { name: "Log in to comment" }));
  const reason = await screen.findByText("Log in to comment.");
  expect(window.location.pathname).toBe("/login");
  expect(reason.closest('[role="status"]'), "no error").toBeTruthy();

  await user.type(screen.getByLabelText("Email"), "amina@cairn.test");
  await user.type(screen.getByLabelText("Password"), "cairn-demo-1{Enter}");
  await waitFor(() => expect(window.location.pathname).toBe("/posts/4"));
  await waitFor(async () => expect(document.activeElement).toBe(await box()));
  expect((await box()).value).toBe("Typed before the login");

  const sent = takeComments();
  await user.click(post());
  await said("Comment posted.");
  expect(sent).toMatchObject([{ body: "Typed before the login" }]);
  expect(Object.keys(window.sessionStorage).filter((key) => key.startsWith("draft."))).toEqual([]);
});
