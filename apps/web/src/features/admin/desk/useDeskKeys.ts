import { type RefObject, useEffect, useRef } from "react";
import type { AdminContent } from "../admin-model.ts";
import * as css from "../contents/contents.module.css";
import type { OpenedItem } from "../contents/Opened.tsx";
import type { Verdict } from "../contents/useDecide.ts";

interface DeskKeysOptions {
  isOn: boolean;
  /** The element that contains the table. */
  desk: RefObject<HTMLElement | null>;
  /** In the order of the table. */
  contents: readonly AdminContent[];
  opened: OpenedItem | undefined;
  onDecide: (content: AdminContent, verdict: Verdict) => void;
  onHelp: () => void;
}

const verdicts: Record<string, Verdict> = { a: "approve", f: "flag", r: "remove" };
const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Enter and Escape need no handling: a title is a button, and an item opens in a dialog. */
export function useDeskKeys(options: DeskKeysOptions) {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (latest.current.isOn && !isForOthers(event) && act(event, latest.current)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Handles a key; returns whether it had a meaning on the desk. */
function act({ key, repeat }: KeyboardEvent, options: DeskKeysOptions): boolean {
  const { desk, contents, opened, onDecide, onHelp } = options;
  const verdict = repeat ? undefined : verdicts[key];
  if (document.querySelector("dialog[open]")) {
    if (!verdict || opened?.purpose !== "read" || !opened.content.review) return false;
    onDecide(opened.content, verdict);
    return true;
  }
  const rows = [...(desk.current?.querySelectorAll("tbody tr") ?? [])];
  const place = rows.findIndex((row) => row.contains(document.activeElement));
  const step = steps[key];
  if (step !== undefined) {
    // Without focus in the table, the arrow keys scroll the page as usual.
    if (place < 0 && key.startsWith("Arrow")) return false;
    const row = rows[Math.max(0, Math.min(place + step, rows.length - 1))];
    row?.querySelector<HTMLElement>(`.${css.title}`)?.focus();
    return row !== undefined;
  }
  if (key === "?") {
    onHelp();
    return true;
  }
  const content = contents[place];
  if (!verdict || !content) return false;
  onDecide(content, verdict);
  return true;
}

/** The user is typing, or the key belongs to the browser or the system. */
function isForOthers({ target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
