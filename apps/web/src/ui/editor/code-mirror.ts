import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redo } from "@codemirror/commands";
import { markdownKeymap, markdownLanguage } from "@codemirror/lang-markdown";
import { HighlightStyle, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import {
  Compartment,
  EditorState,
  type Extension,
  Prec,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  dropCursor,
  EditorView,
  keymap,
  placeholder,
  ViewPlugin,
  WidgetType,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { indent } from "./edits.ts";
import { type Place, paragraphAt, type Surface, type TextTool, textTools, toolOfKey } from "./tools.ts";
import { type KeptUndo, readUndo, writeUndo } from "./undo.ts";

/** What may change while the editor is open. */
interface EditorFacts {
  isReadOnly: boolean;
  isInvalid: boolean;
  /** Read after the label, such as what is wrong with the text. */
  note: string | undefined;
}

export interface EditorOptions extends EditorFacts {
  /** Its shadow root takes the editor: the editor's styles are constructed sheets there, which the policy allows. */
  host: HTMLElement;
  label: string;
  text: string;
  placeholder: string | undefined;
  /** Characters; a change that would make the text longer is left out. */
  maxLength: number;
  undo: unknown;
  selection: { anchor: number; head: number } | undefined;
  scrollTop: number;
  /** Called once typing pauses, and before the focus or the page leaves. */
  onText: (text: string) => void;
  /** Called with the text that has no room for a change. */
  onFull: (text: string) => void;
  onPaste: (event: ClipboardEvent) => boolean;
  onDrop: (event: DragEvent) => boolean;
}

export interface TextView extends Surface {
  /** Takes a text that was not typed here; the steps of undo are dropped with the old one. */
  replaceText(text: string): void;
  setFacts(facts: EditorFacts): void;
  /** The steps of undo, as data to store with the text. */
  undo(): KeptUndo | undefined;
  hasFocus(): boolean;
  destroy(): void;
}

/** In milliseconds without a key: what is made of the whole text waits for it, so that a key press is drawn at once. */
const typingPause = 150;
/** In milliseconds: the form gets the text this often, however fast its author types. */
const longestWait = 3_000;

const usage =
  "Markdown. Press Escape, then Tab, to leave the editor. Type a slash on an empty line to list blocks.";

export function createTextView(options: EditorOptions): TextView {
  const { host, label, text, undo, selection } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const note = document.createElement("p");
  note.id = "note";
  note.hidden = true;
  const facts = new Compartment();

  const attributesOf = ({ isReadOnly, isInvalid, note: words }: EditorFacts): Extension => {
    note.textContent = words ? `${words} ${usage}` : usage;
    return [
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({
        "aria-label": label,
        "aria-describedby": note.id,
        "aria-required": "true",
        ...(isInvalid && { "aria-invalid": "true" }),
      }),
    ];
  };

  const extensions: Extension = [
    facts.of(attributesOf(options)),
    extensionsOf(options),
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) told.later();
    }),
    EditorView.domEventHandlers({ blur: () => told.now() }),
  ];
  const told = afterPause(() => options.onText(view.state.doc.toString()));
  const start = (content: string, kept: unknown) => readUndo(content, kept, extensions);

  const view = new EditorView({ state: start(text, undo), parent: root, root });
  root.append(note);
  if (selection) view.dispatch({ selection });
  view.scrollDOM.scrollTop = options.scrollTop;

  const surface: TextView = {
    read() {
      const { main } = view.state.selection;
      return { text: view.state.doc.toString(), from: main.from, to: main.to };
    },
    apply({ changes, anchor, head }) {
      if (view.state.readOnly) return;
      view.dispatch({ changes, selection: { anchor, head }, scrollIntoView: true, userEvent: "input" });
      view.focus();
    },
    focus: () => view.focus(),
    scroller: view.scrollDOM,
    hold: (words) => holdPlace(view, surface, words),
    replaceText(next) {
      told.cancel();
      if (next !== view.state.doc.toString()) view.setState(start(next, undefined));
    },
    setFacts: (now) => view.dispatch({ effects: facts.reconfigure(attributesOf(now)) }),
    undo: () => writeUndo(view.state),
    hasFocus: () => view.hasFocus,
    destroy() {
      told.stop();
      view.destroy();
    },
  };
  return surface;
}

