import { Check, Flag, Trash2 } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { useReportedAction } from "../useReportedAction.ts";
import { rightsOf } from "./content-rights.ts";

interface ContentActionsProps {
  content: AdminContent;
  /** Live, these are asked about first (D65). */
  onOpen: (content: AdminContent, purpose: "flag" | "remove") => void;
  /** An approval was answered; a refused one means that the item is another by now. */
  onAnswered?: () => void;
}

/** Each of them keeps its column (DESIGN 5). */
export function ContentActions({ content, onOpen, onAnswered }: ContentActionsProps) {
  const { kind, actions } = useAdminSource();
  const report = useReportedAction();
  const { title } = content;
  const can = rightsOf(content);
  const isSample = kind === "sample";
  const approve = async () => {
    await report(() => actions.approve(content));
    onAnswered?.();
  };
  return (
    <span className="row-actions content-actions">
      {can.approve && (
        <Button
          size="sm"
          kind="quiet-ok"
          className="is-app"
          aria-label={`App: approve ${title}`}
          onClick={approve}
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
          onClick={() => (isSample ? void report(() => actions.flag(content)) : onOpen(content, "flag"))}
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
          onClick={() => (isSample ? void report(() => actions.remove(content)) : onOpen(content, "remove"))}
        >
          <Trash2 size={16} />
          Rem
        </Button>
      )}
    </span>
  );
}
