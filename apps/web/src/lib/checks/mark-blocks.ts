import { type BlockCheck, getChecks } from "@cairn/contract";
import { api } from "../api/api.ts";
import { detailsOf, lineOf } from "./check-words.ts";
import * as css from "./checks.module.css";
import { element, offerRuns } from "./run-controls.ts";

/** Milliseconds before a reviewer's marks are asked for again while code is still running. */
const askAgainAfter = 3_000;

/**
 * Puts a mark below each checked block of an item's text, and what runs it in the reader's browser. For reviewers `revision` names the one that they read, and a line
 * says so while its code is still running.
 */
export async function markBlocks(box: HTMLElement, id: number, revision?: number): Promise<void> {
  const blocks = box.querySelectorAll("pre");
  const query = revision === undefined ? {} : { revision };
  // Without an answer there are no marks, and the text is as good as ever.
  const answer = await api.call(getChecks, { params: { id }, query }).catch(() => null);
  if (!answer || !box.isConnected) return;
  for (const mark of box.querySelectorAll(`.${css.mark}, .${css.running}`)) mark.remove();
  const placed = answer.items.flatMap((check) => {
    const pre = blocks[check.block - 1];
    const mark = pre && markOf(check);
    if (!mark) return [];
    outputBelow(pre).after(mark);
    return [{ check, pre, mark }];
  });
  // Marks that will be made again would take what a reader has typed with them.
  if (revision === undefined || !answer.running) {
    offerRuns(placed, answer.runs_python === true);
    return;
  }
  box.prepend(element("p", css.running, "Its code is still running."));
  setTimeout(() => {
    if (box.isConnected) void markBlocks(box, id, revision);
  }, askAgainAfter);
}

/** The block's `output` block where it has one, so that the mark is below both. */
function outputBelow(block: Element): Element {
  const next = block.nextElementSibling;
  return next?.matches("pre") && next.querySelector("code.language-output") ? next : block;
}

function markOf(check: BlockCheck): HTMLElement | null {
  const line = lineOf(check);
  if (line === null) return null;
  const details = detailsOf(check);
  const mark = element(details.length > 0 ? "details" : "div", css.mark);
  mark.dataset.outcome = check.outcome;
  mark.append(element(details.length > 0 ? "summary" : "span", "", line));
  for (const [label, text] of details) {
    mark.append(element("p", "", label), element("samp", css.output, text));
  }
  return mark;
}
