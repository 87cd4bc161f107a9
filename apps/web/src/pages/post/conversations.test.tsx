import { type Comment, createComment, listMembers, reportComment } from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { sampleComment, sampleDetail } from "@tests/support/web/content-samples.ts";
import { answer, idAndBody, member, refusal, sentTo, server } from "@tests/support/web/fake-api.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { type DefaultBodyType, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { currentQueryClient } from "../../lib/query-client.ts";

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
  area.focus();
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
    const answers = screen.getByRole("list", { name: "Replies to Ivan Petrov" });
    expect(
      within(answers)
        .getAllByRole("article")
        .map((entry) => entry.textContent),
    ).toEqual([expect.stringContaining("First"), expect.stringContaining("Second")]);
    expect(within(answers).queryByText("Lost answer")).toBeNull();
    expect(screen.getByText("Lost answer")).toBeTruthy();

    fireEvent.click(await button("Oldest first"));
    const [, ...comments] = screen.getAllByRole("article");
    expect(comments.map(({ textContent }) => textContent)).toEqual(
      ["Why no-store?", "First", "Second", "Lost answer"].map((text) => expect.stringContaining(text)),
    );
  });

  test("answers a comment in its place, and sees the answer there, focused; Cancel leaves the box", async () => {
    const sent = takeAnswers();
    await openPost([ivan]);
    fireEvent.click(await button("Reply to Ivan Petrov"));
    fireEvent.click(await button("Cancel"));
    expect(screen.queryByRole("textbox", { name: "Reply to Ivan Petrov" })).toBeNull();
    expect(document.activeElement).toBe(await button("Reply to Ivan Petrov"));
    fireEvent.click(await button("Reply to Ivan Petrov"));
    expect(document.activeElement).toBe(await box("Reply to Ivan Petrov"));
    await write("Reply to Ivan Petrov", "Because of logins.");
    fireEvent.click(await button("Reply"));
    const answers = await screen.findByRole("list", { name: "Replies to Ivan Petrov" });
    await waitFor(() => expect(document.activeElement).toBe(within(answers).getByRole("article")));
    expect(sent).toEqual([{ body: "Because of logins.", reply_to: 3 }]);
    expect(screen.queryByRole("textbox", { name: "Reply to Ivan Petrov" })).toBeNull();
  });

  test("keeps an answer that was not sent, over a failure and a reload", async () => {
    server.use(answer(createComment, () => refusal("comment_not_found")));
    const { unmount } = await openPost([ivan]);
    fireEvent.click(await button("Reply to Ivan Petrov"));
    await write("Reply to Ivan Petrov", "Kept words");
    fireEvent.click(await button("Reply"));
    expect(await screen.findByText("Your reply was not posted.")).toBeTruthy();
    expect((await box("Reply to Ivan Petrov")).value).toBe("Kept words");
    unmount();
    await openPost([ivan]);
    expect((await box("Reply to Ivan Petrov")).value).toBe("Kept words");
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

  describe("while the answers about names are slow,", () => {
    const grace = { id: 11, name: "Grace Wanjiku" };
    const gregor = { id: 13, name: "Gregor Blau" };
    const everybody = [grace, gregor];
    const beginningWith = (prefix: string) =>
      everybody.filter(({ name }) => name.toLowerCase().startsWith(prefix.toLowerCase()));

    /** Answers about each beginning of a name once the test lets it, or at once with what is given for it. */
    function slowMembers(atOnce: Record<string, () => HttpResponse<DefaultBodyType>> = {}) {
      const gates = new Map<string, ReturnType<typeof closedGate>>();
      const asked: string[] = [];
      const gateOf = (prefix: string) => {
        const gate = gates.get(prefix) ?? closedGate();
        gates.set(prefix, gate);
        return gate;
      };
      server.use(
        answer(listMembers, async ({ request }) => {
          const prefix = new URL(request.url).searchParams.get("prefix") ?? "";
          asked.push(prefix);
          const given = atOnce[prefix];
          if (given) return given();
          await gateOf(prefix).opened;
          return HttpResponse.json({ items: beginningWith(prefix) });
        }),
      );
      return { asked, letAnswer: (prefix: string) => gateOf(prefix).open() };
    }

    const offered = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

    test("the names of an earlier answer that still fit are offered, and Tab takes no other", async () => {
      const { asked, letAnswer } = slowMembers();
      await openPost([ivan]);
      await write("Add a comment", "Ask @g");
      await waitFor(() => expect(asked).toEqual(["g"]));
      await write("Add a comment", "Ask @gre");
      expect(offered()).toEqual([]);
      letAnswer("g");
      await waitFor(() => expect(offered()).toEqual(["Gregor Blau"]));
      const area = await write("Add a comment", "Ask @grex");
      expect(offered()).toEqual([]);
      expect(fireEvent.keyDown(area, { key: "Tab" })).toBe(true);
      expect(area.value).toBe("Ask @grex");
      await write("Add a comment", "Ask @gra");
      expect(offered()).toEqual(["Grace Wanjiku"]);
      expect(fireEvent.keyDown(area, { key: "Tab" })).toBe(false);
      await waitFor(() => expect(area.value).toBe("Ask @Grace Wanjiku "));
    });

    test("whom the arrow keys have chosen stays chosen when the answer comes", async () => {
      const { letAnswer } = slowMembers({ G: () => HttpResponse.json({ items: [gregor, grace] }) });
      await openPost([ivan]);
      const area = await write("Add a comment", "Ask @G");
      await waitFor(() => expect(offered()).toHaveLength(2));
      await write("Add a comment", "Ask @Gr");
      fireEvent.keyDown(area, { key: "ArrowUp" });
      letAnswer("Gr");
      await waitFor(() => expect(offered()).toEqual(["Grace Wanjiku", "Gregor Blau"]));
      fireEvent.keyDown(area, { key: "Enter" });
      await waitFor(() => expect(area.value).toBe("Ask @Grace Wanjiku "));
    });

    test("nobody of one name says nothing about the name that was typed meanwhile", async () => {
      const { asked, letAnswer } = slowMembers();
      await openPost([ivan]);
      await write("Add a comment", "Ask @x");
      await waitFor(() => expect(asked).toEqual(["x"]));
      letAnswer("x");
      await write("Add a comment", "Ask @G");
      await waitFor(() => expect(asked).toEqual(["x", "G"]));
      letAnswer("G");
      await waitFor(() => expect(offered()).toEqual(["Grace Wanjiku", "Gregor Blau"]));
      await write("Add a comment", "Ask @xy");
      expect(offered()).toEqual([]);
      expect(asked, "nobody's name begins so").toEqual(["x", "G"]);
    });

    test("a name whose answer failed is asked about again, and longer ones too", async () => {
      let fails = true;
      const { asked } = slowMembers({
        G: () => (fails ? refusal("too_many_requests") : HttpResponse.json({ items: everybody })),
        Gr: () => HttpResponse.json({ items: everybody }),
      });
      await openPost([ivan]);
      await write("Add a comment", "Ask @G");
      await waitFor(() => expect(asked).toEqual(["G"]));
      await write("Add a comment", "Ask @Gr");
      await waitFor(() => expect(offered()).toHaveLength(2));
      fails = false;
      await write("Add a comment", "Ask @G");
      await waitFor(() => expect(offered()).toHaveLength(2));
      expect(asked).toEqual(["G", "Gr", "G"]);
    });

    test("the list closes when the box is left, and no answer opens it again before the reader comes back", async () => {
      const { letAnswer } = slowMembers({ G: () => HttpResponse.json({ items: everybody }) });
      await openPost([ivan]);
      const area = await write("Add a comment", "Ask @G");
      await waitFor(() => expect(offered()).toHaveLength(2));
      await write("Add a comment", "Ask @Gr");
      fireEvent.blur(area);
      expect(offered()).toEqual([]);
      letAnswer("Gr");
      await waitFor(() => expect(currentQueryClient().isFetching({ queryKey: ["members"] })).toBe(0));
      expect(offered()).toEqual([]);
      fireEvent.click(area);
      await waitFor(() => expect(offered()).toHaveLength(2));
      fireEvent.keyDown(area, { key: "Escape" });
      fireEvent.blur(area);
      fireEvent.click(area);
      expect(offered(), "closed by Escape").toEqual([]);
    });
  });

  test("reports a comment of somebody else", async () => {
    const sent = sentTo(
      reportComment,
      () => HttpResponse.json({ message: "Reported" }, { status: 201 }),
      idAndBody,
    );
    await openPost([ivan, sampleComment({ id: 4, user_id: 7, can: { edit: true, delete: true } })]);
    const flags = await screen.findAllByRole("button", { name: /^Report .*'s comment$/ });
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
  expect(screen.getByRole("list", { name: "Replies to Ivan Petrov" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Reply|Report the comment)/ })).toBeNull();
});
