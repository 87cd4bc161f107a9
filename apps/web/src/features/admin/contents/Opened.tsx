import { lazy, type ReactNode, Suspense } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { ConfirmDialog } from "../ConfirmDialog.tsx";
import { ContentActions } from "./ContentActions.tsx";
import { ContentFacts } from "./ContentFacts.tsx";
import { ContentNews } from "./ContentNews.tsx";
import type { RenderMedia } from "./RevisionDialog.tsx";
import { type Open, type Terms, type Unsent, useApprove, type Verdict } from "./useDecide.ts";

// Lazy: needed only with live data, once an admin decides or opens an item.
const ReasonDialog = lazy(async () => ({ default: (await import("./ReasonDialog.tsx")).ReasonDialog }));
const RevisionDialog = lazy(async () => ({ default: (await import("./RevisionDialog.tsx")).RevisionDialog }));

export interface OpenedItem {
  content: AdminContent;
  purpose: "read" | Verdict;
}

interface OpenedProps extends OpenedItem {
  renderMedia: RenderMedia;
  reasons: Unsent;
  /** What goes with an approval. */
  terms: Terms;
  onOpen: Open;
  onClose: () => void;
}

/** One item of the desk, opened for reading or for a decision. Other admins see who is reading it. */
export function Opened({ content, purpose, onOpen, ...rest }: OpenedProps) {
  const heard = useAdminSource().useReading(content);
  const news = <ContentNews content={content} news={heard} onRead={(now) => onOpen(now, "read")} />;
  return (
    // A key for each purpose: if the old dialog were only hidden while the next one loads, it would fire its close
    // handler.
    <Suspense key={purpose}>
      <OpenedFor
        {...rest}
        content={{ ...content, reading: heard.reading }}
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
  renderMedia,
  reasons,
  terms,
  onOpen,
  onClose,
  news,
}: OpenedProps & { news: ReactNode }) {
  const { review } = content;
  switch (purpose) {
    case "approve":
      return <ApproveDialog content={content} terms={terms} news={news} onClose={onClose} />;
    case "flag":
    case "remove":
      return (
        <ReasonDialog content={content} verdict={purpose} reasons={reasons} news={news} onClose={onClose} />
      );
    case "read":
      if (!review) return <ContentDetails content={content} onClose={onClose} />;
      return (
        <RevisionDialog
          content={content}
          review={review}
          renderMedia={renderMedia}
          news={news}
          terms={terms}
          onClose={onClose}
          actions={
            <ContentActions content={content} onOpen={onOpen} inDialog terms={terms} onAnswered={onClose} />
          }
        />
      );
  }
}

interface ApproveDialogProps {
  content: AdminContent;
  terms: Terms;
  news: ReactNode;
  onClose: () => void;
}

/** Shown only while another admin reads the item: that admin sees the decision immediately. */
function ApproveDialog({ content, terms, news, onClose }: ApproveDialogProps) {
  const approve = useApprove(terms);
  const note = terms.get(content.id)?.note;
  return (
    <ConfirmDialog
      title="Another admin is reviewing this. Approve anyway?"
      confirm="Approve"
      kind="primary"
      action={() => approve(content)}
      onClose={onClose}
    >
      <p>“{content.title}”</p>
      {note && <p>Your note to the author: “{note}”</p>}
      {news}
    </ConfirmDialog>
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
