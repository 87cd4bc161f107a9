import { limits, messages } from "@cairn/contract";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import { Alert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import * as partsCss from "../../../ui/parts.module.css";
import { SafeHtml } from "../../../ui/SafeHtml.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { LoadFailure } from "../ActionProblem.tsx";
import type { AdminContent, PastDecision, ReviewPoint, RevisionToRead } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { ContentFacts } from "./ContentFacts.tsx";
import * as css from "./contents.module.css";
import type { Unsent } from "./useDecide.ts";

const RevisionChanges = lazy(async () => ({
  default: (await import("./RevisionChanges.tsx")).RevisionChanges,
}));

export type RenderMedia = (revision: Pick<RevisionToRead, "title" | "media">) => ReactNode;

interface RevisionDialogProps {
  content: AdminContent;
  review: ReviewPoint;
  renderMedia: RenderMedia;
  /** What other admins do with the item. */
  news: ReactNode;
  notes: Unsent;
  /** The decision buttons. */
  actions: ReactNode;
  onClose: () => void;
}

/** Shows the exact revision that a decision applies to. */
export function RevisionDialog({
  content,
  review,
  renderMedia,
  news,
  notes,
  actions,
  onClose,
}: RevisionDialogProps) {
  const { value: revision, failure } = useAdminSource().useRevision(content);
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={content.title}
      actions={revision && actions}
      parts={{ foot: css.decisions }}
    >
      {revision ? (
        <>
          <p>{standing(review, revision)}</p>
          {news}
          <Answer last={revision.decisions[0]} />
          <Changes content={content} isWaiting={review.isWaiting} revision={revision} />
          {revision.media && <div className={partsCss.top4}>{renderMedia(revision)}</div>}
          <SafeHtml className={css.revisionText} html={revision.html} />
          <ContentFacts content={content} />
          {review.can.approve && <NoteField id={content.id} notes={notes} />}
        </>
      ) : failure ? (
        <LoadFailure failure={failure} />
      ) : (
        <LoadingLine text={messages.loading} />
      )}
    </Dialog>
  );
}

/** What the author answered to the last decision. */
function Answer({ last }: { last: PastDecision | undefined }) {
  if (last?.answer === undefined) return null;
  return (
    <div className={partsCss.top4}>
      <Alert kind="info" title={`The author’s answer to ${last.by}`}>
        {last.reason && <p>“{last.reason}”</p>}
        <p>{last.answer}</p>
      </Alert>
    </div>
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
    return isWaiting && <p className={partsCss.top3}>First submission: there is nothing to compare it to.</p>;
  }
  return (
    <Suspense fallback={<LoadingLine text={messages.loading} />}>
      <RevisionChanges revision={revision} comparison={comparison} />
    </Suspense>
  );
}

/** Folded away: most approvals need no note. */
function NoteField({ id, notes }: { id: number; notes: Unsent }) {
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <details
      className={css.note}
      open={notes.has(id)}
      onToggle={({ currentTarget }) => {
        // Unfolded by the admin, not with the dialog: the box begins below the edge.
        if (currentTarget.open && currentTarget.contains(document.activeElement)) box.current?.focus();
      }}
    >
      <summary>Add a note to the author</summary>
      <Field label="Note" optional hint="Goes with an approval. Only the author and admins read it.">
        <TextArea
          ref={box}
          rows={2}
          defaultValue={notes.get(id)}
          maxLength={limits.reasonLength}
          onChange={({ currentTarget: { value } }) =>
            value.trim() === "" ? notes.delete(id) : notes.set(id, value)
          }
        />
      </Field>
    </details>
  );
}

function standing({ revision, isWaiting }: ReviewPoint, { approved }: RevisionToRead): string {
  const what = `Revision ${revision}${isWaiting ? ", waiting for a decision." : "."}`;
  if (approved === null) return `${what} Nothing of this item is public.`;
  return approved.number === revision
    ? `${what} Readers have it.`
    : `${what} Readers have revision ${approved.number}.`;
}
