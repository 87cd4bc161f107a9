import { Check, Flag, Trash2 } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { AdminContent } from "../admin-model.ts";
import { rightsOf } from "./content-rights.ts";
import { type Open, useDecide } from "./useDecide.ts";

interface ContentActionsProps {
  content: AdminContent;
  onOpen: Open;
  /** An approval was answered; a refused one means that the item is another by now. */
  onAnswered?: () => void;
}

/** Each of them keeps its column (DESIGN 5). */
export function ContentActions({ content, onOpen, onAnswered }: ContentActionsProps) {
  const decide = useDecide(onOpen);
  const { title } = content;
  const can = rightsOf(content);
  return (
    <span className="row-actions content-actions">
      {can.approve && (
        <Button
          size="sm"
          kind="quiet-ok"
          className="is-app"
          aria-label={`App: approve ${title}`}
          onClick={() => decide(content, "approve", onAnswered)}
        >
          <Check size={16} />
          App
        </Button>
      )}
      {can.flag && (
        <Button
          size="sm"
          kind="quiet-warn"
          className="is-flag"
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
          className="is-rem"
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
