import { limits, messages, postPath } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { serverNow } from "../../../lib/api/server-now.ts";
import { type MarkedRun, needsNote } from "../../../lib/code/marked-run.ts";
import { filled, useForm } from "../../../lib/forms/useForm.ts";
import { formatDay, formatTermDay } from "../../../lib/time/dates.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import * as dialogCss from "../../../ui/dialog.module.css";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import * as kit from "../../../ui/kit.module.css";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { RadioCards } from "../../../ui/RadioCards.tsx";
import { SafeHtml } from "../../../ui/SafeHtml.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { termNameOf, VerifiedMark } from "../../../ui/VerifiedMark.tsx";
import { GoodUntilField } from "../contents/GoodUntilField.tsx";
import { categorysTerm, termProblem } from "../contents/term.ts";
import { revisionQuery } from "../live/contents.queries.ts";
import { evidenceQuery, needsWork, type Renewable, reaffirm, supersede } from "../live/due.queries.ts";
import { LoadFailure, useAction } from "../useAction.tsx";
import * as css from "./due.module.css";
import { Evidence } from "./Evidence.tsx";

/** A field that chooses a public item; null once the text no longer names one. */
export type RenderPicker = (field: {
  label: string;
  except: number;
  error: string | undefined;
  onChoose: (item: { id: number } | null) => void;
}) => ReactNode;

interface RenewDialogProps {
  item: Renewable;
  renderPicker: RenderPicker;
  onClose: () => void;
}

/** The dialog about a verification that ends: what has changed since, and three answers (docs/rules.md#standing). */
export function RenewDialog(props: RenewDialogProps) {
  const { item, onClose } = props;
  const { can, standing } = item;
  // Nothing but a published item has a mark to renew.
  if (!standing || !can.renew) {
    return (
      <Dialog
        open
        size="wide"
        title={item.title}
        onClose={onClose}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <Since item={item} />
        <div className={dialogCss.part}>
          <Alert kind="info">
            <p>
              {standing
                ? "You cannot renew your own item. Another admin has to."
                : "This item is not public, so there is nothing to renew."}
            </p>
          </Alert>
        </div>
      </Dialog>
    );
  }
  return <Renewing {...props} />;
}

const publicRevision = ({ published_revision, revision }: Renewable) => published_revision ?? revision;

/** Empty: not chosen yet. Which one is right depends on the item, so none is chosen beforehand. */
type Answer = "" | "true" | "work" | "superseded" | "reinstated";

const answers = [
  { value: "true", label: "Still true" },
  { value: "work", label: "Needs work" },
  { value: "superseded", label: "Superseded by" },
] as const;
const takenBack = { value: "reinstated", label: "Not superseded" } as const;

const saves: Record<Answer, string> = {
  "": "Confirm",
  true: "Confirm",
  work: "Ask for changes",
  superseded: "Mark as superseded",
  reinstated: "Take it back",
};

function Renewing({ item, renderPicker, onClose }: RenewDialogProps) {
  const { run, problem, isWorking } = useAction();
  const [term, setTerm] = useState(categorysTerm);
  const [by, setBy] = useState<number | null>(null);
  const [code, setCode] = useState<MarkedRun | null>(null);
  // A renewal says what the code does now, so it waits for it.
  const { data: evidence } = useQuery(evidenceQuery(item.id, publicRevision(item)));
  const isWaiting = !evidence || (evidence.checks.items.length > 0 && (code === null || code.isRunning));
  const wantsNote = code !== null && needsNote(code);
  const form = useForm<{ answer: Answer; reason: string; note: string }, "by" | "term">({
    initial: { answer: "", reason: "", note: "" },
    check: ({ answer, reason, note }) => ({
      note: answer === "true" && wantsNote ? filled(note, "Please say why it is still true.") : undefined,
      reason: answer === "work" ? filled(reason, "Please enter a reason.") : undefined,
      by: answer === "superseded" && by === null ? "Please choose a post from the list." : undefined,
      term: answer === "true" ? termProblem(term, serverNow()) : undefined,
    }),
  });
  const { values, problems, field, submit } = form;
  const decide = submit(async ({ answer, reason, note }) => {
    const done = await run(() => {
      if (answer === "work") return needsWork(item, reason.trim());
      if (answer === "reinstated") return supersede(item, null);
      return answer === "superseded" && by !== null
        ? supersede(item, by)
        : reaffirm(item, { term, code, note });
    });
    if (done) onClose();
  });
  return (
    <FormDialog
      size="wide"
      title={item.title}
      save={saves[values.answer]}
      disabled={values.answer === "" || (values.answer === "true" && isWaiting)}
      isWorking={isWorking}
      problem={problem}
      onClose={onClose}
      onSubmit={decide}
      lead={<Since item={item} onCode={setCode} />}
    >
      <div className={css.answers}>
        <RadioCards
          {...field("answer")}
          legend="Is it still true?"
          options={item.superseded_by === null ? answers : [...answers, takenBack]}
        />
      </div>
      {values.answer === "true" && (
        <GoodUntilField category={item.category_name} term={term} onChange={setTerm} error={problems.term} />
      )}
      {values.answer === "true" && wantsNote && (
        <Field
          label="Note"
          hint="Not all of its code passed. The author and admins can read your note."
          error={problems.note}
        >
          <TextArea {...field("note")} maxLength={limits.reasonLength} required />
        </Field>
      )}
      {values.answer === "work" && (
        <Field
          label="Reason"
          hint="The author will read this. The post shows Due until a new revision is approved."
          error={problems.reason}
        >
          <TextArea {...field("reason")} maxLength={limits.reasonLength} required />
        </Field>
      )}
      {values.answer === "reinstated" && (
        <Text kind="note">The post no longer shows Superseded. Its date stays the same.</Text>
      )}
      {values.answer === "superseded" &&
        renderPicker({
          label: "The post that replaces it",
          except: item.id,
          error: problems.by,
          onChoose: (found) => {
            setBy(found?.id ?? null);
            form.setProblems({});
          },
        })}
    </FormDialog>
  );
}

