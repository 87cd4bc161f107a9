import { answerReason, editContent, getNewestRevision, type ReasonAnswer } from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { sampleMedia } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { receive, sampleNewest, serveNewest, signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(async () => {
  await emptyJournal();
  signInAsWriter();
});

const item = sampleNewest({
  id: 12,
  title: "Store tokens safely",
  body: "Not where scripts can reach.",
  summary: "Where tokens live.",
  category_name: "Cyber Security",
  status: "Flagged",
  reason: "The cookie example misses SameSite",
  revision: 2,
  media: sampleMedia({ alt: "A locked drawer" }),
});

const shownIn = (label: string | RegExp) =>
  (screen.getByLabelText(label) as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value;

async function openItem(shown = item) {
  serveNewest(shown);
  const { user, unmount } = renderApp(`/techwriter/edit/${shown.id}`);
  await screen.findByLabelText("Title");
  return {
    user,
    unmount,
    submit: () => user.click(screen.getByRole("button", { name: "Submit for Approval" })),
  };
}

describe("the edit screen", () => {
  test("is the create form filled with the item and its file", async () => {
    await openItem();
    expect(shownIn("Title")).toBe("Store tokens safely");
    expect(shownIn("Category")).toBe("Cyber Security");
    expect(shownIn("Description")).toBe("Not where scripts can reach.");
    expect(shownIn(/^What the picture shows/)).toBe("A locked drawer");
    await screen.findByLabelText(/^Summary/);
    expect(shownIn(/^Summary/)).toBe("Where tokens live.");
    expect(screen.getByText("Kept unless you choose another file")).toBeDefined();
  });

  test("shows the reviewer's reason, with the writer's answer to change", async () => {
    await openItem({ ...item, answer: "It is in line 2." });
    expect(screen.getByText("The cookie example misses SameSite")).toBeDefined();
    // Its code comes after the form.
    expect(await screen.findByText("It is in line 2.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Change your answer: Store tokens safely" })).toBeDefined();
  });

  test("sends an answer that was typed and not sent along with the new revision, before it", async () => {
    const sent = receive(editContent);
    const answers: unknown[] = [];
    server.use(
      answer(answerReason, async ({ request }) => {
        const body = (await request.json()) as ReasonAnswer;
        answers.push([body, sent.length]);
        return HttpResponse.json({ answer: body.answer });
      }),
    );
    const { user, submit } = await openItem();
    await user.click(await screen.findByRole("button", { name: /^Answer/ }));
    await user.type(await screen.findByLabelText("Your answer"), "Line 2 has it now.");
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(answers).toEqual([[{ revision: 2, answer: "Line 2 has it now." }, 0]]);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [{ status: "Draft", published_at: null }, /^Only you see this draft/],
    [{ status: "Flagged", published_at: null }, /Readers cannot read this post until then\.$/],
    [{ status: "Published" }, /Readers see the current version until then\.$/],
  ] as const)("says what readers see meanwhile: %j", async (facts, words) => {
    await openItem(sampleNewest({ id: 12, published_at: "2025-11-01T00:00:00.000Z", ...facts }));
    expect(screen.getByText(words)).toBeDefined();
  });

  test("shows no reason when there is none", async () => {
    await openItem(sampleNewest({ id: 12 }));
    expect(screen.queryByText("A reviewer flagged this post")).toBeNull();
  });

  test("says after sending that a refused file was not attached", async () => {
    const sent = receive(editContent);
    const { user, submit } = await openItem();
    fireEvent.change(screen.getByLabelText("File"), {
      target: { files: [new File(["x"], "stones.gif", { type: "image/gif" })] },
    });
    await user.click(await screen.findByRole("button", { name: "OK" }));
    await submit();
    await screen.findByText(
      "Content submitted for approval! Nothing was attached: Only JPEG, PNG, PDF, and MP4 files are allowed.",
    );
    expect(sent[0]?.file).toBeNull();
  });

  describe("of a film", () => {
    const film = sampleMedia({ type: "video/mp4", url: "/media/film.mp4", poster_url: "/media/still.jpg" });
    const withPoster = sampleNewest({ id: 12, media: film, poster: "/media/still.jpg" });
    const withoutPoster = sampleNewest({ id: 12, media: { ...film, poster_url: null }, poster: null });

    test("sends another poster beside what else has changed, and the word that there is none", async () => {
      const sent = receive(editContent);
      const { user, submit, unmount } = await openItem(withPoster);
      await user.click(await screen.findByRole("button", { name: "Remove the poster" }));
      const picture = new File(["still"], "still.webp", { type: "image/webp" });
      await user.upload(await screen.findByLabelText(/^Poster/), picture);
      expect(screen.queryByLabelText(/^Poster/)).toBeNull();
      await submit();
      await screen.findByText("Content submitted for approval!");
      expect(sent[0]).toMatchObject({ file: null, poster: { type: "image/webp", size: 5 } });
      unmount();

      const again = await openItem(withPoster);
      await again.user.click(await screen.findByRole("button", { name: "Remove the poster" }));
      await again.submit();
      await waitFor(() => expect(sent).toHaveLength(2));
      expect(sent[1]?.fields).toMatchObject({ poster: "" });
    });

    test("keeps a poster over a reload", async () => {
      const sent = receive(editContent);
      const { user, unmount } = await openItem(withoutPoster);
      const picture = new File(["still"], "still.webp", { type: "image/webp" });
      await user.upload(await screen.findByLabelText(/^Poster/), picture);
      unmount();
      const again = await openItem(withoutPoster);
      await screen.findByText("The poster");
      await again.submit();
      await screen.findByText("Content submitted for approval!");
      expect(sent[0]).toMatchObject({ poster: { type: "image/webp", size: 5 } });
    });

    test("says what cannot be a poster, and sends none", async () => {
      const sent = receive(editContent);
      const { submit } = await openItem(withoutPoster);
      fireEvent.change(await screen.findByLabelText(/^Poster/), {
        target: { files: [new File(["x"], "still.gif", { type: "image/gif" })] },
      });
      await screen.findByText("Only JPEG, PNG and WebP pictures can be a poster.");
      await submit();
      await screen.findByText("Content submitted for approval!");
      expect(sent[0]).not.toHaveProperty("poster");
      expect(sent[0]?.fields).not.toHaveProperty("poster");
    });

    test("draws the frame that is chosen, or says that the browser does not", async () => {
      const drawn = vi.fn();
      const canvas = HTMLCanvasElement.prototype;
      vi.spyOn(canvas, "getContext").mockReturnValue({ drawImage: drawn } as never);
      const toBlob = vi.spyOn(canvas, "toBlob").mockImplementation(() => {
        throw new DOMException("tainted", "SecurityError");
      });
      vi.spyOn(HTMLVideoElement.prototype, "videoWidth", "get").mockReturnValue(2560);
      vi.spyOn(HTMLVideoElement.prototype, "videoHeight", "get").mockReturnValue(1440);
      const sent = receive(editContent);
      const { user, submit } = await openItem(withoutPoster);
      await user.click(await screen.findByRole("button", { name: "Choose a still" }));
      const shown = screen.getByLabelText("The film");
      expect(shown.getAttribute("src")).toBe("/media/film.mp4");
      Object.defineProperty(shown, "duration", { value: 90 });
      fireEvent.loadedMetadata(shown);
      fireEvent.change(screen.getByLabelText("Moment of the film"), { target: { value: "61" } });
      expect((shown as HTMLVideoElement).currentTime).toBe(61);
      expect(screen.getByText("1:01")).toBeDefined();
      fireEvent.seeked(shown);

      const use = screen.getByRole("button", { name: "Use this picture" });
      await user.click(use);
      await screen.findByText(/^Your browser does not give a picture of this film/);
      toBlob.mockImplementation((give, type) => give(new Blob(["still"], { type })));
      await user.click(use);
      await screen.findByRole("button", { name: "Remove the poster" });
      expect(drawn).toHaveBeenCalledWith(shown, 0, 0, 1280, 720);
      await submit();
      await screen.findByText("Content submitted for approval!");
      expect(sent[0]?.poster).toEqual({ type: "image/jpeg", size: 5 });
    });
  });

  test("sends the next revision to review and goes to /content", async () => {
    const sent = receive(editContent);
    const { user, submit } = await openItem();
    await user.type(screen.getByLabelText("Title"), " now");
    await submit();
    await screen.findByText("Content submitted for approval!");
    await waitFor(() => expect(window.location.pathname).toBe("/content"));
    expect(sent[0]?.fields).toEqual({
      title: "Store tokens safely now",
      body: "Not where scripts can reach.",
      category: "Cyber Security",
      alt: "A locked drawer",
      draft: "false",
      revision: "2",
    });
    expect(sent[0]?.file).toBeNull();
  });

  describe("whose answer got lost", () => {
    async function loseTheAnswer() {
      const sent = receive(editContent, [silence, () => refusal("key_in_use")]);
      const { user, submit } = await openItem();
      await user.type(screen.getByLabelText("Title"), " now");
      await submit();
      await user.click(await screen.findByRole("button", { name: "OK" }));
      await user.type(screen.getByLabelText("Title"), ", please");
      return { sent, submit };
    }

    test("goes on from the revision that has arrived", async () => {
      const { sent, submit } = await loseTheAnswer();
      serveNewest({ ...item, title: "Store tokens safely now", revision: 3 });
      await submit();
      await screen.findByText("Content submitted for approval!");
      expect(sent.map(({ fields }) => fields.revision)).toEqual(["2", "2", "3"]);
      expect(sent[1]?.key).toBe(sent[0]?.key);
      expect(sent[2]?.key).not.toBe(sent[0]?.key);
      expect(sent[2]?.fields.title).toBe("Store tokens safely now, please");
    });

    test("goes on from it also if the next try fails", async () => {
      const sent = receive(editContent, [silence, () => refusal("key_in_use"), () => refusal("unavailable")]);
      const { user, submit } = await openItem();
      await user.type(screen.getByLabelText("Title"), " now");
      await submit();
      await user.click(await screen.findByRole("button", { name: "OK" }));
      await user.type(screen.getByLabelText("Title"), ", please");
      serveNewest({ ...item, title: "Store tokens safely now", revision: 3 });
      await submit();
      await user.click(await screen.findByRole("button", { name: "OK" }));
      await submit();
      await screen.findByText("Content submitted for approval!");
      expect(sent.map(({ fields }) => fields.revision)).toEqual(["2", "2", "3", "3"]);
      expect(sent[3]?.key).toBe(sent[2]?.key);
    });

    test("does not overwrite what was written elsewhere meanwhile", async () => {
      const { sent, submit } = await loseTheAnswer();
      serveNewest({ ...item, title: "Store no tokens", revision: 4 });
      await submit();
      await screen.findByText("Content submitted for approval!");
      expect(sent[2]?.fields.revision).toBe("2");
    });
  });

  test("sends another file when one is chosen", async () => {
    const sent = receive(editContent);
    const { submit } = await openItem();
    const file = new File(["film"], "stones.mp4", { type: "video/mp4" });
    fireEvent.change(screen.getByLabelText("File"), { target: { files: [file] } });
    await submit();
    await screen.findAllByText("Content submitted for approval!");
    expect(sent[0]?.fields.content_type).toBe("video");
    expect(sent[0]?.file?.type).toBe("video/mp4");
  });

  test("an item reviewed without a file may stay without one; a draft may not", async () => {
    const sent = receive(editContent);
    const first = await openItem({ ...item, media: null });
    await first.submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    first.unmount();
    const { submit } = await openItem(sampleNewest({ id: 13, status: "Draft" }));
    await submit();
    const dialog = within(await screen.findByRole("dialog", { name: "Error" }));
    expect(dialog.getByText("Please fill in all fields and upload a file.")).toBeDefined();
    expect(sent).toHaveLength(1);
  });

  test("only a draft can stay a draft", async () => {
    const { unmount } = await openItem();
    expect(screen.queryByRole("button", { name: "Save draft" })).toBeNull();
    unmount();
    await openItem(sampleNewest({ id: 13, status: "Draft" }));
    expect(screen.getByRole("button", { name: "Save draft" })).toBeDefined();
  });

  test("an item may stay in a category that admins have added", async () => {
    const sent = receive(editContent);
    const { submit } = await openItem(
      sampleNewest({ id: 14, category_name: "Robotics", media: sampleMedia({}) }),
    );
    expect(shownIn("Category")).toBe("Robotics");
    await submit();
    await screen.findAllByText("Content submitted for approval!");
    expect(sent[0]?.fields.category).toBe("Robotics");
  });

  test("says that the item has changed meanwhile, and loses nothing", async () => {
    receive(editContent, [() => refusal("revision_stale")]);
    const { user, submit } = await openItem();
    await user.type(screen.getByLabelText("Title"), " now");
    await submit();
    const dialog = within(await screen.findByRole("dialog", { name: "Error" }));
    expect(dialog.getByText("Failed to submit content.")).toBeDefined();
    expect(
      dialog.getByText("This item has changed since you opened it. Load it again before you save."),
    ).toBeDefined();
    expect(shownIn("Title")).toBe("Store tokens safely now");
  });

  test("says that too many posts wait, keeps the text, and saves it as a draft when its writer chooses to", async () => {
    const sent = receive(editContent, [() => refusal("too_many_waiting")]);
    const { user, submit } = await openItem(
      sampleNewest({ id: 13, status: "Draft", media: sampleMedia({}), title: "A draft" }),
    );
    await user.type(screen.getByLabelText("Title"), " now");
    await submit();
    const dialog = within(await screen.findByRole("dialog", { name: "Error" }));
    expect(
      dialog.getByText(
        "Too many of your posts wait for review. Send this one once some of them are decided.",
      ),
    ).toBeDefined();
    expect(shownIn("Title")).toBe("A draft now");
    await user.click(dialog.getByRole("button", { name: "Save draft" }));
    await waitFor(() =>
      expect(sent.map(({ fields }) => [fields.title, fields.draft])).toEqual([
        ["A draft now", "false"],
        ["A draft now", "true"],
      ]),
    );
  });

  test("restores input as a change of the revision it was typed on", async () => {
    const { user, unmount } = await openItem();
    await user.type(screen.getByLabelText("Title"), " now");
    unmount();
    const sent = receive(editContent);
    const { submit } = await openItem({ ...item, title: "Another title", revision: 3 });
    await screen.findByText(/^Your unsent work is back/);
    expect(shownIn("Title")).toBe("Store tokens safely now");
    await submit();
    await waitFor(() => expect(sent[0]?.fields.revision).toBe("2"));
  });

  test("says that restored input is outdated, and applies it to the newest revision when its writer chooses to", async () => {
    const { user, unmount } = await openItem();
    await user.type(screen.getByLabelText("Title"), " now");
    unmount();
    const newest = { ...item, title: "Another title", revision: 3 };
    const again = await openItem(newest);
    await screen.findByText(/This post has changed since then\.$/);
    await again.user.click(screen.getByRole("button", { name: "Use the newest revision instead" }));
    expect(screen.queryByText(/This post has changed since then\.$/)).toBeNull();
    expect(shownIn("Title")).toBe("Store tokens safely now");
    again.unmount();
    const sent = receive(editContent);
    const { submit } = await openItem(newest);
    await screen.findByText(/^Your unsent work is back/);
    expect(screen.queryByRole("button", { name: "Use the newest revision instead" })).toBeNull();
    await submit();
    await waitFor(() =>
      expect(sent[0]?.fields).toMatchObject({ title: "Store tokens safely now", revision: "3" }),
    );
  });

  test("Discard goes back to the item as it is", async () => {
    const { user, unmount } = await openItem();
    await user.type(screen.getByLabelText("Title"), " now");
    unmount();
    const again = await openItem();
    await again.user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(shownIn("Title")).toBe("Store tokens safely");
  });
});

test("a member keeps their own navigation, and sees the post after sending it", async () => {
  storeSession({ role: "User" });
  receive(editContent);
  const { submit } = await openItem();
  expect(screen.queryByRole("link", { name: "My Posts" })).toBeNull();
  await submit();
  await waitFor(() => expect(window.location.pathname).toBe("/posts/12"));
});

test("a writer has the writers' navigation around it", async () => {
  await openItem();
  expect(await screen.findAllByRole("link", { name: "My Posts" })).not.toHaveLength(0);
});

test.each(["content_not_found", "not_allowed"] as const)("%s shows as 404", async (code) => {
  server.use(answer(getNewestRevision, () => refusal(code)));
  renderApp("/techwriter/edit/99");
  await screen.findByRole("heading", { level: 1, name: "Content not found" });
});

test("an address that is not a number is not an item", async () => {
  renderApp("/techwriter/edit/new");
  await screen.findByRole("heading", { level: 1, name: "Content not found" });
});

test("a failure can be tried again", async () => {
  server.use(answer(getNewestRevision, () => refusal("too_many_requests"), { once: true }));
  const { user } = renderApp("/techwriter/edit/12");
  const retry = await screen.findByRole("button", { name: "Try again" });
  serveNewest(item);
  await user.click(retry);
  await screen.findByLabelText("Title");
});
