import { history, redo, undo } from "@codemirror/commands";
import type { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { readUndo, writeUndo } from "./undo.ts";

const open = (text: string, kept?: unknown) => readUndo(text, kept, history());

const type = (state: EditorState, insert: string) =>
  state.update({ changes: { from: state.doc.length, insert }, userEvent: "input.paste" }).state;

function after(step: typeof undo, state: EditorState): EditorState {
  let now = state;
  step({ state, dispatch: (transaction) => (now = transaction.state) });
  return now;
}

const undone = (state: EditorState) => after(undo, state).doc.toString();
const redone = (state: EditorState) => after(redo, state).doc.toString();

/** As a reload leaves it. */
const stored = (state: EditorState): unknown => JSON.parse(JSON.stringify(writeUndo(state) ?? null));

test("steps of undo survive with the text that they belong to", () => {
  const state = type(type(open("One."), " Two."), " Three.");
  const kept = stored(state);
  expect(undone(open("One. Two. Three.", kept))).toBe("One. Two.");
  expect(undone(open("One. Two. Other.", kept))).toBe("One. Two. Other.");
});

test("a step that was undone is done again, before a reload and after it", () => {
  const typed = type(type(open("One."), " Two."), " Three.");
  const back = after(undo, open("One. Two. Three.", stored(typed)));
  expect(redone(back)).toBe("One. Two. Three.");
  const later = open("One. Two.", stored(back));
  expect(redone(later)).toBe("One. Two. Three.");
  expect(undone(later)).toBe("One.");
  const all = after(undo, after(undo, typed));
  expect(redone(open("One.", stored(all)))).toBe("One. Two.");
});

test("steps that could be anything are dropped, and the text stays", () => {
  const good = stored(type(open("One."), " Two.")) as { fingerprint: string };
  for (const kept of [
    null,
    4,
    {},
    { ...good, history: { done: [{ changes: ["x"] }] } },
    { ...good, history: 4 },
  ])
    expect(undone(open("One. Two.", kept))).toBe("One. Two.");
});

test("only the newest steps are stored, within a bound", () => {
  let state = open("");
  for (let step = 0; step < 60; step += 1) {
    const insert = step % 2 === 0 ? "stone ".repeat(2_000) : "";
    state = state.update({
      changes: { from: 0, to: state.doc.length, insert },
      userEvent: `input.${step}`,
    }).state;
  }
  state = type(state, "last");
  const kept = stored(state);
  expect(JSON.stringify(kept).length).toBeLessThan(210_000);
  expect(undone(open("last", kept))).toBe("");
});

test("a text without steps stores none", () => {
  expect(writeUndo(open("One."))).toBeUndefined();
});
