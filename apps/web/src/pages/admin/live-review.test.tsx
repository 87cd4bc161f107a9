import { approveContent, getChecks, getRevision, listDeskItems, type RevisionPreview } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { deskItem, openLive, preview } from "@tests/support/web/admin-live.ts";
import { sampleMedia, sampleReview } from "@tests/support/web/content-samples.ts";
import { answer, refusal } from "@tests/support/web/fake-api.ts";
import { markedBlock, program } from "@tests/support/web/fake-program.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { currentQueryClient } from "../../lib/query-client.ts";

const { title } = deskItem();

/** Opens the waiting revision; earlier ones are answered by their number. */
async function read(waiting: RevisionPreview, ...earlier: RevisionPreview[]) {
  const { user } = await openLive(
    "/content-management",
    answer(getRevision, ({ params }) => {
      const found = [waiting, ...earlier].find(({ number }) => String(number) === params.number);
      return found ? HttpResponse.json(found) : refusal("revision_not_found");
    }),
  );
  await user.click(await screen.findByRole("button", { name: title }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: title })) };
}

const changes = (dialog: Awaited<ReturnType<typeof read>>["dialog"], number: number) =>
  dialog.findByRole("region", { name: `Changes since revision ${number}` });

const flag = sampleReview({ content_id: 81, revision: 1, decision: "flagged", reason: "Name the sources." });

describe("a waiting revision beside the approved one", () => {
  test("shows added and removed words, labelled for screen readers", async () => {
    const old = preview({ number: 1, body: "A plan is a list." });
    const { dialog } = await read(preview({ approved: old }));
    const region = await changes(dialog, 1);
    expect(within(region).getByRole("deletion").textContent).toBe("[removed: list]");
    expect(within(region).getByRole("insertion").textContent).toBe("[added: **tree**]");
    expect(region.textContent).toContain("Readers see revision 1 until another one is approved.");
  });

  test("shows controls of direction, which could hide what the code does", async () => {
    const old = preview({ number: 1, body: "if (isAdmin) { // \u2066begin" });
    const { dialog } = await read(preview({ approved: old, body: "if (isAdmin) { // \u202E \u2066begin" }));
    const region = await changes(dialog, 1);
    expect(region.textContent).toContain("U+202E");
    expect(region.textContent).toContain("U+2066begin");
    expect(region.textContent).not.toMatch(/[\u202E\u2066]/);
  });

  test("shows which of title, category, type, summary, cover and file changed", async () => {
    const old = preview({
      number: 1,
      title: "Query plans",
      category_name: "Cyber Security",
      content_type: "Video",
      summary: "Trees of a plan.",
      cover: sampleMedia({ url: "/media/c1.png?expires=1" }),
      applies_to: ["postgresql 15"],
      media: sampleMedia({ url: "/media/a1.jpg?expires=1", alt: "A list" }),
      poster: "/media/p1.jpg?expires=1",
    });
    const media = sampleMedia({ url: "/media/b2.jpg?expires=2", alt: "A tree" });
    const { dialog } = await read(preview({ approved: old, media }));
    const region = await changes(dialog, 1);
    const facts = [...region.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(facts).toEqual([
      "Title[removed: Query plans] [added: Reading a query plan]",
      "Category[removed: Cyber Security] [added: Data Science]",
      "Type[removed: Video] [added: Article]",
      "Summary[removed: Trees of a plan.] ",
      "Cover[removed: c1.png] ",
      "Applies to[removed: postgresql 15] ",
      "File[removed: a1.jpg (image/jpeg)] [added: b2.jpg (image/jpeg)]",
      "Poster[removed: p1.jpg] ",
      "What the file shows[removed: A list] [added: A tree]",
    ]);
    expect(region.textContent).toContain("The text is the same.");
  });

  test("does not show a file as changed when only its private address differs", async () => {
    const media = sampleMedia({ url: "/media/a1.jpg?expires=2" });
    const old = preview({ number: 1, media: sampleMedia({ url: "/media/a1.jpg?expires=1" }) });
    const { dialog } = await read(preview({ approved: old, media }));
    expect((await changes(dialog, 1)).textContent).toContain("Nothing changed.");
  });

  test("folds long stretches that did not change", async () => {
    const lines = Array.from({ length: 12 }, (_, place) => `Line ${place + 1}`);
    const old = preview({ number: 1, body: [...lines, "The end"].join("\n") });
    const { user, dialog } = await read(
      preview({ approved: old, body: [...lines, "The very end"].join("\n") }),
    );
    const region = within(await changes(dialog, 1));
    const folded = region.getByText("10 unchanged lines").closest("details");
    expect(folded?.open).toBe(false);
    await user.click(region.getByText("10 unchanged lines"));
    expect(folded?.textContent).toContain("Line 10");
    expect(region.getByRole("insertion").textContent).toBe("[added: very ]");
  });
});

test("an approval holds as long as its category says, or as the admin chooses beside the text", async () => {
  const sent: Record<string, unknown>[] = [];
  const { user } = await openLive(
    "/content-management",
    answer(getRevision, () => HttpResponse.json(preview())),
    answer(approveContent, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(deskItem());
    }),
  );
  for (const choice of ["180 days (default)", "90 days", "No end"]) {
    await user.click(await screen.findByRole("button", { name: title }));
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    await user.selectOptions(await dialog.findByLabelText("Good until"), choice);
    await user.click(dialog.getByRole("button", { name: `App: approve ${title}` }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  expect(sent[0]).toEqual({ revision: 2, seen: 12 });
  const until = Date.parse(String(sent[1]?.good_until));
  expect(Math.round((until - Date.now()) / 86_400_000)).toBe(90);
  expect(sent[2]?.good_until).toBeNull();
});

describe("a waiting revision with marked code", () => {
  const items = [markedBlock({ block: 1, expected: "4" }), markedBlock({ block: 2, language: "go" })];

  test("is run as soon as it is opened; an approval says what the code did, and waits for its end", async () => {
    const end = closedGate();
    program.mockImplementation(async () => {
      await end.opened;
      return { results: [{ end: "ran", output: "4" }], fault: null };
    });
    const sent: unknown[] = [];
    const { user } = await openLive(
      "/content-management",
      answer(getRevision, () => HttpResponse.json(preview())),
      answer(getChecks, () => HttpResponse.json({ items })),
      answer(approveContent, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(deskItem());
      }),
    );
    await user.click(await screen.findByRole("button", { name: title }));
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    expect(await dialog.findByText("Running the code in your browser: 1 of 2 done")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: `App: approve ${title}` }));
    expect(await screen.findByText(/^The code is still running\./)).toBeDefined();
    end.open();
    expect(await dialog.findByText("2 code blocks in your browser: 1 not run.")).toBeDefined();
    expect(await dialog.findByText("To approve it anyway, add a note that says why.")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: `App: approve ${title}` }));
    expect(await screen.findByText(/^Not all of its code passed\./)).toBeDefined();
    await user.type(dialog.getByLabelText("Note (optional)"), "The Go code was compiled elsewhere.");
    await user.click(dialog.getByRole("button", { name: `App: approve ${title}` }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([
      {
        revision: 2,
        seen: 12,
        note: "The Go code was compiled elsewhere.",
        checks: [{ block: 1, outcome: "passed" }],
      },
    ]);
  });

  test("says nothing of another revision's code, which is not approved before its text is shown", async () => {
    let revision = 2;
    let shown = closedGate();
    const sent: unknown[] = [];
    const { user } = await openLive(
      "/content-management",
      answer(listDeskItems, () =>
        HttpResponse.json({
          items: [deskItem({ revision, pending_revision: revision })],
          next: null,
          total: 1,
        }),
      ),
      answer(getRevision, async () => {
        await shown.opened;
        return HttpResponse.json(preview({ number: revision }));
      }),
      answer(getChecks, () => HttpResponse.json({ items: revision === 2 ? items.slice(0, 1) : [] })),
      answer(approveContent, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(deskItem());
      }),
    );
    const open = async () => user.click(await screen.findByRole("button", { name: title }));
    shown.open();
    await open();
    expect(await screen.findByText("1 code block passed in your browser.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Close" }));
    revision = 3;
    shown = closedGate();
    await currentQueryClient().invalidateQueries();
    await screen.findByText(/Revision 3/);
    await open();
    await user.keyboard("a");
    expect(await screen.findByText("Its text is still on its way.")).toBeDefined();
    expect(sent).toEqual([]);
    shown.open();
    await screen.findByText("tree");
    await user.keyboard("a");
    await waitFor(() => expect(sent).toEqual([{ revision: 3, seen: 12 }]));
  });

  test("can be stopped, and what was not run is said", async () => {
    program.mockImplementation(
      (_language, _blocks, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) resolve({ results: [], fault: "stopped" });
          signal.addEventListener("abort", () => resolve({ results: [], fault: "stopped" }));
        }),
    );
    const { user } = await openLive(
      "/content-management",
      answer(getRevision, () => HttpResponse.json(preview())),
      answer(getChecks, () => HttpResponse.json({ items: items.slice(0, 1) })),
    );
    await user.click(await screen.findByRole("button", { name: title }));
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByText("Block 1 (js): not run. Stopped.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Run again" })).toBeDefined();
  });
});

