import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import { isComposing } from "../../../lib/composition.ts";
import { readItem, writeItem } from "../../../lib/storage.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckboxField } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import * as dialogCss from "../../../ui/dialog.module.css";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Text } from "../../../ui/Text.tsx";
import { useAdminCalls } from "../admin-calls.ts";
import { type AdminContent, withClaim } from "../admin-model.ts";
import * as contentsCss from "../contents/contents.module.css";
import type { OpenedItem } from "../contents/Opened.tsx";
import { isDeciding } from "../contents/own-decisions.ts";
import { stepsOf } from "../contents/steps.ts";
import { type OnAnswered, type Open, type Terms, useDecide, type Verdict } from "../contents/useDecide.ts";
import * as css from "./desk-keys.module.css";

interface DeskKeysProps {
  desk: RefObject<HTMLElement | null>;
  contents: readonly AdminContent[];
  opened: OpenedItem | undefined;
  terms: Terms;
  /** The open item takes no decision yet. */
  isHeld: boolean;
  onOpen: Open;
  /** Called after an approval from the open dialog. */
  onAnswered: OnAnswered;
}

/** Keyboard control of the live desk, with a line that explains it. The sample has only the buttons, as specified. */
export function DeskKeys({ desk, contents, opened, terms, isHeld, onOpen, onAnswered }: DeskKeysProps) {
  const isLive = useAdminCalls().kind === "live";
  const decide = useDecide(onOpen, opened && terms);
  const [isOn, setOn] = useKeySetting();
  const [isHelping, setHelping] = useState(false);
  useDeskKeys({
    isOn: isLive && isOn,
    desk,
    contents,
    opened,
    onDecide(content, verdict) {
      if (isHeld || isDeciding(content.id)) return;
      // The table knows more recently who is reading the item than the dialog does.
      const { desk } = contents.find(({ id }) => id === content.id) ?? content;
      void decide(withClaim(content, desk?.claim ?? null), verdict, opened && onAnswered);
    },
    onStep: (content) => onOpen(content, "read"),
    onHelp: () => setHelping(true),
  });
  if (!isLive) return null;
  return (
    <>
      <Text kind="note" className={css.root}>
        {isOn &&
          hints.map(([names, does]) => (
            <Fragment key={does}>
              {/* A run of its own, in a page of either direction. */}
              <bdi>
                {names.map((name) => (
                  <Fragment key={name}>
                    <kbd>{name}</kbd>{" "}
                  </Fragment>
                ))}
                {does}
              </bdi>
              {" · "}
            </Fragment>
          ))}
        <button type="button" className={kit.link} onClick={() => setHelping(true)}>
          {isOn ? "All keys" : "Keys are off"}
        </button>
      </Text>
      {isHelping && <DeskKeysDialog isOn={isOn} onChange={setOn} onClose={() => setHelping(false)} />}
    </>
  );
}

const hints: readonly [keys: readonly string[], does: string][] = [
  [["j", "k"], "move"],
  [["Enter"], "opens"],
  [["a"], "opens, then approves"],
  [["f"], "flags"],
  [["r"], "removes"],
];

const keys: readonly [keys: readonly string[], does: string][] = [
  [["j", "↓"], "goes to the next item; j also from an open one"],
  [["k", "↑"], "goes to the previous item; k also from an open one"],
  [["Enter"], "opens the item"],
  [["a"], "approves the open item, or opens it first"],
  [["f"], "flags it, and asks for the reason"],
  [["r"], "removes it, and asks first"],
  [["Esc"], "closes the open item or dialog"],
  [["?"], "shows this"],
];

interface DeskKeysDialogProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

function DeskKeysDialog({ isOn, onChange, onClose }: DeskKeysDialogProps) {
  return (
    <Dialog
      open
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Facts above={3} className={css.list}>
        {keys.map(([names, does]) => (
          <Fact
            key={does}
            name={names.map((name) => (
              <Fragment key={name}>
                <kbd>{name}</kbd>{" "}
              </Fragment>
            ))}
          >
            {does}
          </Fact>
        ))}
      </Facts>
      <Text above={3}>They apply to the selected or open item, and never while you type.</Text>
      <CheckboxField
        label="Use single keys on this device"
        className={`${kit.row} ${kit.gap2} ${kit.small} ${dialogCss.part}`}
        checked={isOn}
        onChange={onChange}
      />
    </Dialog>
  );
}

const storageKey = "deskKeys";

/** Single-key shortcuts interfere with speech input, so they can be switched off for this device. */
function useKeySetting() {
  const [isOn, setOn] = useState(() => readItem(storageKey) !== "off");
  const change = (on: boolean) => {
    writeItem(storageKey, on ? "on" : "off");
    setOn(on);
  };
  return [isOn, change] as const;
}

interface DeskKeysOptions {
  isOn: boolean;
  /** The element that contains the table. */
  desk: RefObject<HTMLElement | null>;
  /** In the order of the table. */
  contents: readonly AdminContent[];
  opened: OpenedItem | undefined;
  onDecide: (content: AdminContent, verdict: Verdict) => void;
  /** Opens another item in place of the open one. */
  onStep: (content: AdminContent) => void;
  onHelp: () => void;
}

const verdicts: Record<string, Verdict> = { a: "approve", f: "flag", r: "remove" };
const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Enter and Escape need no handling: a title is a button, and an item opens in a dialog. */
function useDeskKeys(options: DeskKeysOptions) {
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
  const { desk, contents, opened, onDecide, onStep, onHelp } = options;
  const verdict = repeat ? undefined : verdicts[key];
  const step = steps[key];
  if (document.querySelector("dialog[open]")) {
    if (opened?.purpose !== "read" || !opened.content.desk) return false;
    // The arrow keys scroll the text.
    if (step !== undefined && !key.startsWith("Arrow")) {
      const listed = stepsOf(opened.content, contents);
      const place = listed.findIndex(({ id }) => id === opened.content.id);
      const next = place < 0 ? undefined : listed[place + step];
      if (next) onStep(next);
      return next !== undefined;
    }
    if (!verdict) return false;
    onDecide(opened.content, verdict);
    return true;
  }
  const rows = [...(desk.current?.querySelectorAll("tbody tr") ?? [])];
  const place = rows.findIndex((row) => row.contains(document.activeElement));
  if (step !== undefined) {
    // Without focus in the table, the arrow keys scroll the page as usual.
    if (place < 0 && key.startsWith("Arrow")) return false;
    const row = rows[Math.max(0, Math.min(place + step, rows.length - 1))];
    row?.querySelector<HTMLElement>(`.${contentsCss.title}`)?.focus();
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
function isForOthers(event: KeyboardEvent) {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (defaultPrevented || isComposing(event) || ctrlKey || metaKey || altKey) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