/** Runs a task once typing pauses, and at the latest when the page is left. */
function afterPause(task: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the oldest change came that the task has not seen; undefined if it has seen all. */
  let since: number | undefined;
  function cancel() {
    clearTimeout(timer);
    since = undefined;
  }
  function now() {
    if (since === undefined) return;
    cancel();
    task();
  }
  // In the capturing phase: before the form's journal, which listens to the same events, writes what it knows.
  window.addEventListener("pagehide", now, true);
  document.addEventListener("visibilitychange", now, true);
  return {
    now,
    cancel,
    later() {
      const time = performance.now();
      since ??= time;
      clearTimeout(timer);
      timer = setTimeout(now, Math.max(0, Math.min(typingPause, since + longestWait - time)));
    },
    stop() {
      now();
      window.removeEventListener("pagehide", now, true);
      document.removeEventListener("visibilitychange", now, true);
    },
  };
}

function extensionsOf(options: EditorOptions): Extension {
  const { maxLength, onFull, onPaste, onDrop } = options;
  return [
    history(),
    // Not `markdown()`: that brings the parsers of HTML, CSS and JavaScript.
    markdownLanguage,
    Prec.high(keymap.of(markdownKeymap)),
    syntaxHighlighting(highlighting),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    directions,
    EditorView.contentAttributes.of({ spellcheck: "true", autocorrect: "on", autocapitalize: "sentences" }),
    options.placeholder ? placeholder(options.placeholder) : [],
    dropCursor(),
    held,
    look,
    // Without delay: nobody types a slash there by chance.
    autocompletion({ override: [blocksAfterSlash], icons: false, interactionDelay: 0 }),
    EditorState.changeFilter.of((transaction) => {
      const { length } = transaction.newDoc;
      if (length <= maxLength || length <= transaction.startState.doc.length) return true;
      onFull(transaction.startState.doc.toString());
      return false;
    }),
    EditorView.domEventHandlers({
      keydown(event, view) {
        const tool = toolOfKey(event);
        if (tool) runTool(view, tool);
        return tool !== undefined;
      },
      paste: (event, view) => !isCode(view.state) && onPaste(event),
      drop(event, view) {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at !== null && event.dataTransfer?.files.length) view.dispatch({ selection: { anchor: at } });
        return onDrop(event);
      },
    }),
    keymap.of([
      { key: "Tab", run: (view) => indentHere(view, false), shift: (view) => indentHere(view, true) },
      ...historyKeymap,
      { key: "Mod-Shift-z", run: redo },
      ...defaultKeymap,
    ]),
  ];
}

function runTool(view: EditorView, { edit }: Pick<TextTool, "edit">) {
  if (view.state.readOnly) return;
  const { main } = view.state.selection;
  const { changes, anchor, head } = edit({ text: view.state.doc.toString(), from: main.from, to: main.to });
  view.dispatch({ changes, selection: { anchor, head }, scrollIntoView: true, userEvent: "input" });
}

/** The kind of block around the caret. */
function blockAt(state: EditorState): "code" | "list" | undefined {
  for (
    let node: ReturnType<typeof syntaxTree>["topNode"] | null = syntaxTree(state).resolveInner(
      state.selection.main.head,
      -1,
    );
    node;
    node = node.parent
  ) {
    if (node.name === "FencedCode" || node.name === "CodeBlock") return "code";
    if (node.name === "ListItem") return "list";
  }
  return undefined;
}

const isCode = (state: EditorState) => blockAt(state) === "code";

/** Tab indents in lists and code; elsewhere it moves on to the next control, as in every text box. */
function indentHere(view: EditorView, isOut: boolean) {
  const block = blockAt(view.state);
  if (!block || view.state.readOnly) return false;
  const line = view.state.doc.lineAt(view.state.selection.main.from).text;
  // What is below an item begins under its words: three columns in after `1. `, two after `- `.
  const mark = block === "list" ? /^\s*(\d+[.)] )/.exec(line)?.[1] : undefined;
  runTool(view, { edit: indent(mark?.length ?? 2, isOut) });
  return true;
}

const blocks = textTools
  .filter(({ isBlock }) => isBlock)
  .map((tool) => ({
    label: `/${tool.label}`,
    displayLabel: tool.label,
    apply(view: EditorView, _: unknown, from: number, to: number) {
      view.dispatch({ changes: { from, to }, userEvent: "input.complete" });
      runTool(view, tool);
    },
  }));

