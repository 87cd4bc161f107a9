import {
  type BlockCheck,
  type ProgramBlock,
  programFaults,
  pythonMs,
  pythonNames,
  type ScriptKind,
  scriptKinds,
} from "@cairn/contract";
import { detailsOf, lineOf } from "../../lib/checks/check-words.ts";
import type { RunAnswer } from "../../lib/checks/run-in-worker.ts";
import * as buttonCss from "../button.module.css";
import { codeTextOf } from "../copy-code.ts";
import * as inputCss from "../input.module.css";
import * as css from "./checks.module.css";
import { fetchChecks } from "./checks.queries.ts";

/** Milliseconds before a reviewer's marks are asked for again while code is still running. */
const askAgainAfter = 3_000;

/**
 * Puts a mark below each checked block of an item's text, and what runs it in the reader's browser. For reviewers `revision` names the one that they read, and a line
 * says so while its code is still running.
 */
export async function markBlocks(box: HTMLElement, id: number, revision?: number): Promise<void> {
  const blocks = box.querySelectorAll("pre");
  // Without an answer there are no marks, and the text is as good as ever.
  const answer = await fetchChecks(id, revision).catch(() => null);
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

type Kind = ScriptKind | "python";

/** A block that readers can run, with what they have made of its code. */
interface Runnable {
  readonly check: BlockCheck;
  readonly kind: Kind;
  readonly pre: HTMLElement;
  /** Null: the code is as the article has it. */
  editor: HTMLTextAreaElement | null;
}

const isScript = (language: string): language is keyof typeof scriptKinds =>
  Object.hasOwn(scriptKinds, language);

/** Null: it is not run in a browser. */
function kindOf({ language, outcome, compiles_only }: BlockCheck, runsPython: boolean): Kind | null {
  const name = language.toLowerCase();
  if (isScript(name)) return outcome === "parsed" ? null : scriptKinds[name];
  return runsPython && pythonNames.includes(name) && !compiles_only ? "python" : null;
}

/**
 * Puts Run and Edit below each block that a browser can run, after its mark: of JavaScript, TypeScript and, where the site
 * has what runs it, Python. `placed` are the marked blocks of a text, in its order.
 */
function offerRuns(
  placed: readonly { check: BlockCheck; pre: HTMLElement; mark: HTMLElement }[],
  runsPython: boolean,
): void {
  const runnables: Runnable[] = [];
  for (const { check, pre, mark } of placed) {
    const kind = kindOf(check, runsPython);
    if (kind === null) continue;
    const runnable: Runnable = { check, kind, pre, editor: null };
    runnables.push(runnable);
    mark.after(controlsOf(runnable, runnables));
  }
}

/** The blocks that run when one is run: those before it in its session, and itself. */
function programOf(last: Runnable, all: readonly Runnable[]): Runnable[] {
  const { session } = last.check;
  if (session === undefined) return [last];
  const sameSession = all.filter(({ kind, check }) => kind === last.kind && check.session === session);
  return sameSession.slice(0, sameSession.indexOf(last) + 1);
}

const codeOf = ({ editor, pre }: Runnable) => editor?.value ?? codeTextOf(pre);

function controlsOf(runnable: Runnable, all: readonly Runnable[]): HTMLElement {
  const name = `block ${runnable.check.block}`;
  const run = button("Run", name);
  const stop = button("Stop", name);
  const edit = button("Edit", name);
  const reset = button("Reset", name);
  const result = element("div", css.ran);
  result.setAttribute("role", "status");
  stop.hidden = true;
  reset.hidden = true;

  let running: AbortController | null = null;
  run.onclick = async () => {
    running = new AbortController();
    const hadFocus = document.activeElement === run;
    [run.hidden, stop.hidden] = [true, false];
    if (hadFocus) stop.focus();
    result.replaceChildren(element("p", "", "Running in your browser..."));
    const blocks = programOf(runnable, all).map((block) => ({ code: codeOf(block), isRun: true }));
    const { signal } = running;
    const answer = await runBlocks(runnable.kind, blocks, signal).catch(() => "unavailable" as const);
    const isStopFocused = document.activeElement === stop;
    [run.hidden, stop.hidden] = [false, true];
    if (isStopFocused) run.focus();
    result.replaceChildren(...resultOf(answer, runnable.kind));
  };
  stop.onclick = () => running?.abort();

  edit.onclick = () => {
    const box = element("label", css.editor, `Code of ${name}`);
    const area = document.createElement("textarea");
    area.className = `${inputCss.root} ${inputCss.textarea}`;
    area.value = codeOf(runnable).trimEnd();
    area.rows = Math.min(24, area.value.split("\n").length + 1);
    area.dir = "ltr";
    area.spellcheck = false;
    area.autocapitalize = "off";
    box.append(area);
    runnable.editor = area;
    runnable.pre.hidden = true;
    runnable.pre.after(box);
    [edit.hidden, reset.hidden] = [true, false];
    area.focus();
  };
  reset.onclick = () => {
    running?.abort();
    runnable.editor?.parentElement?.remove();
    runnable.editor = null;
    runnable.pre.hidden = false;
    [edit.hidden, reset.hidden] = [false, true];
    result.replaceChildren();
    edit.focus();
  };

  const controls = element("div", css.controls);
  controls.append(run, stop, edit, reset, result);
  return controls;
}

/** The engines come with the first press. */
async function runBlocks(
  kind: Kind,
  blocks: readonly ProgramBlock[],
  signal: AbortSignal,
): Promise<RunAnswer> {
  if (kind === "python") return (await import("../../lib/checks/run-python.ts")).runPython(blocks, signal);
  return (await import("../../lib/checks/run-script.ts")).runScript(kind, blocks, signal);
}

const faults = {
  ...programFaults,
  stopped: "Stopped.",
  unavailable: "The interpreter could not be loaded.",
};

const ends = {
  ran: "It ran in your browser.",
  parsed: "It was parsed.",
  threw: "It ended with an error, in your browser.",
  broken: "It does not parse.",
};

/** What the last block of a program did. */
function resultOf(answer: RunAnswer, kind: Kind): HTMLElement[] {
  if (typeof answer === "string") {
    const isLatePython = answer === "late" && kind === "python";
    const words = isLatePython ? `It ran longer than ${pythonMs.program / 1_000} seconds.` : faults[answer];
    return [element("p", css.fault, words)];
  }
  const last = answer.at(-1);
  if (!last) return [];
  const { end, output } = last;
  const line = end === "ran" && output === "" ? "It ran in your browser and printed nothing." : ends[end];
  return [
    element("p", end === "ran" ? "" : css.fault, line),
    ...(output === "" ? [] : [element("samp", css.output, output)]),
  ];
}

function button(label: string, name: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `${buttonCss.root} ${buttonCss.secondary} ${buttonCss.sm}`;
  made.textContent = label;
  made.setAttribute("aria-label", `${label} ${name}`);
  return made;
}

/** A new element with text, for what is added to an article that React does not draw. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