const unchanged = (goodUntil: string | null) =>
  `Nothing has changed; its date ${goodUntil && Date.parse(goodUntil) <= serverNow() ? "has passed" : "is near"}.`;

/** The mark, and what has changed since it was given. */
function Since({ item, onCode }: { item: Renewable; onCode?: (run: MarkedRun) => void }) {
  const { standing, good_until, standing_reasons, still_true, remarks = [], applies_to } = item;
  // The end of its time is no change of anything.
  const isAging = standing_reasons.some(({ kind }) => kind === "age");
  const changed = standing_reasons.filter(({ kind }) => kind !== "age");
  const changes: [key: string, line: ReactNode][] = [
    ...changed.map(({ kind, text, since }): [string, ReactNode] => [
      `${kind} ${text}`,
      `${formatTermDay(since)}: ${text}`,
    ]),
    ...remarks.map(({ id, by, body, created_at }): [string, ReactNode] => [
      `comment ${id}`,
      <>
        {formatDay(created_at)}, comment by {by.name}: <q>{body}</q>
      </>,
    ]),
  ];
  return (
    <>
      {standing && (
        <Row as="p" wrap gap={3}>
          <VerifiedMark form="pill" standing={standing} />
          <span>{good_until ? `${termNameOf(standing)} ${formatTermDay(good_until)}` : "No end"}</span>
          {applies_to.length > 0 && <span className={kit.note}>{applies_to.join(", ")}</span>}
        </Row>
      )}
      <section className={css.since} aria-label="What has changed since">
        <h3>What has changed since</h3>
        {changes.length === 0 ? (
          <Text kind="note">{isAging ? unchanged(good_until) : "No changes are known."}</Text>
        ) : (
          <ul>
            {changes.map(([key, line]) => (
              <li key={key}>{line}</li>
            ))}
          </ul>
        )}
      </section>
      {standing && <Evidence id={item.id} revision={publicRevision(item)} onCode={onCode} />}
      {still_true && (
        <div className={dialogCss.part}>
          <Alert
            kind="info"
            title={`${item.author.name} says it is still true, ${formatDay(still_true.said_at)}`}
          >
            {still_true.note && <p>{still_true.note}</p>}
          </Alert>
        </div>
      )}
      <RevisionText item={item} />
    </>
  );
}

/** Readers' revision, loaded once it is unfolded. */
function RevisionText({ item }: { item: Renewable }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={dialogCss.part} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={kit.unfold}>Read the text</summary>
      {isOpen && <Revision id={item.id} number={publicRevision(item)} />}
      <Link className={kit.link} to={postPath(item.id)}>
        The post with its comments
      </Link>
    </details>
  );
}

function Revision({ id, number }: { id: number; number: number }) {
  const query = useQuery(revisionQuery(id, number));
  if (query.isLoadingError) return <LoadFailure query={query} />;
  return query.data ? <SafeHtml html={query.data.body_html} /> : <LoadingLine text={messages.loading} />;
}
