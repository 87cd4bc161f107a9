import { Check, Flag, Trash2 } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { reportAction } from "../report-action.ts";

/** Spec section 4: App unless approved, Flag unless flagged, Rem always. Each keeps its column (DESIGN 5). */
export function ContentActions({ content }: { content: AdminContent }) {
  const { actions } = useAdminSource();
  const { title, status } = content;
  return (
    <span className="row-actions content-actions">
      {status !== "Approved" && (
        <Button
          size="sm"
          kind="quiet-ok"
          className="is-app"
          aria-label={`App: approve ${title}`}
          onClick={() => reportAction(actions.approve(content))}
        >
          <Check size={16} />
          App
        </Button>
      )}
      {status !== "Flagged" && (
        <Button
          size="sm"
          kind="quiet-warn"
          className="is-flag"
          aria-label={`Flag: flag ${title}`}
          onClick={() => reportAction(actions.flag(content))}
        >
          <Flag size={16} />
          Flag
        </Button>
      )}
      <Button
        size="sm"
        kind="quiet-danger"
        className="is-rem"
        aria-label={`Rem: remove ${title}`}
        onClick={() => reportAction(actions.remove(content))}
      >
        <Trash2 size={16} />
        Rem
      </Button>
    </span>
  );
}
