import { Fragment, type RefObject, useState } from "react";
import { readItem, writeItem } from "../../../lib/storage.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import type { OpenedItem } from "../contents/Opened.tsx";
import { type Open, type Terms, useDecide } from "../contents/useDecide.ts";
import * as css from "./desk-keys.module.css";
import { useDeskKeys } from "./useDeskKeys.ts";

interface DeskKeysProps {
  desk: RefObject<HTMLElement | null>;
  contents: readonly AdminContent[];
  opened: OpenedItem | undefined;
  terms: Terms;
  onOpen: Open;
  /** Called after an approval from the open dialog succeeds or is refused. */
  onAnswered: () => void;
}

/** Keyboard control of the live desk, with a line that explains it. The sample has only the buttons, as specified. */
export function DeskKeys({ desk, contents, opened, terms, onOpen, onAnswered }: DeskKeysProps) {
  const isLive = useAdminSource().kind === "live";
  const decide = useDecide(onOpen, opened && terms);
  const [isOn, setOn] = useKeySetting();
  const [isHelping, setHelping] = useState(false);
  useDeskKeys({
    isOn: isLive && isOn,
    desk,
    contents,
    opened,
    onDecide(content, verdict) {
      // The table knows more recently who is reading the item than the dialog does.
      const { reading } = contents.find(({ id }) => id === content.id) ?? content;
      void decide({ ...content, reading }, verdict, opened && onAnswered);
    },
    onHelp: () => setHelping(true),
  });
  if (!isLive) return null;
  return (
    <>
      <p className={`${partsCss.note} ${css.root}`}>
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
        <button type="button" className={layoutCss.link} onClick={() => setHelping(true)}>
          {isOn ? "All keys" : "Keys are off"}
        </button>
      </p>
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
  [["j", "↓"], "goes to the next item"],
  [["k", "↑"], "goes to the previous item"],
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
      <dl className={`${layoutCss.stack} ${layoutCss.gap2} ${layoutCss.small} ${css.list}`}>
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt className={`${layoutCss.row} ${layoutCss.gap1}`}>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>They apply to the selected or open item, and never while you type.</p>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is one, and says these words */}
      <label className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.small} ${partsCss.top4}`}>
        <Checkbox
          label="Use single keys on this device"
          checked={isOn}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span aria-hidden="true">Use single keys on this device</span>
      </label>
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
