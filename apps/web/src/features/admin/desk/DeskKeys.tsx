import { type RefObject, useState } from "react";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import type { OpenedItem } from "../contents/Opened.tsx";
import { type Open, useDecide } from "../contents/useDecide.ts";
import { DeskKeysDialog } from "./DeskKeysDialog.tsx";
import "./desk-keys.css";
import { useKeySetting } from "./key-setting.ts";
import { useDeskKeys } from "./useDeskKeys.ts";

interface DeskKeysProps {
  desk: RefObject<HTMLElement | null>;
  contents: readonly AdminContent[];
  opened: OpenedItem | undefined;
  onOpen: Open;
  /** An approval out of what is opened was answered. */
  onAnswered: () => void;
}

/** The live desk by keyboard, with a line that says so. The sample has the buttons alone, as specified. */
export function DeskKeys({ desk, contents, opened, onOpen, onAnswered }: DeskKeysProps) {
  const isLive = useAdminSource().kind === "live";
  const decide = useDecide(onOpen);
  const [isOn, setOn] = useKeySetting();
  const [isHelping, setHelping] = useState(false);
  useDeskKeys({
    isOn: isLive && isOn,
    desk,
    contents,
    opened,
    onDecide(content, verdict) {
      // Who reads it is newer in the table than in what was opened.
      const { reading } = contents.find(({ id }) => id === content.id) ?? content;
      void decide({ ...content, reading }, verdict, opened && onAnswered);
    },
    onHelp: () => setHelping(true),
  });
  if (!isLive) return null;
  return (
    <>
      <p className="desk-keys">
        {isOn && (
          <>
            <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> opens · <kbd>a</kbd> approves · <kbd>f</kbd>{" "}
            flags · <kbd>r</kbd> removes ·{" "}
          </>
        )}
        <button type="button" className="link" onClick={() => setHelping(true)}>
          {isOn ? "All keys" : "Keys are off"}
        </button>
      </p>
      {isHelping && <DeskKeysDialog isOn={isOn} onChange={setOn} onClose={() => setHelping(false)} />}
    </>
  );
}
