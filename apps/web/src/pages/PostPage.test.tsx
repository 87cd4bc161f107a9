import { getContent, listComments, listReviews } from "@cairn/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";
import {
  sampleComment,
  sampleDetail,
  sampleMedia,
  sampleReview,
} from "../../../../tests/support/web/content-samples.ts";
import { answer, refusal, server } from "../../../../tests/support/web/fake-api.ts";
import { closedGate } from "../../../../tests/support/web/gate.ts";
import { answerPost, commented } from "../../../../tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "../../../../tests/support/web/renderApp.tsx";
import { currentQueryClient } from "../lib/query-client.ts";

const title = (name: string) => screen.findByRole("heading", { level: 1, name });
const panel = (name: string | RegExp) => screen.findByRole("region", { name });

describe("a post", () => {
  test("shows type, author and date to everybody", async () => {
    answerPost(sampleDetail({ title: "Spot the phish", comments: 30, body: "word ".repeat(800) }));
    // Some were written since the item was kept.
    server.use(commented([], { "x-total-count": "34" }));
    renderApp("/posts/4");
    await title("Spot the phish");
    expect(document.title).toBe("Spot the phish · Cairn");
    expect(document.querySelector('meta[name="robots"]')).toBeNull();
    expect(screen.getByRole("navigation", { name: "Breadcrumb" }).textContent).toBe(
      "LibraryFullstack Development",
    );
    const main = screen.getByRole("main");
    expect(within(main).getByText("Kofi Asante")).toBeDefined();
    expect(main.textContent).toContain("16 Nov 2025 · 4 min read");
    expect(main.textContent).toContain("34 comments");
    expect(await within(main).findByText("Two header lines answer nearly all of it.")).toBeDefined();
  });

  test("copies its address for sharing", async () => {
    answerPost(sampleDetail());
    const { user } = renderApp("/posts/4");
    await user.click(await screen.findByRole("button", { name: "Share this page" }));
    expect(await screen.findByText("Link copied")).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/posts/4`);
  });

  test("shows members' text without active content", async () => {
    const hostile =
      '<p onclick="steal()">Read <a href="javascript:steal()">this</a></p><script>steal()</script>' +
      '<img src="x" onerror="steal()"><span class="verified-pill">Verified</span>';
    answerPost(sampleDetail({ body_html: hostile }), [], [sampleComment({ body_html: hostile })]);
    renderApp("/posts/4");
    await screen.findByText("Ivan Petrov");
    const texts = document.querySelectorAll(".prose");
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text.innerHTML).toBe('<p>Read <a rel="nofollow noopener ugc">this</a></p><span>Verified</span>');
    }
  });

  test("with an unknown id or an id that is not a number is not found", async () => {
    server.use(
      answer(getContent, () => refusal("content_not_found")),
      answer(listReviews, () => refusal("content_not_found")),
      answer(listComments, () => refusal("content_not_found")),
    );
    const { unmount } = renderApp("/posts/99");
    await title("Content not found");
    expect(screen.getByRole("link", { name: "Go to the library" }).getAttribute("href")).toBe("/posts");
    expect(document.title).toBe("Content not found · Cairn");
    unmount();

    server.use(
      answer(getContent, () => {
        throw new Error("asked for an item that can't be");
      }),
    );
    renderApp("/posts/4x");
    await title("Content not found");
  });

  test("that could not be loaded can be tried again", async () => {
    answerPost(sampleDetail({ title: "Second try" }));
    server.use(answer(getContent, () => refusal("too_many_requests"), { once: true }));
    const { user } = renderApp("/posts/4");
    await screen.findByText("This post could not be loaded.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await title("Second try");
  });
});

describe("the file of a post", () => {
  test("a picture is described and keeps its place while it loads", async () => {
    answerPost(sampleDetail({ media: sampleMedia({ alt: "Two stacks of stones" }) }));
    renderApp("/posts/4");
    const picture = await screen.findByRole("img", { name: "Two stacks of stones" });
    expect(picture.getAttribute("src")).toBe("/media/picture.jpg");
    expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["1600", "900"]);
  });

  test("a picture that fails is replaced by the art of the title", async () => {
    answerPost(sampleDetail({ media: sampleMedia({ alt: "Two stacks of stones" }) }));
    renderApp("/posts/4");
    const picture = await screen.findByRole("img", { name: "Two stacks of stones" });
    picture.dispatchEvent(new Event("error"));
    await waitFor(() => expect(document.querySelector(".item-media-cover .thumb-art")).not.toBeNull());
    expect(screen.queryByRole("img", { name: "Two stacks of stones" })).toBeNull();
  });

  test("a video plays with controls and a poster", async () => {
    answerPost(
      sampleDetail({
        content_type: "Video",
        media: sampleMedia({ url: "/media/film.mp4", type: "video/mp4", poster_url: "/media/still.jpg" }),
      }),
    );
    renderApp("/posts/4");
    const film = await screen.findByLabelText("Caching headers without the folklore");
    expect(film.tagName).toBe("VIDEO");
    expect(film.hasAttribute("controls")).toBe(true);
    expect(film.getAttribute("poster")).toBe("/media/still.jpg");
    expect(film.textContent).toBe("Your browser does not support the video tag.");
  });

  test("a video keeps playing when its address is signed again, and the new address is used only when the first one fails", async () => {
    const signed = (file: string, signature: number) => `/media/${file}?expires=1&signature=${signature}`;
    let answers = 0;
    answerPost(sampleDetail());
    server.use(
      answer(getContent, () => {
        answers += 1;
        const urls = { url: signed("film.mp4", answers), poster_url: signed("still.jpg", answers) };
        return HttpResponse.json(
          sampleDetail({ status: "Pending", media: sampleMedia({ type: "video/mp4", ...urls }) }),
        );
      }),
    );
    renderApp("/posts/4");
    const film = await screen.findByLabelText<HTMLVideoElement>("Caching headers without the folklore");
    const addresses = () => [film.getAttribute("src"), film.getAttribute("poster")];
    const first = [signed("film.mp4", 1), signed("still.jpg", 1)];
    expect(addresses()).toEqual(first);

    await act(() => currentQueryClient().refetchQueries());
    expect(answers).toBe(2);
    expect(film.isConnected).toBe(true);
    expect(addresses()).toEqual(first);

    fireEvent.error(film);
    expect(addresses()).toEqual([signed("film.mp4", 2), signed("still.jpg", 1)]);
    fireEvent.error(film);
    expect(await screen.findByText("This video could not be loaded.")).toBeDefined();
  });

  test("a PDF opens in a new tab", async () => {
    answerPost(sampleDetail({ media: sampleMedia({ url: "/media/list.pdf", type: "application/pdf" }) }));
    renderApp("/posts/4");
    const link = await screen.findByRole("link", { name: /^Open the PDF/ });
    expect(link.getAttribute("href")).toBe("/media/list.pdf");
    expect(link.getAttribute("target")).toBe("_blank");
  });
});

describe("the verification", () => {
  const fourth = sampleDetail({
    revision: 4,
    revisions: [4, 3, 2, 1].map((number) => ({ number, created_at: `2025-11-1${number + 3}T09:00:00` })),
  });
  const approval = sampleReview({ revision: 4, decided_at: "2025-11-18T14:20:00" });
  const flag = sampleReview({
    seq: 9,
    revision: 2,
    decision: "flagged",
    reviewer: { id: 5, name: "Samuel Njoroge", role: "Admin" },
    reason: "The steps are out of order.",
  });

  test("names the reviewer, the moment and the very revision", async () => {
    answerPost(fourth, [approval, flag]);
    renderApp("/posts/4");
    const verified = await panel("Verified");
    expect(verified.textContent).toContain("This is the revision you are reading.");
    const [by, when, revision] = within(verified).getAllByRole("definition");
    expect(by?.textContent).toContain("Grace Wanjiku");
    expect(by?.textContent).toContain("Admin");
    expect(when?.textContent).toMatch(/^18 Nov 2025, 14:20\d+ (?:day|hour|minute)s? ago$/);
    expect(revision?.textContent).toBe("4 of 4Edited 17 Nov 2025");
    expect(verified.textContent).toContain(`In the public log as entry ${approval.seq - 1}.`);
    const proof = within(verified).getByRole("link", { name: "Download proof" });
    expect(proof.getAttribute("href")).toMatch(/\/api\/content\/4\/proof$/);
    const text = within(verified).getByRole("link", { name: "Download text" });
    expect(text.getAttribute("href")).toMatch(/\/api\/content\/4\/canonical$/);
    expect(screen.getByRole("link", { name: /^Verified by Grace Wanjiku/ }).textContent).toContain(
      "18 Nov 2025 · revision 4, the one you are reading",
    );
  });

  test("keeps the whole history, with the mark beside the verified revision alone", async () => {
    answerPost(fourth, [approval, flag]);
    renderApp("/posts/4");
    const rows = within(await panel("Verified")).getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("b")?.textContent)).toEqual(["r4", "r3", "r2", "r1"]);
    expect(rows.map((row) => within(row).queryByRole("img", { name: "Verified" }) !== null)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(rows[0]?.textContent).toContain("Verified by Grace Wanjiku");
    expect(rows[2]?.textContent).toContain("Flagged by Samuel Njoroge");
    expect(rows[2]?.textContent).toContain("The steps are out of order.");
  });

  test("names no reviewer of a revision that was never published", async () => {
    answerPost(fourth, [approval, { ...flag, reviewer: null, reason: null }]);
    renderApp("/posts/4");
    const rows = within(await panel("Verified")).getAllByRole("listitem");
    expect(rows[2]?.textContent).toContain("Flagged by a reviewer");
    expect(rows[0]?.textContent).toContain("Verified by Grace Wanjiku");
  });

  test("shows the hashes for checking", async () => {
    answerPost(fourth, [approval]);
    const { user } = renderApp("/posts/4");
    const verified = await panel("Verified");
    await user.click(within(verified).getByText("Check it yourself"));
    expect(within(verified).getByText(approval.revision_hash)).toBeDefined();
    expect(within(verified).getByText("Ledger row 12")).toBeDefined();
    expect(within(verified).getByText(approval.hash)).toBeDefined();
    expect(within(verified).getByText(approval.previous_hash)).toBeDefined();
    expect(
      within(verified)
        .getByRole("link", { name: "All decisions about this item, as data" })
        .getAttribute("href"),
    ).toBe("/api/content/4/reviews");
  });

  test("shows the author that a newer revision waits", async () => {
    storeSession({ role: "TechWriter" });
    answerPost({ ...fourth, pending_revision: 5 }, [approval]);
    renderApp("/posts/4");
    const stale = await panel("Edited since r4");
    expect(stale.textContent).toContain(
      "You are reading revision 4, which is verified. Revision 5 waits for a reviewer.",
    );
    expect(within(stale).getAllByRole("listitem")[0]?.textContent).toBe("r5Waits for a reviewer");
    expect(within(stale).getByText("4 of 5")).toBeDefined();
  });

  test("shows the status of an item that waits for review, and no mark", async () => {
    storeSession({ role: "TechWriter" });
    answerPost(sampleDetail({ status: "Pending", published_at: null }), []);
    renderApp("/posts/4");
    const pending = await panel("Review: Pending");
    expect(pending.textContent).toContain("A reviewer reads it before anybody else does.");
    expect(within(screen.getByRole("main")).queryByText(/Verified/)).toBeNull();
    expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  });

  test("shows an author the note that came with the approval", async () => {
    storeSession({ role: "TechWriter" });
    answerPost(sampleDetail(), [sampleReview({ note: "Next time name the version." })]);
    renderApp("/posts/4");
    const verified = await panel("Verified");
    expect(within(verified).getByText("Note to the author")).toBeDefined();
    expect(within(verified).getByText("Next time name the version.")).toBeDefined();
  });

  test("shows the reviewer's reason and the author's answer to the author of a flagged item", async () => {
    storeSession({ role: "TechWriter" });
    const answered = { ...flag, answer: "They follow the manual." };
    answerPost(sampleDetail({ status: "Flagged", revision: 2, published_at: null }), [answered]);
    renderApp("/posts/4");
    const flagged = await panel("Review: Flagged");
    expect(within(flagged).getByText("Flagged by")).toBeDefined();
    expect(within(flagged).getByText("Samuel Njoroge")).toBeDefined();
    expect(within(flagged).getByText("The steps are out of order.")).toBeDefined();
    expect(within(flagged).getByText("The author’s answer")).toBeDefined();
    expect(within(flagged).getByText("They follow the manual.")).toBeDefined();
    expect(within(screen.getByRole("main")).queryByText(/Verified/)).toBeNull();
  });

  test("fails without the rest of the page, shows no mark and can be tried again", async () => {
    let isDown = true;
    answerPost(fourth);
    server.use(
      answer(listReviews, () =>
        isDown ? refusal("too_many_requests") : HttpResponse.json({ items: [approval], next: null }),
      ),
    );
    const { user } = renderApp("/posts/4");
    await title("Caching headers without the folklore");
    await screen.findByText("The verification could not be loaded.");
    expect(within(screen.getByRole("main")).queryByText(/Verified/)).toBeNull();
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await panel("Verified");
  });
});

describe("the comments", () => {
  test("are newest first, with their number and age", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.parse("2025-11-20T10:00:00.000Z"));
    answerPost(sampleDetail(), undefined, [
      sampleComment({ id: 2, user: { name: "Priya Raman" }, created_at: "2025-11-20T09:55:00.000Z" }),
      sampleComment({ id: 1, created_at: "2025-11-20T05:00:00.000Z" }),
    ]);
    renderApp("/posts/4");
    const comments = await screen.findByRole("region", { name: "Comments 2" });
    const [newest, oldest] = await within(comments).findAllByRole("article");
    expect(newest?.textContent).toContain("Priya Raman 5 minutes ago");
    expect(oldest?.textContent).toContain("Ivan Petrov 5 hours ago");
  });

  test("continue where the last page ended", async () => {
    const cursors: (string | null)[] = [];
    answerPost(sampleDetail());
    server.use(
      answer(listComments, ({ request }) => {
        const cursor = new URL(request.url).searchParams.get("cursor");
        cursors.push(cursor);
        const headers = { "x-total-count": "2", ...(cursor === null && { "x-next-cursor": "after-2" }) };
        const id = cursor === null ? 2 : 1;
        return HttpResponse.json([sampleComment({ id, user: { name: `Reader ${id}` } })], { headers });
      }),
    );
    const { user } = renderApp("/posts/4");
    await screen.findByText("Reader 2");
    await user.click(screen.getByRole("button", { name: "Load More" }));
    await screen.findByText("Reader 1");
    expect(screen.getByText("Reader 2")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
    expect(cursors).toEqual([null, "after-2"]);
  });

  test("show that they load, and that there are none", async () => {
    const gate = closedGate();
    answerPost(sampleDetail());
    server.use(
      answer(listComments, async () => {
        await gate.opened;
        return HttpResponse.json([], { headers: { "x-total-count": "0" } });
      }),
    );
    renderApp("/posts/4");
    await screen.findByText("Loading comments...");
    gate.open();
    await screen.findByText("No comments available");
    expect(screen.queryByText("Loading comments...")).toBeNull();
  });

  test("may fail without the article, and can be tried again", async () => {
    let isDown = true;
    answerPost(sampleDetail());
    server.use(
      answer(listComments, () =>
        isDown ? refusal("too_many_requests") : HttpResponse.json([sampleComment()]),
      ),
    );
    const { user } = renderApp("/posts/4");
    await screen.findByText("Failed to load comments");
    expect(screen.getByText("Two header lines answer nearly all of it.")).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Ivan Petrov");
  });

  test("say when their item is gone", async () => {
    answerPost(sampleDetail());
    server.use(answer(listComments, () => refusal("content_not_found")));
    renderApp("/posts/4");
    await screen.findByText("Failed to load comments: Content not found");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("keep the loaded ones when the next page fails", async () => {
    answerPost(sampleDetail());
    server.use(answer(listComments, () => refusal("too_many_requests")));
    server.use(
      answer(
        listComments,
        () =>
          HttpResponse.json([sampleComment()], {
            headers: { "x-total-count": "2", "x-next-cursor": "after-1" },
          }),
        { once: true },
      ),
    );
    const { user } = renderApp("/posts/4");
    await screen.findByText("Ivan Petrov");
    await user.click(screen.getByRole("button", { name: "Load More" }));
    await screen.findByText("Failed to load comments");
    expect(screen.getByText("Ivan Petrov")).toBeDefined();
    expect(screen.getByRole("button", { name: "Load More" })).toBeDefined();
  });
});