function blocksAfterSlash({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  if (!/^\/[a-z ]{0,20}$/i.test(line.text) || pos !== line.to || isCode(state)) return null;
  return { from: line.from, options: blocks, validFor: /^\/[a-z ]{0,20}$/i };
}

const ownDirection = Decoration.line({ attributes: { dir: "auto" } });

/** Each line runs in the direction of its first letters. */
const directions = ViewPlugin.define(
  (view) => ({
    lines: visibleLines(view),
    update({ docChanged, viewportChanged }) {
      if (docChanged || viewportChanged) this.lines = visibleLines(view);
    },
  }),
  { decorations: ({ lines }) => lines },
);

function visibleLines({ visibleRanges, state: { doc } }: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      found.add(line.from, line.from, ownDirection);
      if (line.to >= to) break;
    }
  }
  return found.finish();
}

/** A place that is kept for what is on its way, a line of its own; without words it is given up. */
interface HeldPlace {
  id: number;
  at: number;
  words: string | null;
}

const placing = StateEffect.define<HeldPlace>({
  map: (place, changes) => ({ ...place, at: changes.mapPos(place.at, 1) }),
});

class HeldWidget extends WidgetType {
  readonly words: string;

  constructor(words: string) {
    super();
    this.words = words;
  }

  override eq(other: HeldWidget) {
    return other.words === this.words;
  }

  override toDOM() {
    const line = document.createElement("div");
    line.className = "held";
    line.textContent = this.words;
    return line;
  }
}

const held = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, transaction) {
    let now = places.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(placing)) continue;
      const { id, at, words } = effect.value;
      now = now.update({ filter: (_, __, { spec }) => spec.id !== id });
      if (words === null) continue;
      const widget = Decoration.widget({ widget: new HeldWidget(words), block: true, side: 1, id });
      now = now.update({ add: [widget.range(at)] });
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function placeOf(places: DecorationSet, id: number): number | undefined {
  for (const cursor = places.iter(); cursor.value; cursor.next())
    if (cursor.value.spec.id === id) return cursor.from;
  return undefined;
}

let lastPlace = 0;

function holdPlace(view: EditorView, surface: Surface, words: string): Place {
  lastPlace += 1;
  const id = lastPlace;
  const place = (at: number, said: string | null) =>
    view.dispatch({ effects: placing.of({ id, at, words: said }) });
  const placed = () => placeOf(view.state.field(held), id);
  place(view.state.doc.lineAt(view.state.selection.main.to).to, words);
  return {
    say(now) {
      const at = placed();
      if (at !== undefined) place(at, now);
    },
    giveUp: () => place(0, null),
    fill(text) {
      const to = placed() ?? view.state.selection.main.to;
      place(to, null);
      const { changes } = paragraphAt({ text: surface.read().text, from: to, to }, text);
      // The caret stays where the author is writing.
      view.dispatch({ changes, userEvent: "input" });
      return true;
    },
  };
}

const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "var(--fw-bold)", color: "var(--text)" },
  { tag: tags.strong, fontWeight: "var(--fw-bold)" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: tags.monospace, fontFamily: "var(--font-mono)", fontSize: "0.9em" },
  { tag: [tags.link, tags.url], color: "var(--link)" },
  { tag: tags.quote, color: "var(--text-2)" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: "var(--text-3)" },
]);

const look = EditorView.theme({
  "&": {
    color: "var(--text)",
    backgroundColor: "transparent",
    font: "inherit",
    flex: "1 1 auto",
    minHeight: "0",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "inherit",
    lineHeight: "inherit",
    overflowX: "hidden",
  },
  ".cm-content": { padding: "var(--box-block) 0", caretColor: "var(--text)", minHeight: "100%" },
  ".cm-line": { padding: "0 var(--box-inline)" },
  ".cm-placeholder": { color: "var(--text-3)" },
  ".held": {
    margin: "4px var(--box-inline)",
    padding: "6px 10px",
    borderRadius: "8px",
    backgroundColor: "var(--accent-soft)",
    color: "var(--text-2)",
    fontSize: "var(--fs-sm)",
  },
  ".cm-tooltip": {
    zIndex: "40",
    border: "1px solid var(--border)",
    borderRadius: "10px",
    backgroundColor: "var(--surface-raised)",
    color: "var(--text)",
    boxShadow: "var(--shadow-3)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    padding: "4px",
    fontFamily: "var(--font-body)",
    fontSize: "var(--fs-sm)",
    maxHeight: "19em",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "7px 12px", borderRadius: "7px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-soft-2)",
    color: "var(--accent-text)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "var(--fw-semibold)" },
});
