import { Check, Flag, Trash2 } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import * as dataTableCss from "../../../ui/data-table.module.css";
import { Spinner } from "../../../ui/LoadingLine.tsx";
import type { AdminContent } from "../admin-model.ts";
import * as contentsCss from "./contents.module.css";
import { useIsDeciding } from "./own-decisions.ts";
import { type OnAnswered, type Open, rightsOf, type Terms, useDecide } from "./useDecide.ts";

interface ContentActionsProps {
  content: AdminContent;
  onOpen: Open;
  /** In a dialog they are side by side, without columns. */
  inDialog?: boolean;
  /** In a dialog: what goes with an approval. */
  terms?: Terms;
  /** They take no presses yet. */
  isHeld?: boolean;
  onAnswered?: OnAnswered;
}

/** Each button keeps its column in every row, whichever an item allows: a press in haste meets no other button. */
export function ContentActions({
  content,
  onOpen,
  inDialog = false,
  terms,
  isHeld = false,
  onAnswered,
}: ContentActionsProps) {
  const decideNow = useDecide(onOpen, terms);
  const isDeciding = useIsDeciding(content.id);
  const isIdle = isHeld || isDeciding;
  const decide: typeof decideNow = async (...decision) => {
    if (!isIdle) await decideNow(...decision);
  };
  const { title } = content;
  const can = rightsOf(content);
  return (
    <span className={cx(dataTableCss.rowActions, !inDialog && contentsCss.actions)}>
      {can.approve && (
        <Button
          size="sm"
          kind="quiet-ok"
          className={contentsCss.isApp}
          aria-disabled={isIdle || undefined}
          aria-label={`App: approve ${title}`}
          onClick={() => decide(content, "approve", onAnswered)}
        >
          {isDeciding ? <Spinner size={16} /> : <Check size={16} />}
          App
        </Button>
      )}
      {can.flag && (
        <Button
          size="sm"
          kind="quiet-warn"
          className={contentsCss.isFlag}
          aria-disabled={isIdle || undefined}
          aria-label={`Flag: flag ${title}`}
          onClick={() => decide(content, "flag")}
        >
          <Flag size={16} />
          Flag
        </Button>
      )}
      {can.remove && (
        <Button
          size="sm"
          kind="quiet-danger"
          className={contentsCss.isRem}
          aria-disabled={isIdle || undefined}
          aria-label={`Rem: remove ${title}`}
          onClick={() => decide(content, "remove")}
        >
          <Trash2 size={16} />
          Rem
        </Button>
      )}
    </span>
  );
}
