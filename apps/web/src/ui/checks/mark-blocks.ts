import type { BlockCheck } from "@cairn/contract";
import { serverNow } from "../../lib/api/server-now.ts";
import { lineOf } from "../../lib/code/check-words.ts";
import type { CodeLanguage } from "../../lib/code/program.ts";
import { faultWords, runnableAs } from "../../lib/code/run-marked.ts";
import { type ProgramAnswer, runProgram } from "../../lib/code/run-program.ts";
import * as buttonCss from "../button.module.css";
import * as inputCss from "../input.module.css";
import * as kit from "../kit.module.css";
import * as css from "./checks.module.css";
import { fetchChecks } from "./checks.queries.ts";

/**
 * Puts below each marked block of an item's text what a reviewer saw of it, and what runs it in the reader's browser. The
 * signal ends what runs.
 */
export async function markBlocks(
  box: HTMLElement,
  { id, revision }: { id: number; revision: number },
  signal: AbortSignal,
): Promise<void> {
  const blocks = box.querySelectorAll("pre");
  // Without an answer there are no marks, and the text is as good as ever.
  const answer = await fetchChecks(id).catch(() => null);
  if (!answer || answer.items.length === 0 || signal.aborted || !box.isConnected) return;
  // Another revision has been approved since this text was loaded: nothing of it is said of this one.
  if (answer.revision !== revision) return;
  for (const part of box.querySelectorAll(`.${css.mark}, .${css.controls}`)) part.remove();
  const runnables: Runnable[] = [];
  for (const check of answer.items) {
    const pre = blocks[check.block - 1];
    if (!pre) continue;
    const line = lineOf(check, serverNow());
    const mark = line === null ? null : markOf(check, line);
    const language = check.mode === "compiles" ? undefined : runnableAs(check, answer.runs_python === true);
    const controls = language && { check, language, pre, editor: null };
    if (controls) runnables.push(controls);
    outputBelow(pre).after(
      ...(mark ? [mark] : []),
      ...(controls ? [controlsOf(controls, runnables, signal)] : []),
    );
  }
}

/** The block's `output` block where it has one, so that the mark is below both. */
function outputBelow(block: Element): Element {
  const next = block.nextElementSibling;
  return next?.matches("pre") && next.querySelector("code.language-output") ? next : block;
}

function markOf({ outcome }: BlockCheck, line: string): HTMLElement {
  const mark = element("div", css.mark);
  mark.dataset.outcome = outcome;
  mark.append(element("span", "", line));
  return mark;
}

/** A block that readers can run, with what they have made of its code. */
interface Runnable {
  readonly check: BlockCheck;
  readonly language: CodeLanguage;
  readonly pre: HTMLElement;
  /** Null: the code is as the article has it. */
  editor: HTMLTextAreaElement | null;
}

/** The blocks that run when one is run: those before it in its session, and itself. */
function programOf(last: Runnable, all: readonly Runnable[]): Runnable[] {
  const { session } = last.check;
  if (session === undefined) return [last];
  const sameSession = all.filter(
    ({ language, check }) => language === last.language && check.session === session,
  );
  return sameSession.slice(0, sameSession.indexOf(last) + 1);
}

const codeOf = ({ editor, check }: Runnable) => editor?.value ?? check.code;

function controlsOf(runnable: Runnable, all: readonly Runnable[], textEnd: AbortSignal): HTMLElement {
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
    const answer = await runProgram(runnable.language, blocks, signal);
    const isStopFocused = document.activeElement === stop;
    [run.hidden, stop.hidden] = [false, true];
    if (isStopFocused) run.focus();
    if (running?.signal === signal) result.replaceChildren(...resultOf(answer));
  };
  stop.onclick = () => running?.abort();
  textEnd.addEventListener("abort", () => running?.abort());

  edit.onclick = () => {
    const box = element("label", `${kit.stack} ${kit.gap2} ${kit.small} ${css.editor}`, `Code of ${name}`);
    const area = document.createElement("textarea");
    area.className = `${inputCss.root} ${inputCss.text} ${inputCss.textarea}`;
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
    running = null;
    runnable.editor?.parentElement?.remove();
    runnable.editor = null;
    runnable.pre.hidden = false;
    [edit.hidden, reset.hidden] = [false, true];
    result.replaceChildren();
    edit.focus();
  };

  const controls = element("div", `${kit.cluster} ${kit.gap2} ${kit.small} ${css.controls}`);
  controls.append(run, stop, edit, reset, result);
  return controls;
}

const ends = {
  ran: "It ran in your browser.",
  parsed: "It was parsed.",
  threw: "It ended with an error, in your browser.",
  broken: "It does not parse.",
};

/** What the last block of a program did. */
function resultOf({ results, fault }: ProgramAnswer): HTMLElement[] {
  if (fault) return [element("p", css.fault, faultWords[fault])];
  const last = results.at(-1);
  if (!last) return [];
  const { end, output } = last;
  const isRight = end === "ran" || end === "parsed";
  const line = end === "ran" && output === "" ? "It ran in your browser and printed nothing." : ends[end];
  return [
    element("p", isRight ? "" : css.fault, line),
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
