import {
  createContent,
  editContent,
  getMe,
  likeContent,
  listContent,
  listFlagged,
  listLabels,
  listSeries,
} from "@cairn/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, member, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { emptyFiles } from "@tests/support/web/kept-files.ts";
import { forgetUnsent, leavePost, leaveUnsent, unsentOf } from "@tests/support/web/outbox.ts";
import { samplePost, storedPosts, storePosts } from "@tests/support/web/pending-posts.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { ownItems, receive, type Sent } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepFile } from "../../features/writing/pending/media-files.ts";
import { callPath } from "../../lib/outbox/call-or-wait.ts";

beforeEach(async () => {
  await emptyFiles();
  await emptyJournal();
});

afterEach(() => forgetUnsent(7));

const made = (more: Parameters<typeof sampleItem>[0] = {}) =>
  sampleItem({ id: 41, author_id: 7, status: "Pending", published_at: null, ...more });

/** The item as the server makes it. */
const taken = () => HttpResponse.json(made(), { status: 201 });

const old = new Date(Date.now() - 30 * 60 * 60 * 1000).toISOString();
const wording = { title: "Accessible forms", body: "Labels, errors and focus order." };

const inFlight = (more: Record<string, unknown> = {}) => ({
  key: "a".repeat(32),
  since: new Date().toISOString(),
  tried: [{ ...wording, category_name: "Fullstack Development" }],
  ...more,
});

async function openScreen(...posts: unknown[]) {
  storePosts(...posts);
  const view = renderApp("/create-post");
  await screen.findByRole("heading", { name: "Accessible forms" });
  return view;
}

const card = () =>
  within(screen.getByRole("heading", { name: "Accessible forms" }).closest("article") as HTMLElement);
const sendButton = () => card().getByRole("button", { name: "Send to reviewers" });
const arrives = () => waitFor(() => expect(storedPosts()[0]?.content_id).toBe(41));
const keys = (sent: Sent[]) => new Set(sent.map(({ key }) => key));

test("a visitor sees no send button, and the reason", async () => {
  await openScreen(samplePost());
  expect(card().queryByRole("button", { name: "Send to reviewers" })).toBeNull();
  const reason = screen.getByText(/^They are on this device only/);
  expect(within(reason).getByRole("link", { name: "Log in" })).toBeDefined();
  expect(reason.textContent).toContain("to send them to the reviewers");
});

