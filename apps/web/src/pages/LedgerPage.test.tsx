import { getLogState, type LedgerNote, type LedgerRow, type LogState, listLedger } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { sampleReview } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

async function sha256(text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

const reason = "Name the sources.";
const salt = "5a".repeat(32);
const saltedReason = new Uint8Array([...Buffer.from(salt, "hex"), ...Buffer.from(reason)]);

/** Newest first. */
async function chainOf(length: number): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const isFlag = seq === 2;
    const said: LedgerRow = {
      ...sampleReview({
        seq,
        content_id: seq,
        decision: isFlag ? "flagged" : "approved",
        ...(isFlag && { reason, reason_salt: salt, reason_commitment: await sha256(saltedReason) }),
        previous_hash: rows[0]?.hash ?? "0".repeat(64),
      }),
      title: isFlag ? null : `Post ${seq}`,
    };
    rows.unshift({ ...said, hash: await sha256(JSON.stringify(said)) });
  }
  return rows;
}

/** Pages of two rows, with all notes on the last. */
function answerLedger(rows: readonly LedgerRow[], notes: readonly LedgerNote[] = []) {
  const [head] = [...notes, ...rows];
  server.use(
    answer(listLedger, ({ request }) => {
      const start = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
      return HttpResponse.json({
        items: rows.slice(start, start + 2),
        notes: start + 2 < rows.length ? [] : notes,
        next: start + 2 < rows.length ? String(start + 2) : null,
        head: head ? { seq: head.seq, hash: head.hash } : null,
      });
    }),
  );
}

const rowTexts = () =>
  [...document.querySelectorAll(".ledger-rows h3")].map(({ textContent }) => textContent);

describe("the public ledger", () => {
  test("lists all decisions for everybody, newest first, with reviewer, time and reason", async () => {
    answerLedger(await chainOf(2));
    renderApp("/ledger");
    expect(await screen.findByRole("heading", { level: 1, name: "Ledger" })).toBeDefined();
    await waitFor(() =>
      expect(rowTexts()).toEqual(["FlaggedItem 2, not public nowrevision 1", "ApprovedPost 1revision 1"]),
    );
    expect(screen.getByRole("link", { name: "Post 1" }).getAttribute("href")).toBe("/posts/1");
    expect(screen.getByText("Name the sources.")).toBeDefined();
    expect(screen.getAllByText(/^Grace Wanjiku \(Admin\),/)).toHaveLength(2);
    expect(document.title).toBe("Ledger · Cairn");
  });

  test("shows a decision about unpublished work without its reviewer, and says so", async () => {
    const rows = await chainOf(2);
    const secret = { reviewer: null, reviewer_salt: null, reason: null, reason_salt: null };
    answerLedger(rows.map((row) => (row.seq === 2 ? { ...row, ...secret } : row)));
    renderApp("/ledger");
    const row = (await screen.findByText("Item 2, not public now")).closest("li");
    expect(row?.textContent).toContain("Reviewer and reason are not public, ");
    expect(screen.getAllByText(/^Grace Wanjiku \(Admin\),/)).toHaveLength(1);
  });

  test("says that a reason was erased", async () => {
    const rows = await chainOf(2);
    answerLedger(rows.map((row) => (row.seq === 2 ? { ...row, reason: null, reason_salt: null } : row)));
    renderApp("/ledger");
    expect(await screen.findByText("Reason erased")).toBeDefined();
    expect(screen.queryByText(reason)).toBeNull();
  });

  test("lists and counts a row about the log itself with the others", async () => {
    const rows = await chainOf(2);
    answerLedger(rows, [{ seq: 3, leaf: "{}", hash: await sha256("{}") }]);
    renderApp("/ledger");
    expect(await screen.findByText("Showing 3 of 3 rows")).toBeDefined();
    expect(rowTexts()[0]).toBe("About the log itself");
  });

  test("shows each hash short, and in full when it is opened", async () => {
    const [newest] = await chainOf(1);
    answerLedger([newest as LedgerRow]);
    renderApp("/ledger");
    const row = within((await screen.findByRole("link", { name: "Post 1" })).closest("li") as HTMLElement);
    expect(row.getByText(`${newest?.hash.slice(0, 12)}…`)).toBeDefined();
    expect(row.getByText(newest?.hash ?? "")).toBeDefined();
    expect(row.getByText("0".repeat(64))).toBeDefined();
  });

  test("loads more up to the first row, and the focus is on the first new row", async () => {
    answerLedger(await chainOf(3));
    const { user } = renderApp("/ledger");
    await user.click(await screen.findByRole("button", { name: "Load More" }));
    await screen.findByText("Showing 3 of 3 rows");
    expect(rowTexts()).toHaveLength(3);
    expect(document.activeElement?.closest("li")?.textContent).toContain("Post 1");
    expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
  });

  test("shows its newest hash with a copy button", async () => {
    const rows = await chainOf(2);
    answerLedger(rows);
    const { user } = renderApp("/ledger");
    await user.click(await screen.findByRole("button", { name: "Copy the hash" }));
    expect(await navigator.clipboard.readText()).toBe(rows[0]?.hash);
    expect(await screen.findByText("Hash copied")).toBeDefined();
  });

  test("explains how to check it", async () => {
    answerLedger(await chainOf(1));
    const { user } = renderApp("/ledger");
    await user.click(await screen.findByText("How to check it yourself"));
    expect(screen.getByText(/curl -s .*\/content\/1\/canonical \| sha256sum/)).toBeDefined();
  });

  test("says when there is no decision", async () => {
    answerLedger([]);
    renderApp("/ledger");
    expect(await screen.findByText("No decisions yet.")).toBeDefined();
  });

  test("can be loaded again after a failure", async () => {
    answerLedger(await chainOf(1));
    server.use(answer(listLedger, () => refusal("too_many_requests"), { once: true }));
    const { user } = renderApp("/ledger");
    await screen.findByText("The ledger could not be loaded.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "Post 1" })).toBeDefined();
  });
});

describe("the signed log", () => {
  const signed = (more: Partial<LogState> = {}): LogState => ({
    origin: "cairn.test/log",
    key: "cairn.test/log+00000000+AQ==",
    size: 5,
    root: "j7pcNxNulbx2jEnPhXIQEYndSZgFbmDkyICipPcXq1o=",
    signed_at: "2025-11-18T14:20:01.000Z",
    witnesses: [
      { name: "club.example", key: "a", size: 5, cosigned_at: "2025-11-18T14:20:02.000Z" },
      { name: "campus.example", key: "b", size: null, cosigned_at: null },
    ],
    ...more,
  });
  const answerLog = (state: LogState) => server.use(answer(getLogState, () => HttpResponse.json(state)));

  test("is shown with its checkpoint and its witnesses", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    answerLedger(await chainOf(1));
    answerLog(signed());
    renderApp("/ledger");
    const section = within(await screen.findByRole("region", { name: "Signed checkpoint" }));
    expect(section.getByText("j7pcNxNulbx2jEnPhXIQEYndSZgFbmDkyICipPcXq1o=")).toBeDefined();
    const [one, other] = section.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(one).toMatch(/^club\.example has seen 5 entries, 19 Nov 2025, 03:20/);
    expect(other).toBe("campus.example has seen nothing yet");
  });
});
