import { type ContentChecks, formerMember, limits, messages, type Review } from "@cairn/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { serverNow } from "../../../lib/api/server-now.ts";
import { type MarkedRun, needsNote } from "../../../lib/code/marked-run.ts";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import * as dialogCss from "../../../ui/dialog.module.css";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { SafeHtml } from "../../../ui/SafeHtml.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import type { Listing } from "../AdminTable.tsx";
import type { ApprovalTerms } from "../admin-calls.ts";
import type { AdminContent } from "../admin-model.ts";
import { type Revision, revisionQuery } from "../live/contents.queries.ts";
import { LoadFailure } from "../useAction.tsx";
import { ContentFacts } from "./ContentFacts.tsx";
import * as css from "./contents.module.css";
import { GoodUntilField } from "./GoodUntilField.tsx";
import { isWaiting, stepsOf } from "./steps.ts";
import { categorysTerm, goodUntilOf, termProblem } from "./term.ts";
import type { Terms } from "./useDecide.ts";

// Lazy: few texts have code that asks for a check.
const CodeRun = lazyNamed(() => import("../../../ui/checks/CodeRun.tsx"), "CodeRun");
const CaptionsToRead = lazyNamed(() => import("./CaptionsToRead.tsx"), "CaptionsToRead");
const RevisionChanges = lazyNamed(() => import("./RevisionChanges.tsx"), "RevisionChanges");

/** How long an automatically opened item ignores decisions, in milliseconds. */
const haste = 1000;

/** Until the code is there that runs it, which starts at once. */
const notRunYet: MarkedRun = { isRunning: true, results: [] };

export type RenderMedia = (revision: Pick<Revision, "title" | "media">) => ReactNode;

interface RevisionDialogProps {
  content: AdminContent;
  contents: Listing<AdminContent>;
  renderMedia: RenderMedia;
  /** What other admins do with the item. */
  news: ReactNode;
  terms: Terms;
  /** Opened automatically after the last decision; ignores decisions briefly, in case of a double press. */
  isHeld: boolean;
  /** Called when that time is over. */
  onSeen: () => void;
  /** Opens a neighbour in the list. */
  onStep: (to: AdminContent) => void;
  /** The decision buttons. */
  actions: ReactNode;
  onClose: () => void;
}

/** Shows the exact revision that a decision applies to. */
export function RevisionDialog({
  content,
  contents,
  renderMedia,
  news,
  terms,
  isHeld,
  onSeen,
  onStep,
  actions,
  onClose,
}: RevisionDialogProps) {
  const query = useQuery(revisionQuery(content.id, content.desk?.revision ?? 1));
  const { data: revision, isLoadingError } = query;
  const canApprove = content.desk?.can.approve ?? false;
  /** The item whose approval needs a note. */
  const [noted, setNoted] = useState<number>();
  const wantsNote = noted === content.id;
  const number = revision?.number;
  const hasCode = revision !== undefined && revision.checks.items.length > 0;
  useEffect(() => {
    if (number === undefined) return;
    // Code results of another revision do not apply.
    const code = hasCode ? notRunYet : undefined;
    terms.set(content.id, { ...terms.get(content.id), seenRevision: number, code });
  }, [content.id, number, hasCode, terms]);
  useEffect(() => {
    if (number === undefined || !isHeld) return;
    const timer = setTimeout(onSeen, haste);
    return () => clearTimeout(timer);
  }, [number, isHeld, onSeen]);
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={content.title}
      actions={revision && actions}
      // As tall as most: what is pressed twice must not meet the page behind while the next one is on its way.
      className={cx(css.wide, !revision && !isLoadingError && css.isWaiting)}
      parts={{ foot: css.decisions }}
    >
      <Place content={content} contents={contents} onStep={onStep} />
      {revision ? (
        <Fragment key={content.id}>
          <p>{standing(content, revision)}</p>
          {news}
          <Answer last={revision.reviews[0]} />
          <div className={css.beside}>
            <div>
              <Changes content={content} revision={revision} />
              {revision.media && <div className={dialogCss.part}>{renderMedia(revision)}</div>}
              {revision.cover && (
                <figure className={dialogCss.part}>
                  <figcaption className={kit.note}>Cover, for cards and shared links</figcaption>
                  {renderMedia({ title: revision.title, media: revision.cover })}
                </figure>
              )}
              <Captions content={content} revision={revision} />
              {revision.checks.items.length > 0 && (
                <Suspense fallback={<LoadingLine text={messages.loading} />}>
                  <RevisionCode
                    content={content}
                    checks={revision.checks}
                    terms={terms}
                    wantsNote={wantsNote}
                    onWantsNote={(wants) => setNoted(canApprove && wants ? content.id : undefined)}
                  />
                </Suspense>
              )}
              <SafeHtml className={dialogCss.part} html={revision.body_html} />
            </div>
            <div className={css.aside}>
              <ContentFacts content={content} revision={revision} />
              {canApprove && <ApprovalFields content={content} terms={terms} wantsNote={wantsNote} />}
            </div>
          </div>
        </Fragment>
      ) : isLoadingError ? (
        <LoadFailure query={query} />
      ) : (
        <LoadingLine text={messages.loading} />
      )}
    </Dialog>
  );
}

