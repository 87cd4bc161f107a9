import {
  getChecks,
  getContent,
  listComments,
  listReviews,
  sayStillTrue,
  searchContent,
  supersedeOwnContent,
} from "@cairn/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  sampleComment,
  sampleDetail,
  sampleItem,
  sampleMedia,
  sampleReview,
} from "@tests/support/web/content-samples.ts";
import { answer, holdBack, idAndBody, refusal, sentTo, server } from "@tests/support/web/fake-api.ts";
import { markedBlock, program } from "@tests/support/web/fake-program.ts";
import { fill } from "@tests/support/web/fill.ts";
import { answerPost, commented } from "@tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { letEverythingBeSeen } from "@tests/support/web/seen.ts";
import { HttpResponse } from "msw";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { currentQueryClient } from "../lib/query-client.ts";
import { markDeadLinks } from "../ui/CleanHtml.tsx";

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

  test("says below each marked block what the reviewer's browser saw, and runs it where this browser can", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    const pre = (language: string, code: string) =>
      `<pre><code class="language-${language}">${code}</code></pre>`;
    answerPost(
      sampleDetail({
        body_html: `${pre("sh", "ls")}${pre("js", "log(2)")}${pre("output", "3")}${pre("go", "x")}`,
      }),
    );
    const seen = {
      ran_at: "2025-11-21T12:00:00.000Z",
      by: { id: 3, name: "Grace Wanjiku" },
      mode: "runs" as const,
    };
    const items = [
      { block: 2, language: "js", code: "log(2)", outcome: "failed" as const, ...seen, expected: "3" },
      { block: 4, language: "go", code: "x", outcome: "unrun" as const, ...seen },
    ];
    server.use(answer(getChecks, () => HttpResponse.json({ items, revision: sampleDetail().revision })));
    letEverythingBeSeen();
    const { user } = renderApp("/posts/4");
    const line = await screen.findByText("Ran in the reviewer's browser on 22 Nov 2025, output differs");
    expect(line.parentElement?.previousElementSibling?.textContent).toBe("3");
    expect(screen.getAllByText(/^Ran in/)).toEqual([line]);
    expect(screen.queryByRole("button", { name: "Run block 4" })).toBeNull();

    await user.click(screen.getByRole("button", { name: "Edit block 2" }));
    await fill(user, screen.getByLabelText("Code of block 2"), "log(3)");
    program.mockResolvedValue({ results: [{ end: "ran", output: "3" }], fault: null });
    await user.click(screen.getByRole("button", { name: "Run block 2" }));
    expect(await screen.findByText("It ran in your browser.")).toBeDefined();
    expect(program.mock.lastCall?.slice(0, 2)).toEqual([
      "javascript",
      [{ code: "log(2)log(3)", isRun: true }],
    ]);
    program.mockResolvedValue({ results: [], fault: "late" });
    await user.click(screen.getByRole("button", { name: "Run block 2" }));
    expect(await screen.findByText("It ran longer than 5 seconds.")).toBeDefined();

    // A program ends with its page.
    program.mockReturnValue(new Promise(() => {}));
    await user.click(screen.getByRole("button", { name: "Run block 2" }));
    expect(program.mock.lastCall?.[2].aborted).toBe(false);
    await user.click(
      within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("link", { name: "Library" }),
    );
    await waitFor(() => expect(program.mock.lastCall?.[2].aborted).toBe(true));
  });

  test("says nothing of code when the checks that come are those of another revision", async () => {
    answerPost(sampleDetail({ revision: 1, body_html: "<pre><code>log(2)</code></pre>" }));
    let asked = false;
    server.use(
      answer(getChecks, () => {
        asked = true;
        return HttpResponse.json({ items: [markedBlock()], revision: 2 });
      }),
    );
    letEverythingBeSeen();
    renderApp("/posts/4");
    await waitFor(() => expect(asked).toBe(true));
    await screen.findByRole("button", { name: "Copy the code" });
    expect(screen.queryByRole("button", { name: "Run block 1" })).toBeNull();
  });

  test("copies its address for sharing", async () => {
    answerPost(sampleDetail());
    const { user } = renderApp("/posts/4");
    await user.click(await screen.findByRole("button", { name: "Share this page" }));
    expect(await screen.findByText("Link copied")).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/posts/4`);
  });

  test("marks dead links where they stand, with the archived copy that their titles name", async () => {
    const html =
      '<p>See <a href="https://a.example/?x=1&amp;y=2#part" title="archived: https://archive.example/a" rel="nofollow">' +
      'the <em>paper</em></a>, <a href="https://b.example/">its site</a> and <a href="https://c.example/">more</a>.</p>';
    const dead_links = [
      { url: "https://a.example/?x=1&y=2", since: "2025-11-03T23:59:00.000Z" },
      { url: "https://b.example/", since: "2025-09-30T00:00:00.000Z" },
    ];
    answerPost(sampleDetail({ body_html: html, dead_links }));
    renderApp("/posts/4");
    const text = (await screen.findByText("paper")).closest("p");
    expect(text?.textContent).toBe(
      "See the paper (gone since 3 November 2025; archived copy), its site (gone since 30 September 2025) and more.",
    );
    const copy = screen.getByRole("link", { name: "archived copy" });
    expect(copy.getAttribute("href")).toBe("https://archive.example/a");
    // A page that came marked is not marked twice.
    expect(markDeadLinks(text?.innerHTML ?? "", dead_links)).toBe(text?.innerHTML);
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

  test("a text without a file is under the cover that its author chose", async () => {
    answerPost(sampleDetail({ media: null, cover: sampleMedia({ alt: "" }) }));
    renderApp("/posts/4");
    await waitFor(() =>
      expect(document.querySelector(".item-media-cover img")?.getAttribute("src")).toBe("/media/picture.jpg"),
    );
  });

  test("a picture that fails is replaced by the art of the title", async () => {
    answerPost(sampleDetail({ media: sampleMedia({ alt: "Two stacks of stones" }) }));
    renderApp("/posts/4");
    const picture = await screen.findByRole("img", { name: "Two stacks of stones" });
    picture.dispatchEvent(new Event("error"));
    await waitFor(() => expect(document.querySelector(".item-media-cover .thumb-art")).not.toBeNull());
    expect(screen.queryByRole("img", { name: "Two stacks of stones" })).toBeNull();
  });

  test.each([
    ["recording", sampleMedia({ type: "audio/mpeg", url: "/media/talk.mp3", poster_url: "/media/p.jpg" })],
    ["PDF", sampleMedia({ type: "application/pdf", url: "/media/a.pdf", poster_url: "/media/p.jpg" })],
  ])("a %s stands below its poster", async (_what, media) => {
    answerPost(sampleDetail({ media, cover: sampleMedia({ url: "/media/cover.jpg" }) }));
    renderApp("/posts/4");
    await waitFor(() => expect(document.querySelector('img[src="/media/p.jpg"]')).not.toBeNull());
    expect(document.querySelector('img[src="/media/cover.jpg"]')).toBeNull();
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

    await act(async () => {
      await currentQueryClient().refetchQueries();
      // TanStack Query notifies the screen in a timer that was set before this one.
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(answers).toBe(2);
    expect(film.isConnected).toBe(true);
    expect(addresses()).toEqual(first);

    fireEvent.error(film);
    expect(addresses()).toEqual([signed("film.mp4", 2), signed("still.jpg", 2)]);
    fireEvent.error(film);
    expect(await screen.findByText("This video could not be loaded.")).toBeDefined();
  });

  test("a recording leads to its author's podcast", async () => {
    const item = sampleDetail({ content_type: "Audio" });
    answerPost(item);
    renderApp("/posts/4");
    const link = await screen.findByRole("link", { name: "Listen in your podcast app" });
    expect(link.getAttribute("href")).toBe(`/authors/${item.author_id}/podcast.xml`);
  });

  test("a PDF opens in a new tab", async () => {
    answerPost(sampleDetail({ media: sampleMedia({ url: "/media/list.pdf", type: "application/pdf" }) }));
    renderApp("/posts/4");
    const link = await screen.findByRole("link", { name: /^Open the PDF/ });
    expect(link.getAttribute("href")).toBe("/media/list.pdf");
    expect(link.getAttribute("target")).toBe("_blank");
    expect(screen.queryByRole("button", { name: /the PDF/ })).toBeNull();
  });

  test("a PDF says how many pages it has and how large it is, as far as that is known", async () => {
    const pdf = sampleMedia({ url: "/media/list.pdf", type: "application/pdf", alt: "The list" });
    answerPost(sampleDetail({ media: { ...pdf, pages: 12, bytes: 2_411_725 } }));
    renderApp("/posts/4");
    const link = await screen.findByRole("link", { name: /^Open the PDF/ });
    expect(link.textContent).toContain("The list · 12 pages · 2.3 MB (opens in a new tab)");
  });

  test("a PDF can be read on the page where the browser has a viewer", async () => {
    Object.defineProperty(navigator, "pdfViewerEnabled", { value: true, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "pdfViewerEnabled"));
    const item = sampleDetail({ media: sampleMedia({ url: "/media/list.pdf", type: "application/pdf" }) });
    answerPost(item);
    const { user } = renderApp("/posts/4");
    await user.click(await screen.findByRole("button", { name: "Read the PDF here" }));
    expect(screen.getByTitle(`PDF: ${item.title}`).getAttribute("src")).toBe("/media/list.pdf");
    await user.click(screen.getByRole("button", { name: "Close the PDF" }));
    expect(screen.queryByTitle(`PDF: ${item.title}`)).toBeNull();
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
    const reviewer = {
      id: 7,
      name: "Grace Wanjiku",
      role: "Admin",
      avatar_small_url: "/media/face",
      has_page: true,
    };
    answerPost(fourth, [{ ...approval, reviewer }, flag]);
    renderApp("/posts/4");
    const verified = await panel("Verified");
    expect(verified.textContent).toContain("This is the revision you are reading.");
    const [by, when, revision] = within(verified).getAllByRole("definition");
    expect(by?.textContent).toContain("Grace Wanjiku");
    expect(by?.textContent).toContain("Admin");
    expect(by?.querySelector("img")?.src).toMatch(/\/media\/face$/);
    expect(within(verified).getByRole("link", { name: "Grace Wanjiku" }).getAttribute("href")).toBe(
      "/authors/7",
    );
    expect(when?.textContent).toMatch(/^18 Nov 2025, 14:20\d+ (?:day|hour|minute)s? ago$/);
    expect(revision?.textContent).toBe("4 of 4Edited 17 Nov 2025");
    expect(verified.textContent).toContain("This decision is in the public log.");
    const proof = within(verified).getByRole("link", { name: "Download proof" });
    expect(proof.getAttribute("href")).toMatch(/\/api\/content\/4\/proof$/);
    const text = within(verified).getByRole("link", { name: "Download text" });
    expect(text.getAttribute("href")).toMatch(/\/api\/content\/4\/canonical$/);
    expect(screen.getByRole("link", { name: /^Verified by Grace Wanjiku/ }).textContent).toContain(
      "Verified by Grace Wanjiku 18 Nov 2025",
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
    // The day of the decision where there is one, else the day of writing.
    expect(rows.map((row) => row.querySelector("time")?.dateTime)).toEqual([
      approval.decided_at,
      fourth.revisions[1]?.created_at,
      flag.decided_at,
      fourth.revisions[3]?.created_at,
    ]);
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

  test("says that it is due, why and until when it was good, and leads to others of the same version", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    const due = sampleDetail({
      standing: "due",
      good_until: "2025-11-03T12:00:00.000Z",
      standing_reasons: [
        { kind: "age", text: "Its verification ended on 3 November 2025", since: "2025-10-04T12:00:00.000Z" },
        { kind: "review", text: "Name the version.", since: "2025-11-05T12:00:00.000Z" },
        { kind: "label", text: "End of node 18: 1 May 2027", since: "2027-05-01T12:00:00.000Z" },
      ],
      applies_to: ["node 18", "spring boot 3.2"],
    });
    const renewal = sampleReview({ seq: 14, decision: "reaffirmed", decided_at: "2025-11-19T10:00:00Z" });
    answerPost(due, [renewal, sampleReview()]);
    renderApp("/posts/4");
    const region = await panel("Due");
    expect(region.textContent).toContain("The revision you are reading was verified. A reviewer looks at it");
    const facts = [...region.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(facts.slice(4, 8)).toEqual([
      "Renewed byGrace Wanjiku19 Nov 2025, 23:00",
      "Good until3 Nov 2025",
      "WhyDue since 4 Oct 2025: Its verification ended on 3 November 2025Due since 5 Nov 2025: Name the version." +
        "Outdated from 1 May 2027: End of node 18: 1 May 2027",
      "Applies tonode 18spring boot 3.2",
    ]);
    const label = within(region).getByRole("link", { name: "spring boot 3.2" });
    expect(label.getAttribute("href")).toBe("/posts?q=spring%20boot%203.2");
    expect(within(region).getByRole("img", { name: "Due" })).toBeDefined();
    expect(screen.getByRole("link", { name: /^Due, verified before by Grace Wanjiku/ })).toBeDefined();
    expect(within(region).queryByRole("heading", { name: "Verified" })).toBeNull();
  });

  test("names the dead links of an outdated post, and the term of its approval as past", async () => {
    const dead = { url: "https://example.org/gone", since: "2025-11-18T12:00:00.000Z" };
    const outdated = sampleDetail({
      standing: "outdated",
      good_until: "2027-03-31T12:00:00.000Z",
      standing_reasons: [{ kind: "links", text: "Its link is dead", since: dead.since }],
      dead_links: [dead],
    });
    answerPost(outdated, [sampleReview()]);
    renderApp("/posts/4");
    const region = await panel("Outdated");
    const facts = [...region.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(facts).toContain("Approved until31 Mar 2027");
    expect(facts).toContain("WhyOutdated since 18 Nov 2025: Its link is deadhttps://example.org/gone");
  });

  test("leads from a superseded post to the one that replaces it", async () => {
    answerPost(sampleDetail({ standing: "superseded", superseded_by: 6 }));
    server.use(
      answer(getContent, ({ params }) =>
        HttpResponse.json(
          params.id === "6"
            ? sampleDetail({ id: 6, title: "Caching, again" })
            : sampleDetail({ standing: "superseded", superseded_by: 6 }),
        ),
      ),
    );
    renderApp("/posts/4");
    const link = await within(await panel("Superseded")).findByRole("link", { name: "Caching, again" });
    expect(link.getAttribute("href")).toBe("/posts/6");
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
    expect(pending.textContent).toContain("A reviewer reads it before it becomes public.");
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
    answerPost(sampleDetail());
    const gate = holdBack(listComments, () => HttpResponse.json([], { headers: { "x-total-count": "0" } }));
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

describe("an own published post", () => {
  const reason = {
    kind: "review",
    text: "The second command is gone.",
    since: "2025-11-20T09:00:00Z",
  } as const;
  const own = sampleDetail({ author_id: 7, standing: "due", standing_reasons: [reason] });

  test("tells its author why it is due; the author says that it is still true, with a note", async () => {
    storeSession({ role: "TechWriter" });
    answerPost(own);
    const sent = sentTo(
      sayStillTrue,
      () => HttpResponse.json({ revision: 1, note: "Run again.", said_at: "2025-11-21T09:00:00Z" }),
      idAndBody,
    );
    server.use(answer(sayStillTrue, () => refusal("too_many_requests"), { once: true }));
    const { user } = renderApp("/posts/4");
    const told = (await screen.findByText("Your post is due")).parentElement as HTMLElement;
    expect(told.textContent).toContain("The second command is gone.");
    expect(within(told).getByRole("link", { name: "Edit it" }).getAttribute("href")).toBe(
      "/techwriter/edit/4",
    );
    await user.click(within(told).getByRole("button", { name: /^Still true/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Is it still true?" }));
    await user.type(dialog.getByLabelText(/^Note/), " Run again. ");
    await user.click(dialog.getByRole("button", { name: "Tell the reviewers" }));
    await dialog.findByText("It was not sent.");
    await user.click(dialog.getByRole("button", { name: "Tell the reviewers" }));
    expect(await screen.findByText("We told the reviewers. One of them will confirm it.")).toBeDefined();
    expect(sent).toEqual([["4", { revision: 1, note: "Run again." }]]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("is superseded by a public post that its author finds by words, with the keyboard", async () => {
    storeSession({ role: "TechWriter" });
    answerPost(own);
    const sent = sentTo(supersedeOwnContent, () =>
      HttpResponse.json({ ...own, standing: "superseded", superseded_by: 6 }),
    );
    server.use(
      answer(searchContent, () =>
        HttpResponse.json({ items: [own, sampleItem({ id: 6, title: "Caching, again" })], next: null }),
      ),
    );
    const { user } = renderApp("/posts/4");
    await user.click(await screen.findByRole("button", { name: /^Superseded by/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Which post replaces it?" }));
    await user.click(dialog.getByRole("button", { name: "Mark as superseded" }));
    expect(dialog.getByText("Please choose a post from the list.")).toBeDefined();
    const box = dialog.getByRole("combobox", { name: "The post that replaces it" });
    await user.type(box, "caching");
    // Never itself.
    const options = await dialog.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["Caching, againKofi Asante"]);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(dialog.getByText("Chosen: number 6, by Kofi Asante.")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Mark as superseded" }));
    await waitFor(() => expect(sent).toEqual([{ by: 6 }]));
  });

  test("is superseded no longer once its author takes that back", async () => {
    storeSession({ role: "TechWriter" });
    answerPost({ ...own, standing: "superseded", superseded_by: 6 });
    const sent = sentTo(supersedeOwnContent, () => HttpResponse.json(own));
    const { user } = renderApp("/posts/4");
    await user.click(await screen.findByRole("button", { name: /^Not superseded/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Does no post replace it?" }));
    await user.click(dialog.getByRole("button", { name: "Take it back" }));
    expect(await screen.findByText("This post no longer links to another post.")).toBeDefined();
    expect(sent).toEqual([{ by: null }]);
  });

  test("offers nobody else these answers", async () => {
    storeSession({ role: "TechWriter" });
    answerPost({ ...own, author_id: 9 });
    renderApp("/posts/4");
    await panel("Due");
    expect(screen.queryByRole("button", { name: /^(Still true|Superseded|Not)/ })).toBeNull();
  });
});
