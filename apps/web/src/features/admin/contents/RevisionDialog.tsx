import { messages } from "@cairn/contract";
import { lazy, type ReactNode, Suspense } from "react";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { SafeHtml } from "../../../ui/SafeHtml.tsx";
import type { AdminContent, ReviewPoint, RevisionToRead } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { LoadFailure } from "../LoadFailure.tsx";
import { ContentFacts } from "./ContentFacts.tsx";

const RevisionChanges = lazy(async () => ({
  default: (await import("./diff/RevisionChanges.tsx")).RevisionChanges,
}));

export type RenderMedia = (revision: Pick<RevisionToRead, "title" | "media">) => ReactNode;

interface RevisionDialogProps {
  content: AdminContent;
  review: ReviewPoint;
  renderMedia: RenderMedia;
  /** What others do about it meanwhile. */
  news: ReactNode;
  /** The decisions. */
  actions: ReactNode;
  onClose: () => void;
}

/** Exactly the revision that a decision would be about, to be read before. */
export function RevisionDialog({
  content,
  review,
  renderMedia,
  news,
  actions,
  onClose,
}: RevisionDialogProps) {
  const { value: revision, failure } = useAdminSource().useRevision(content);
  return (
    <Dialog open size="wide" onClose={onClose} title={content.title} actions={revision && actions}>
      {revision ? (
        <>
          <p>{standing(review, revision)}</p>
          {news}
          <Changes content={content} isWaiting={review.isWaiting} revision={revision} />
          {revision.media && <div className="revision-media">{renderMedia(revision)}</div>}
          <SafeHtml className="revision-text" html={revision.html} />
          <ContentFacts content={content} />
        </>
      ) : failure ? (
        <LoadFailure failure={failure} />
      ) : (
        <LoadingLine text={messages.loading} />
      )}
    </Dialog>
  );
}

interface ChangesProps {
  content: AdminContent;
  isWaiting: boolean;
  revision: RevisionToRead;
}

function Changes({ content, isWaiting, revision }: ChangesProps) {
  const { value: comparison, failure } = useAdminSource().useComparison(content, revision);
  if (failure) return <LoadFailure failure={failure} />;
  if (comparison === undefined) return <LoadingLine text={messages.loading} />;
  if (comparison === null) {
    return (
      isWaiting && <p className="revision-first">First submission: there is nothing to compare it to.</p>
    );
  }
  return (
    <Suspense fallback={<LoadingLine text={messages.loading} />}>
      <RevisionChanges revision={revision} comparison={comparison} />
    </Suspense>
  );
}

function standing({ revision, isWaiting }: ReviewPoint, { approved }: RevisionToRead): string {
  const what = `Revision ${revision}${isWaiting ? ", waiting for a decision." : "."}`;
  if (approved === null) return `${what} Nothing of this item is public.`;
  return approved.number === revision
    ? `${what} Readers have it.`
    : `${what} Readers have revision ${approved.number}.`;
}