describe("Send to reviewers", () => {
  beforeEach(() => {
    storeSession();
    ownItems([made()]);
  });

  test("sends the post once, and its card follows the created item", async () => {
    const sent = receive(createContent, [taken]);
    const { user } = await openScreen(samplePost());
    await user.dblClick(sendButton());
    await arrives();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      fields: {
        title: "Accessible forms",
        body: "Labels, errors and focus order.",
        content_type: "article",
        category: "Fullstack Development",
      },
      file: null,
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(card().getByRole("link", { name: "Accessible forms" }).getAttribute("href")).toBe("/posts/41");
    expect(card().getByText("The reviewers have it.")).toBeDefined();
    expect(card().queryByRole("button", { name: "Send to reviewers" })).toBeNull();
    expect(storedPosts()[0]).toMatchObject({ owner_id: 7, status: "Pending", sending: null });
  });

  test.each([
    ["image/png", "article"],
    ["video/mp4", "video"],
  ])("sends the actual type of a file of type %s: %s", async (type, content_type) => {
    const sent = receive(createContent, [taken]);
    const media_url = `data:${type};base64,AAAA`;
    const { user } = await openScreen(samplePost({ media_url, content_type: "Video" }));
    await user.click(sendButton());
    await arrives();
    expect(sent[0]).toMatchObject({ fields: { content_type }, file: { type, size: 3 } });
  });

  test("is offered by the message after Submit, and sends its summary, what it applies to, its series and its language", async () => {
    const sent = receive(createContent, [taken]);
    const series = { id: 5, title: "From zero", description: "", author: { id: 7, name: "Amina" }, count: 1 };
    server.use(
      answer(listLabels, () => HttpResponse.json({ items: [] })),
      answer(listSeries, () => HttpResponse.json({ items: [series], next: null })),
    );
    const { user } = renderApp("/create-post");
    await user.type(await screen.findByLabelText("Title"), "Accessible forms");
    await user.selectOptions(screen.getByLabelText("Category"), "Fullstack Development");
    await user.type(screen.getByLabelText("Description"), "Labels.");
    await user.type(await screen.findByLabelText(/^Summary/), "Forms{Enter}for all ");
    await user.type(await screen.findByRole("combobox", { name: /^Applies to/ }), "node 20{Enter}");
    await user.selectOptions(await screen.findByLabelText(/^Series/), "From zero");
    await user.selectOptions(screen.getByLabelText(/^Language/), "Français");
    await user.click(screen.getByRole("button", { name: "Submit for Approval" }));
    const message = (await screen.findByText("Post saved on this device only")).parentElement as HTMLElement;
    expect(sent).toHaveLength(0);
    await user.click(within(message).getByRole("button", { name: "Send to reviewers" }));
    await arrives();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.fields).toMatchObject({
      summary: "Forms for all",
      applies_to: `["node 20"]`,
      series: "5",
      language: "fr",
    });
  });

  test("sends what is said in a post's film, which the form asks for", async () => {
    const sent = receive(createContent, [taken]);
    const captions = JSON.stringify([{ key: "a.en.vtt", language: "en", cues: 2 }]);
    const media_url = "data:video/mp4;base64,AAAA";
    storePosts(
      samplePost({ media_url, captioning: { captions, chapters: "", noSpeech: false }, owner_id: 7 }),
    );
    const { user } = renderApp("/create-post?edit=1763600000000");
    expect(await screen.findByText("2 captions")).toBeDefined();
    await user.type(screen.getByLabelText(/^Chapters/), "Stones");
    await user.click(screen.getByRole("button", { name: "Update Post" }));
    expect(await screen.findByText(/^Line 1 of the chapters/)).toBeDefined();
    await user.clear(screen.getByLabelText(/^Chapters/));
    await user.type(screen.getByLabelText(/^Chapters/), "0:00 Stones");
    await user.click(screen.getByLabelText("Nobody speaks in it"));
    await user.click(screen.getByRole("button", { name: "Update Post" }));
    await screen.findByText("Post updated on this device only");
    await user.click(sendButton());
    await arrives();
    expect(sent[0]?.fields).toMatchObject({
      captions: `["a.en.vtt"]`,
      chapters: `[{"at":0,"title":"Stones"}]`,
      no_speech: "true",
    });
  });

  test("sends no captions with a post whose film became a picture", async () => {
    const sent = receive(createContent, [taken]);
    const captioning = { captions: "", chapters: "0:00 Stones", noSpeech: true };
    const { user } = await openScreen(samplePost({ media_url: "data:image/png;base64,AAAA", captioning }));
    await user.click(sendButton());
    await arrives();
    expect(sent[0]?.fields).not.toHaveProperty("no_speech");
  });

  test("is not offered by the message after Submit any more once the post was sent from its row", async () => {
    const sent = receive(createContent, [taken]);
    const revisions = receive(editContent, [taken]);
    const { user } = renderApp("/create-post");
    await user.type(await screen.findByLabelText("Title"), "Accessible forms");
    await user.selectOptions(screen.getByLabelText("Category"), "Fullstack Development");
    await user.type(screen.getByLabelText("Description"), "Labels.");
    await user.click(screen.getByRole("button", { name: "Submit for Approval" }));
    await screen.findByText("Post saved on this device only");
    expect(screen.getByText("On this device only. The reviewers do not have it yet.")).toBeDefined();
    await user.click(sendButton());
    await arrives();
    expect(screen.queryByText("Post saved on this device only")).toBeNull();
    expect(screen.queryByRole("button", { name: "Send to reviewers" })).toBeNull();
    expect(storedPosts()[0]).toMatchObject({ content_id: 41, sending: null });
    expect([sent.length, revisions.length]).toEqual([1, 0]);
  });

  test("is sent again under its key after any failure of server or network", async () => {
    const sent = receive(createContent, [silence, () => refusal("unavailable"), taken]);
    const { user } = await openScreen(samplePost());
    await user.click(sendButton());
    await card().findByText("Not sent yet. We keep trying, even if you leave this page.");
    await waitFor(() => {
      act(() => void window.dispatchEvent(new Event("online")));
      expect(storedPosts()[0]?.content_id).toBe(41);
    });
    expect(sent).toHaveLength(3);
    expect(keys(sent).size).toBe(1);
    await waitFor(async () => expect(await unsentOf(7)).toEqual([]));
  });

  test("of a change waits, too, and its card follows the answer", async () => {
    const waiting = () => HttpResponse.json(made({ ...wording, status: "Published", pending_revision: 2 }));
    const sent = receive(editContent, [silence, waiting]);
    const { user } = await openScreen(
      samplePost({ owner_id: 7, content_id: 41, status: "Published", changed: true }),
    );
    await user.click(sendButton());
    await waitFor(() => expect(storedPosts()[0]).toMatchObject({ changed: false, sending: null }));
    await card().findByText("Your edit is waiting for review. Readers still see the approved version.");
    expect(keys(sent).size).toBe(1);
  });

  test("waits in the outbox behind what was done before it", async () => {
    const sent = receive(createContent, [taken]);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await leaveUnsent(7, "like:3", callPath(likeContent, { id: 3 }));
    const { user } = await openScreen(samplePost());
    await user.click(sendButton());
    await card().findByText(/^Waiting for a connection/);
    await waitFor(async () => {
      expect((await unsentOf(7)).map(({ about }) => about)).toEqual([
        "like:3",
        `post:${storedPosts()[0]?.id}`,
      ]);
    });
    expect(sent).toHaveLength(0);
    const liked = vi.fn(() => HttpResponse.json({ likes: 1 }));
    server.use(answer(likeContent, liked));
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await arrives();
    expect(liked).toHaveBeenCalledOnce();
    expect(keys(sent).size).toBe(1);
  });

  test("says why the server refused it at a later try, and what follows from it", async () => {
    const sent = receive(createContent, [silence, () => refusal("file_type_refused"), taken]);
    const { user } = await openScreen(samplePost());
    await user.click(sendButton());
    const note = await card().findByRole("alert");
    expect(note.textContent).toBe("Not sent: Only JPEG, PNG, PDF, and MP4 files are allowed.");
    expect(screen.getAllByRole("alert")).toEqual([note]);
    expect(await unsentOf(7)).toMatchObject([{ state: "refused" }]);
    await user.click(sendButton());
    await arrives();
    expect(keys(sent).size).toBe(1);
    await waitFor(async () => expect(await unsentOf(7)).toEqual([]));
  });

  test("without a network waits, with its file, and is sent once", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const sent = receive(createContent, [taken]);
    server.use(answer(getMe, () => HttpResponse.json(member)));
    const media_key = await keepFile(
      new File([new Uint8Array(1_200_000)], "film.mp4", { type: "video/mp4" }),
    );
    const { user } = await openScreen(samplePost({ media_key }));
    await user.click(sendButton());
    await card().findByText(/^Waiting for a connection/);
    expect(sent).toHaveLength(0);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await arrives();
    expect(sent.map(({ file }) => file?.size)).toEqual([1_200_000]);
    await waitFor(async () => expect(await unsentOf(7)).toEqual([]));
  });

  test("stores its key before the first byte", async () => {
    const gate = closedGate();
    const sent = receive(createContent, [taken], gate.opened);
    const { user } = await openScreen(samplePost());
    await user.click(sendButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(storedPosts()[0]?.sending).toMatchObject({ key: sent[0]?.key });
    gate.open();
    await arrives();
  });

  test("continues by itself after a reload, under the same key", async () => {
    const sent = receive(createContent, [taken]);
    await leavePost(7, "1");
    await openScreen(samplePost({ id: 1, owner_id: 7, sending: inFlight() }));
    await arrives();
    expect(sent.map(({ key }) => key)).toEqual(["a".repeat(32)]);
  });

  test("can be stopped, and sent again as the same item; meanwhile the post can't be changed", async () => {
    const gate = closedGate();
    const sent = receive(createContent, [taken, taken], gate.opened);
    const { user } = await openScreen(samplePost());
    await user.click(sendButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(card().getByRole("button", { name: "Edit" })).toHaveProperty("disabled", true);
    expect(card().getByRole("button", { name: "Delete" })).toHaveProperty("disabled", true);
    await user.click(card().getByRole("button", { name: "Stop sending" }));
    await card().findByText(/^Sending stopped\./);
    gate.open();
    await user.click(sendButton());
    await arrives();
    expect(keys(sent).size).toBe(1);
  });

  test("says why the reviewers' desk refused it", async () => {
    receive(createContent, [() => refusal("file_type_refused")]);
    const { user } = await openScreen(samplePost({ media_url: "data:image/png;base64,AAAA" }));
    await user.click(sendButton());
    const note = await card().findByRole("alert");
    expect(note.textContent).toBe("Not sent: Only JPEG, PNG, PDF, and MP4 files are allowed.");
    expect(sendButton()).toHaveProperty("disabled", false);
  });

  test("says when the file is no longer on the device", async () => {
    const { user } = await openScreen(samplePost({ media_key: "gone" }));
    await user.click(sendButton());
    expect((await card().findByRole("alert")).textContent).toContain("Its file is no longer on this device.");
  });

  test("makes a post without an owner the sender's", async () => {
    receive(createContent, [taken]);
    const { user } = await openScreen(samplePost({ owner_id: null }));
    await user.click(sendButton());
    await arrives();
    expect(storedPosts()[0]?.owner_id).toBe(7);
  });
});

