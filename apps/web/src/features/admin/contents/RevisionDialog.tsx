import { messages } from "@cairn/contract";
import type { ReactNode } from "react";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { SafeHtml } from "../../../ui/SafeHtml.tsx";
import type { AdminContent, ReviewPoint, RevisionToRead } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { LoadFailure } from "../LoadFailure.tsx";
import { ContentFacts } from "./ContentFacts.tsx";

export type RenderMedia = (revision: Pick<RevisionToRead, "title" | "media">) => ReactNode;

interface RevisionDialogProps {
  content: AdminContent;
  review: ReviewPoint;
  renderMedia: RenderMedia;
  /** The decisions. */
  actions: ReactNode;
  onClose: () => void;
}

/** Exactly the revision that a decision would be about, to be read before. */
export function RevisionDialog({ content, review, renderMedia, actions, onClose }: RevisionDialogProps) {
  const { value: revision, failure } = useAdminSource().useRevision(content);
  return (
    <Dialog open size="wide" onClose={onClose} title={content.title} actions={revision && actions}>
      {revision ? (
        <>
          <p>{standing(review, revision)}</p>
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

function standing({ revision, isWaiting }: ReviewPoint, { approved }: RevisionToRead): string {
  const what = `Revision ${revision}${isWaiting ? ", waiting for a decision." : "."}`;
  if (approved === null) return `${what} Nothing of this item is public.`;
  return approved === revision ? `${what} Readers have it.` : `${what} Readers have revision ${approved}.`;
}
