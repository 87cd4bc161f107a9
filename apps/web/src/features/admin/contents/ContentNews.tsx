import { useNow } from "../../../lib/time/useNow.ts";
import { Alert } from "../../../ui/Alert.tsx";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import { useDelayedFlag } from "../../../ui/useDelayedFlag.ts";
import { type AdminContent, otherReader } from "../admin-model.ts";
import type { ReadingNews } from "../admin-source.ts";
import * as contentsCss from "./contents.module.css";

interface ContentNewsProps {
  /** The item as it was when it was opened. */
  content: AdminContent;
  news: ReadingNews;
  /** Opens the item's current state. */
  onRead: (content: AdminContent) => void;
}

/** What other admins do with the open item. It never interrupts this admin. */
export function ContentNews({ content, news: { reading, moved }, onRead }: ContentNewsProps) {
  const other = otherReader(reading, useNow());
  // This admin's own decision closes the dialog shortly after the item changes, so the note is delayed.
  const hasMoved = useDelayedFlag(moved !== null);
  if (moved !== null && hasMoved) {
    return (
      <div className={partsCss.top4}>
        <Alert kind="warn">
          <p>{whatHappened(content, moved)}</p>
          {moved !== "gone" && (
            <button
              type="button"
              className={`${layoutCss.link} ${partsCss.top1} ${contentsCss.readAgain}`}
              onClick={() => onRead(moved)}
            >
              Read the current version
            </button>
          )}
        </Alert>
      </div>
    );
  }
  if (other === null) return null;
  return (
    <div className={partsCss.top4}>
      <Alert kind="info">
        <p>{other} is reviewing this. You can review it too; the first decision counts.</p>
      </Alert>
    </div>
  );
}

function whatHappened({ review: opened }: AdminContent, moved: AdminContent | "gone"): string {
  if (moved === "gone") return "The author withdrew this item. There is nothing left to decide.";
  const { revision = 0, last } = moved.review ?? {};
  if (revision !== opened?.revision && moved.review?.isWaiting) {
    return `The author sent revision ${revision}. You can no longer decide on revision ${opened?.revision}.`;
  }
  return last
    ? `${last.by} ${last.decision} revision ${last.revision}. You can no longer decide on the version shown here.`
    : "This item changed. You can no longer decide on the version shown here.";
}