describe("a key that can no longer tell whether the post arrived", () => {
  beforeEach(() => storeSession());

  test("because it is older than a day: an arrived post is found, and not sent again", async () => {
    ownItems([made({ ...wording, category_name: "Fullstack Development" })]);
    const sent = receive(createContent);
    receive(editContent, [() => refusal("nothing_changed")]);
    const { user } = await openScreen(samplePost({ owner_id: 7, sending: inFlight({ since: old }) }));
    await user.click(sendButton());
    await arrives();
    expect(sent).toHaveLength(0);
  });

  test("because it is older than a day: a post that did not arrive is sent with a new one", async () => {
    ownItems([made({ title: "Another" })]);
    const sent = receive(createContent, [() => HttpResponse.json(made({ id: 42 }), { status: 201 })]);
    const { user } = await openScreen(samplePost({ owner_id: 7, sending: inFlight({ since: old }) }));
    await user.click(sendButton());
    await waitFor(() => expect(storedPosts()[0]?.content_id).toBe(42));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.key).not.toBe("a".repeat(32));
  });

  test("because the post was changed after it was stopped: the arrived item gets the change", async () => {
    ownItems([made({ ...wording, category_name: "Fullstack Development" })]);
    const created = receive(createContent, [() => refusal("key_in_use")]);
    const edited = receive(editContent, [() => HttpResponse.json(made())]);
    const { user } = await openScreen(
      samplePost({ owner_id: 7, body: "Labels first.", sending: inFlight() }),
    );
    await user.click(sendButton());
    await arrives();
    await waitFor(() => expect(storedPosts()[0]?.sending).toBeNull());
    expect(created).toHaveLength(1);
    expect(edited[0]?.fields.body).toBe("Labels first.");
    expect(edited[0]?.key).not.toBe(created[0]?.key);
  });

  test("because its file was changed after it was stopped: the arrived item gets the file", async () => {
    ownItems([made({ ...wording, category_name: "Fullstack Development" })]);
    receive(createContent, [() => refusal("key_in_use")]);
    const edited = receive(editContent, [() => HttpResponse.json(made())]);
    const media_url = "data:image/jpeg;base64,AAAA";
    const { user } = await openScreen(samplePost({ owner_id: 7, media_url, sending: inFlight() }));
    await user.click(sendButton());
    await waitFor(() => expect(storedPosts()[0]).toMatchObject({ content_id: 41, sending: null }));
    expect(edited.map(({ file }) => file?.type)).toEqual(["image/jpeg"]);
  });

  test("because the server has it under another key: the item that has everything counts as arrived", async () => {
    ownItems([made({ ...wording, category_name: "Fullstack Development" })]);
    receive(createContent, [() => refusal("key_in_use")]);
    receive(editContent, [() => refusal("nothing_changed")]);
    const { user } = await openScreen(
      samplePost({
        owner_id: 7,
        sending: inFlight({ tried: [{ ...wording, category_name: "Fullstack Development" }] }),
      }),
    );
    await user.click(sendButton());
    await waitFor(() => expect(storedPosts()[0]).toMatchObject({ content_id: 41, sending: null }));
  });
});