describe("a waiting revision of a never published item", () => {
  test("is compared with the flagged one, with the reason for the flag and the author's answer", async () => {
    const { dialog } = await read(
      preview({
        reviews: [{ ...flag, answer: "They are at the end." }],
        body: "A plan is a tree. Source: the manual.",
      }),
      preview({ number: 1, body: "A plan is a tree." }),
    );
    const region = await changes(dialog, 1);
    expect(region.textContent).toContain("Grace Wanjiku flagged it");
    expect(dialog.getByText("The author’s answer to Grace Wanjiku")).toBeDefined();
    expect(dialog.getByText("They are at the end.")).toBeDefined();
    expect(region.textContent).toContain("“Name the sources.”");
    expect(within(region).getByRole("insertion").textContent).toContain("Source: the manual.");
  });

  test("is no first submission as a second revision that nobody decided about before", async () => {
    const { dialog } = await read(preview());
    expect(
      await dialog.findByText(
        "Nothing was approved or flagged before: there is no earlier version to compare.",
      ),
    ).toBeDefined();
    expect(dialog.queryByRole("region")).toBeNull();
  });

  test("can still be read and decided about when the earlier one can't be loaded", async () => {
    const { dialog } = await read(preview({ reviews: [flag] }));
    expect(await dialog.findByText("This could not be loaded.")).toBeDefined();
    expect(dialog.getByText("tree").tagName).toBe("STRONG");
    expect(dialog.getByRole("button", { name: `App: approve ${title}` })).toBeDefined();
  });
});
