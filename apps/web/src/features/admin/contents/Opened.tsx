import { type ReactNode, Suspense } from "react";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { useNow } from "../../../lib/time/useNow.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import * as dialogCss from "../../../ui/dialog.module.css";
import * as kit from "../../../ui/kit.module.css";
import { Text } from "../../../ui/Text.tsx";
import { useDelayedFlag } from "../../../ui/useDelayedFlag.ts";
import type { Listing } from "../AdminTable.tsx";
import { type AdminContent, otherReader, withClaim } from "../admin-model.ts";
import { ConfirmAction } from "../ConfirmAction.tsx";
import { type ReadingNews, useReading } from "../live/reading.queries.ts";
import { ContentActions } from "./ContentActions.tsx";
import { ContentFacts } from "./ContentFacts.tsx";
import { useIsDeciding } from "./own-decisions.ts";
import type { RenderMedia } from "./RevisionDialog.tsx";
import { isWaiting } from "./steps.ts";
import {
  type OnAnswered,
  type Open,
  type Terms,
  type Unsent,
  useApprove,
  type Verdict,
} from "./useDecide.ts";

// Lazy: needed only with live data, once an admin decides or opens an item.
const ReasonDialog = lazyNamed(() => import("./ReasonDialog.tsx"), "ReasonDialog");
const RevisionDialog = lazyNamed(() => import("./RevisionDialog.tsx"), "RevisionDialog");

export interface OpenedItem {
  content: AdminContent;
  purpose: "read" | Verdict;
  /** What was selected of the page when a decision began in the open item. */
  quote?: string | undefined;
}

interface OpenedProps extends OpenedItem {
  contents: Listing<AdminContent>;
  renderMedia: RenderMedia;
  reasons: Unsent;
  /** What goes with an approval. */
  terms: Terms;
  /** It was opened automatically and ignores decisions for now. */
  isHeld: boolean;
  /** Called when it has been shown long enough to take decisions. */
  onSeen: () => void;
  onOpen: Open;
  /** Called instead of `onClose` after a decision. */
  onAnswered: OnAnswered;
  onClose: () => void;
}

/** One item of the desk, opened for reading or, with live data, for a decision. */
export function Opened(props: OpenedProps) {
  const { content, onClose } = props;
  return content.desk ? <OpenedLive {...props} /> : <ContentDetails content={content} onClose={onClose} />;
}

function OpenedLive({ content, purpose, onOpen, ...rest }: OpenedProps) {
  const heard = useReading(content);
  const news = <ContentNews content={content} news={heard} onRead={(now) => onOpen(now, "read")} />;
  return (
    // A key for each purpose: if the old dialog were only hidden while the next one loads, it would fire its close
    // handler.
    <Suspense key={purpose}>
      <OpenedFor
        {...rest}
        content={withClaim(content, heard.claim)}
        purpose={purpose}
        onOpen={onOpen}
        news={news}
      />
    </Suspense>
  );
}

function OpenedFor({
  content,
  purpose,
  quote = "",
  contents,
  renderMedia,
  reasons,
  terms,
  isHeld,
  onSeen,
  onOpen,
  onAnswered,
  onClose,
  news,
}: OpenedProps & { news: ReactNode }) {
  const decision = { content, news, onDecided: () => onAnswered(true), onClose };
  switch (purpose) {
    case "approve":
      return <ApproveDialog {...decision} terms={terms} />;
    case "flag":
    case "remove":
      return <ReasonDialog {...decision} verdict={purpose} reasons={reasons} quote={quote} />;
    case "read":
      return (
        <RevisionDialog
          content={content}
          contents={contents}
          renderMedia={renderMedia}
          news={news}
          terms={terms}
          isHeld={isHeld}
          onSeen={onSeen}
          onStep={(to) => onOpen(to, "read")}
          onClose={onClose}
          actions={
            <ContentActions
              content={content}
              onOpen={onOpen}
              inDialog
              terms={terms}
              isHeld={isHeld}
              onAnswered={onAnswered}
            />
          }
        />
      );
  }
}

interface ApproveDialogProps {
  content: AdminContent;
  terms: Terms;
  news: ReactNode;
  onDecided: () => void;
  onClose: () => void;
}

/** Shown only while another admin reads the item: that admin sees the decision immediately. */
function ApproveDialog({ content, terms, news, onDecided, onClose }: ApproveDialogProps) {
  const approve = useApprove(terms);
  const note = terms.get(content.id)?.note;
  return (
    <ConfirmAction
      title="Another admin is reviewing this. Approve anyway?"
      confirm="Approve"
      kind="primary"
      action={() => approve(content)}
      onDone={onDecided}
      onClose={onClose}
    >
      <p>“{content.title}”</p>
      {note && <p>Your note to the author: “{note}”</p>}
      {news}
    </ConfirmAction>
  );
}

interface ContentDetailsProps {
  content: AdminContent;
  onClose: () => void;
}

/** The details of the item to decide on: the table has room only for its title. */
function ContentDetails({ content, onClose }: ContentDetailsProps) {
  return (
    <Dialog open onClose={onClose} title={content.title} actions={<Button onClick={onClose}>Close</Button>}>
      <p>{content.description}</p>
      <ContentFacts content={content} />
    </Dialog>
  );
}

interface ContentNewsProps {
  /** The item as it was when it was opened. */
  content: AdminContent;
  news: ReadingNews;
  /** Opens the item's current state. */
  onRead: (content: AdminContent) => void;
}

/** What other admins do with the open item. It never interrupts this admin. */
function ContentNews({ content, news: { claim, moved }, onRead }: ContentNewsProps) {
  const other = otherReader(claim, useNow());
  // This admin's own decision is no news.
  const isDeciding = useIsDeciding(content.id);
  const hasMoved = useDelayedFlag(moved !== null && !isDeciding);
  if (moved !== null && hasMoved) {
    return (
      <div className={dialogCss.part}>
        <Alert kind="warn">
          <p>{whatHappened(content, moved)}</p>
          {moved !== "gone" && (
            <Text as="button" type="button" above={1} className={kit.link} onClick={() => onRead(moved)}>
              Read the current version
            </Text>
          )}
        </Alert>
      </div>
    );
  }
  if (other === null) return null;
  return (
    <div className={dialogCss.part}>
      <Alert kind="info">
        <p>{other} is reviewing this. You can review it too; the first decision counts.</p>
      </Alert>
    </div>
  );
}

function whatHappened({ desk: opened }: AdminContent, moved: AdminContent | "gone"): string {
  if (moved === "gone") return "The author withdrew this item. There is nothing left to decide.";
  const { revision, last_decision: last } = moved.desk ?? {};
  if (revision !== opened?.revision && isWaiting(moved)) {
    return `The author sent revision ${revision}. You can no longer decide on revision ${opened?.revision}.`;
  }
  return last
    ? `${last.reviewer.name} ${last.decision} revision ${last.revision}. You can no longer decide on the version shown here.`
    : "This item changed. You can no longer decide on the version shown here.";
}
