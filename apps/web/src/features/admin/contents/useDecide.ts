import { isBlank } from "@cairn/contract";
import { serverNow } from "../../../lib/api/server-now.ts";
import { needsNote } from "../../../lib/code/marked-run.ts";
import { readItem, writeItem } from "../../../lib/storage.ts";
import { toast } from "../../../ui/toast-store.ts";
import { type ApprovalTerms, useAdminCalls } from "../admin-calls.ts";
import { type AdminContent, otherReader } from "../admin-model.ts";
import { useAgain } from "../asked-item.ts";
import { useReportedAction } from "../useAction.tsx";

export type Verdict = "approve" | "flag" | "remove";
export type Open = (content: AdminContent, purpose: "read" | Verdict) => void;
/** Called once a decision has succeeded or was refused; a refusal means that the item has changed. */
export type OnAnswered = (succeeded: boolean) => void;

/** What an admin has typed and not sent, by item: a decision that is refused as stale does not lose it. */
export type Unsent = Map<number, string>;

/** What an unsent decision about an item is about. */
export const aboutDecision = (id: number) => `decision:${id}`;

/** By item: what goes with its approval. */
export type Terms = Map<number, ApprovalTerms>;

/** Set once the hint has been shown on this device. */
const readFirstKey = "deskReadFirst";

const wantsNote = "Not all of its code passed. To approve it anyway, add a note that says why.";

/** Why an approval on these terms cannot be sent. */
function problemOf(
  { desk }: AdminContent,
  { problem, seenRevision, code, note = "" }: ApprovalTerms,
): string | undefined {
  if (problem) return problem;
  if (seenRevision !== desk?.revision) return "Its text is still on its way.";
  if (code?.isRunning) return "The code is still running. Wait until it has ended, or stop it.";
  if (code && needsNote(code) && isBlank(note)) return wantsNote;
  return undefined;
}

/** Approves with the note and the term that are chosen for the item, if there are any, and forgets them. */
export function useApprove(terms?: Terms) {
  const calls = useAdminCalls();
  return async (content: AdminContent): Promise<string> => {
    const told = await calls.approve(content, terms?.get(content.id));
    terms?.delete(content.id);
    return told;
  };
}

/**
 * What App, Flag and Rem do. With live data most of them ask first (docs/rules.md#browser-alerts), in the dialog that `onOpen`
 * opens.
 * @param terms go with the approval of the open item; undefined: no item is open
 */
export function useDecide(onOpen: Open, terms?: Terms) {
  const calls = useAdminCalls();
  const isLive = calls.kind === "live";
  const report = useReportedAction();
  const approve = useApprove(terms);
  const again = useAgain();
  return async (content: AdminContent, verdict: Verdict, onAnswered?: OnAnswered) => {
    if (!rightsOf(content)[verdict]) return;
    if (isLive && verdict === "approve") {
      // Nothing is approved that was not opened (docs/rules.md#decisions-on-the-desk).
      if (!terms) {
        if (readItem(readFirstKey) === null) toast("Read it first, then approve it", { kind: "note" });
        writeItem(readFirstKey, "told");
        return onOpen(content, "read");
      }
      const wrong = problemOf(content, terms.get(content.id) ?? {});
      if (wrong) return void toast(wrong, { kind: "error" });
    }
    const isAsked = verdict !== "approve" || otherReader(content.desk?.claim, serverNow()) !== null;
    if (isLive && isAsked) return onOpen(content, verdict);
    const succeeded = await report(
      () => (verdict === "approve" ? approve(content) : calls[verdict](content)),
      isLive ? again(content) : undefined,
    );
    onAnswered?.(succeeded);
  };
}

/**
 * What the server permits if it says so, else docs/evidence/spec-clauses.md#s4-admin-statuses: App unless approved, Flag unless
 * flagged, Rem always.
 */
export const rightsOf = ({ status, desk }: AdminContent) =>
  desk?.can ?? { approve: status !== "Approved", flag: status !== "Flagged", remove: true };