/** The reviewers' list of flags has this revision of the sent post. */
const flagRevision = (revision: number) => {
  const flag = {
    id: 41,
    type: "Article",
    title: "Accessible forms",
    reason: "The second label is missing",
  };
  server.use(
    answer(listFlagged, () =>
      HttpResponse.json({
        items: [{ ...flag, revision, flagged_at: "2026-11-20T08:00:00.000Z", flagged_by: "Ada" }],
      }),
    ),
  );
};

describe("the card of a sent post", () => {
  beforeEach(() => storeSession());

  const sentPost = (more: Record<string, unknown> = {}) =>
    samplePost({ owner_id: 7, content_id: 41, ...more });

  test("follows the server as soon as the screen opens, by one call, and leaves the pending posts once it is published", async () => {
    const asked: string[] = [];
    server.use(
      answer(listContent, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json([made({ status: "Published", likes: 2, comments: 1 }), made({ id: 42 })]);
      }),
    );
    await openScreen(sentPost(), sentPost({ id: 2, title: "Another", content_id: 42 }));
    const published = within(await screen.findByRole("region", { name: "Published Posts" }));
    expect(published.getByRole("heading", { name: "Accessible forms" })).toBeDefined();
    expect(published.getByText("Published")).toBeDefined();
    expect(published.getByText("2 likes · 1 comment")).toBeDefined();
    const pending = within(screen.getByRole("region", { name: "Pending Posts" }));
    expect(pending.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "Another",
    ]);
    expect(asked).toEqual(["?user_id=7&per_page=100"]);
    expect(storedPosts()[0]?.status).toBe("Published");
  });

  test("shows why it was flagged, and sends a change to the same item", async () => {
    ownItems([made({ ...wording, status: "Flagged" })]);
    flagRevision(1);
    const edited = receive(editContent, [() => HttpResponse.json(made())]);
    const { user } = await openScreen(sentPost());
    await card().findByText("The second label is missing");
    expect(card().getByText("Flagged")).toBeDefined();
    const answerLink = card().getByRole("link", { name: "Answer" });
    expect(answerLink.getAttribute("href")).toBe("/techwriter/edit/41");

    await user.click(card().getByRole("button", { name: "Edit" }));
    await user.type(await screen.findByDisplayValue("Labels, errors and focus order."), " All of them.");
    await user.click(screen.getByRole("button", { name: "Update Post" }));
    await card().findByText(/^You have unsent changes\./);
    expect(card().getByText("Pending")).toBeDefined();
    expect(edited).toHaveLength(0);
    await user.click(sendButton());
    await waitFor(() => expect(storedPosts()[0]).toMatchObject({ changed: false, sending: null }));
    expect(edited[0]?.fields.body).toBe("Labels, errors and focus order. All of them.");
  });

  test("opens the form of the item once it was changed elsewhere", async () => {
    ownItems([made({ ...wording, status: "Published", body: "Mended on another device." })]);
    const { user } = await openScreen(sentPost());
    await waitFor(() => expect(storedPosts()[0]).toMatchObject({ status: "Published" }));
    await user.click(card().getByRole("button", { name: "Edit" }));
    await waitFor(() => expect(window.location.pathname).toBe("/techwriter/edit/41"));
  });

  test("says that an edit of what is published waits", async () => {
    ownItems([made({ status: "Published", pending_revision: 2 })]);
    await openScreen(sentPost());
    await card().findByText(/^Your edit is waiting for review\./);
  });

  test("says why an edit of what is published was flagged", async () => {
    ownItems([made({ status: "Published", flagged_revision: 2 })]);
    flagRevision(2);
    await openScreen(sentPost());
    const note = await card().findByText(/^Your edit was flagged\. Readers still see the approved version\./);
    expect(note.textContent).toContain("Reason: The second label is missing");
  });

  test("says when the item is gone, and becomes a new post once it is edited", async () => {
    ownItems([]);
    const { user } = await openScreen(sentPost());
    await card().findByText("Removed");
    expect(card().queryByRole("link", { name: "Accessible forms" })).toBeNull();
    await user.click(card().getByRole("button", { name: "Edit" }));
    await user.click(await screen.findByRole("button", { name: "Update Post" }));
    await card().findByText("Pending");
    expect(storedPosts()[0]).toMatchObject({ content_id: null, status: "Pending" });
    expect(sendButton()).toBeDefined();
  });

  test("keeps its last known status when the server can't be reached", async () => {
    server.use(answer(listContent, () => refusal("not_allowed")));
    await openScreen(sentPost({ status: "Flagged", reason: "The second label is missing" }));
    expect(card().getByText("Flagged")).toBeDefined();
    expect(card().getByText("The second label is missing")).toBeDefined();
  });

  test("can be deleted here while the item stays with the reviewers", async () => {
    ownItems([made()]);
    const { user } = await openScreen(sentPost());
    await user.click(card().getByRole("button", { name: "Delete" }));
    await screen.findByText(
      "“Accessible forms” will be deleted from this device. The reviewers keep their copy.",
    );
    const dialog = within(screen.getByRole("dialog", { name: "Delete this post?" }));
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await screen.findByText("No pending posts.");
  });
});
