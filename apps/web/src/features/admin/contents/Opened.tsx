import { lazy, type ReactNode, Suspense } from "react";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { ApproveDialog } from "./ApproveDialog.tsx";
import { ContentActions } from "./ContentActions.tsx";
import { ContentDetails } from "./ContentDetails.tsx";
import { ContentNews } from "./ContentNews.tsx";
import type { Reasons } from "./FlagDialog.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import type { RenderMedia } from "./RevisionDialog.tsx";
import type { Open, Verdict } from "./useDecide.ts";

// Only live, and only once somebody decides: a form's and a reader's weight.
const FlagDialog = lazy(async () => ({ default: (await import("./FlagDialog.tsx")).FlagDialog }));
const RevisionDialog = lazy(async () => ({ default: (await import("./RevisionDialog.tsx")).RevisionDialog }));

export interface OpenedItem {
  content: AdminContent;
  purpose: "read" | Verdict;
}

interface OpenedProps extends OpenedItem {
  renderMedia: RenderMedia;
  reasons: Reasons;
  onOpen: Open;
  onClose: () => void;
}

/** One item of the desk, opened to be read or decided about. Other admins see who has it. */
export function Opened({ content, purpose, onOpen, ...rest }: OpenedProps) {
  const heard = useAdminSource().useReading(content);
  const news = <ContentNews content={content} news={heard} onRead={(now) => onOpen(now, "read")} />;
  return (
    // Each purpose has its own: a dialog that was only hidden while the next one loads would tell that it was closed.
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
  onOpen,
  onClose,
  news,
}: OpenedProps & { news: ReactNode }) {
  const { review } = content;
  switch (purpose) {
    case "approve":
      return <ApproveDialog content={content} news={news} onClose={onClose} />;
    case "flag":
      return <FlagDialog content={content} reasons={reasons} news={news} onClose={onClose} />;
    case "remove":
      return <RemoveDialog content={content} news={news} onClose={onClose} />;
    case "read":
      if (!review) return <ContentDetails content={content} onClose={onClose} />;
      return (
        <RevisionDialog
          content={content}
          review={review}
          renderMedia={renderMedia}
          news={news}
          onClose={onClose}
          actions={<ContentActions content={content} onOpen={onOpen} onAnswered={onClose} />}
        />
      );
  }
}