/** What the author answered to the last decision. The desk is always told who decided. */
function Answer({ last }: { last: Review | undefined }) {
  if (last?.answer === undefined) return null;
  return (
    <div className={dialogCss.part}>
      <Alert kind="info" title={`The author’s answer to ${last.reviewer?.name ?? formerMember}`}>
        {last.reason && <p>“{last.reason}”</p>}
        <p>{last.answer}</p>
      </Alert>
    </div>
  );
}

interface ChangesProps {
  content: AdminContent;
  revision: Revision;
}

/** The approved revision, else the last one decided on, which the author has since changed; `old` is null without either. */
function useEarlier({ id }: AdminContent, { approved, number, reviews }: Revision) {
  const decision = approved ? undefined : reviews.find(({ revision: decided }) => decided < number);
  const earlier = revisionQuery(id, decision?.revision ?? 1);
  const query = useQuery(decision ? earlier : { ...earlier, queryFn: skipToken });
  return { query, decision, old: approved ?? (decision ? query.data : null) };
}

/** Compares with the earlier revision. */
function Changes({ content, revision }: ChangesProps) {
  const { approved, number } = revision;
  const { query, decision, old } = useEarlier(content, revision);
  if (approved?.number === number) return null;
  if (old === null) {
    const what = number === 1 ? "First submission" : "Nothing was approved or flagged before";
    return isWaiting(content) && <Text above={3}>{what}: there is no earlier version to compare.</Text>;
  }
  if (query.isLoadingError) return <LoadFailure query={query} />;
  const waiting = <LoadingLine text={messages.loading} />;
  if (!old) return waiting;
  return (
    <Suspense fallback={waiting}>
      <RevisionChanges revision={revision} old={old} decision={decision} />
    </Suspense>
  );
}

function Captions({ content, revision }: ChangesProps) {
  const { old } = useEarlier(content, revision);
  if (revision.captions.length === 0 || old === undefined) return null;
  return (
    <Suspense fallback={<LoadingLine text={messages.loading} />}>
      <CaptionsToRead revision={revision} old={old} />
    </Suspense>
  );
}

interface RevisionCodeProps {
  content: AdminContent;
  checks: ContentChecks;
  terms: Terms;
  /** Whether an approval needs a note. */
  wantsNote: boolean;
  onWantsNote: (wantsNote: boolean) => void;
}

