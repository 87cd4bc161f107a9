import { X } from "lucide-react";
import { sentText } from "../../../lib/file-text.ts";
import { waitingText } from "../../../lib/outbox/unsent.ts";
import { IconButton } from "../../../ui/Button.tsx";
import * as layoutCss from "../../../ui/layout.module.css";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import * as partsCss from "../../../ui/parts.module.css";
import type { DeliveryStage } from "../delivery.ts";
import * as pendingPostListCss from "./pending-post-list.module.css";

interface DeliveryLineProps {
  stage: DeliveryStage;
  onStop: () => void;
}

/** The progress of a post's delivery, and a button to stop it. */
export function DeliveryLine({ stage, onStop }: DeliveryLineProps) {
  const progress = stage.name === "sending" ? stage.progress : null;
  const isSent = progress !== null && progress.sent >= progress.total;
  return (
    <div className={`${partsCss.soft} ${pendingPostListCss.deliveryLine}`}>
      <p role="status">{wordsOf(stage, isSent)}</p>
      {progress && !isSent && (
        <span className={layoutCss.num}>{sentText(progress.sent, progress.total)}</span>
      )}
      <IconButton
        className={pendingPostListCss.stop}
        kind="ghost"
        size="sm"
        label="Stop sending"
        icon={<X size={18} />}
        onClick={onStop}
      />
      {progress && (
        <ProgressBar value={progress.sent / Math.max(1, progress.total)} label="Sending to the reviewers" />
      )}
    </div>
  );
}

function wordsOf(stage: DeliveryStage, isSent: boolean) {
  if (stage.name === "waiting") return "Waiting for its turn…";
  if (stage.name === "queued" && !stage.isUnderway) {
    const why = navigator.onLine === false ? waitingText : "Not sent yet";
    return `${why}. We keep trying, even if you leave this page.`;
  }
  return isSent ? "Sent. Being checked…" : "On its way to the reviewers…";
}