/** Runs the code of the revision while the admin reads it; what it did goes with an approval. */
function RevisionCode({ content: { id }, checks, terms, wantsNote, onWantsNote }: RevisionCodeProps) {
  return (
    <div className={dialogCss.part}>
      <CodeRun
        checks={checks}
        isAuto
        onChange={(code) => {
          terms.set(id, { ...terms.get(id), code });
          onWantsNote(needsNote(code));
        }}
      />
      {wantsNote && (
        <Alert
          kind="warn"
          className={dialogCss.part}
          text="To approve it anyway, add a note that says why."
        />
      )}
    </div>
  );
}

interface ApprovalFieldsProps {
  content: AdminContent;
  terms: Terms;
  wantsNote: boolean;
}

/** Folded away: most approvals need no note, and hold as long as the category says. */
function ApprovalFields({ content: { id, category }, terms, wantsNote }: ApprovalFieldsProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [all, setAll] = useState<ApprovalTerms>(() => terms.get(id) ?? {});
  const { note, term = categorysTerm } = all;
  // From then on the admin folds it: clearing the box leaves it open.
  const [wasNoted] = useState(Boolean(note));
  const change = (next: ApprovalTerms) => {
    const merged = { ...terms.get(id), ...next };
    terms.set(id, merged);
    setAll(merged);
  };
  return (
    <>
      <details
        className={`${dialogCss.part} ${css.note}`}
        open={wasNoted || wantsNote}
        onToggle={({ currentTarget }) => {
          // Unfolded by the admin, not with the dialog: the box begins below the edge.
          if (currentTarget.open && currentTarget.contains(document.activeElement)) box.current?.focus();
        }}
      >
        <summary className={kit.unfold}>Add a note to the author</summary>
        <Field
          className={dialogCss.part}
          label="Note"
          optional
          hint="Sent with your approval. Only the author and admins can read it."
        >
          <TextArea
            ref={box}
            rows={2}
            defaultValue={note}
            maxLength={limits.reasonLength}
            onChange={({ currentTarget: { value } }) => change({ note: value })}
          />
        </Field>
      </details>
      <div className={dialogCss.part}>
        <GoodUntilField
          category={category}
          term={term}
          onChange={(next) => {
            const now = serverNow();
            change({ term: next, goodUntil: goodUntilOf(next, now), problem: termProblem(next, now) });
          }}
        />
      </div>
    </>
  );
}

interface PlaceProps {
  content: AdminContent;
  contents: Listing<AdminContent>;
  onStep: (to: AdminContent) => void;
}

/** The item's place among those that wait, or else in the table, with buttons to its neighbours. */
function Place({ content, contents: { data: rows = [], hasNextPage }, onStep }: PlaceProps) {
  const line = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog stays open from item to item, each begins at its top
  useLayoutEffect(() => {
    line.current?.closest("dialog")?.scrollTo?.(0, 0);
  }, [content.id]);
  const listed = stepsOf(content, rows);
  const place = listed.findIndex(({ id }) => id === content.id);
  if (place < 0) return null;
  const step = (label: string, to: AdminContent | undefined) => (
    <Button
      size="sm"
      kind={to ? "secondary" : "ghost"}
      aria-disabled={!to || undefined}
      onClick={() => to && onStep(to)}
    >
      {label}
    </Button>
  );
  return (
    <Row ref={line} wrap gap={3} above={2} className={kit.soft}>
      <span>
        {place + 1} of {hasNextPage ? "more than " : ""}
        {listed.length}
      </span>
      {listed.length > 1 && (
        <>
          {step("Previous", listed[place - 1])}
          {step("Next", listed[place + 1])}
        </>
      )}
    </Row>
  );
}

function standing(content: AdminContent, { approved, number: revision }: Revision): string {
  const what = `Revision ${revision}${isWaiting(content) ? ", waiting for a decision." : "."}`;
  if (approved === null) return `${what} This item is not public.`;
  return approved.number === revision
    ? `${what} Readers see it.`
    : `${what} Readers see revision ${approved.number}.`;
}
