import { limits, messages, screens } from "@cairn/contract";
import { type ComponentProps, Suspense } from "react";
import { useNavigate } from "react-router";
import { RestoredLine, useJournal, useJournalEntry } from "../../features/drafts/useJournal.tsx";
import { ContentFile } from "../../features/writing/form/ContentFile.tsx";
import { isPicture } from "../../features/writing/form/content-values.ts";
import {
  type ContentFormOptions,
  type Problem,
  useContentForm,
} from "../../features/writing/form/useContentForm.ts";
import * as labelFieldCss from "../../features/writing/renewal/label-field.module.css";
import { SeriesChoice } from "../../features/writing/series/SeriesChoice.tsx";
import { texts } from "../../features/writing/writing-texts.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { Button } from "../../ui/Button.tsx";
import * as cardCss from "../../ui/card.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import * as fieldCss from "../../ui/field.module.css";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { LanguageField, PostFields } from "../../ui/PostFields.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { toast } from "../../ui/toast-store.ts";
import * as uploadFormCss from "../../ui/upload-form.module.css";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useWriter } from "./useWriter.ts";

interface KeptContentFormProps extends Omit<ContentFormOptions, "kept" | "keeper" | "onSent"> {
  /** The form's name in the journal. */
  form: string;
}

/** The writers' form with a journal: restores what its owner typed but did not send. */
export function KeptContentForm({ form, ...rest }: KeptContentFormProps) {
  const { id: owner, isUnknown } = useWriter();
  const onSent = useSentNews();
  const entry = useJournalEntry(owner, form);
  const journal = useJournal(owner, form);
  const isReading = isUnknown || entry === undefined;
  const signShown = useDelayedFlag(isReading);
  if (isReading) return signShown ? <LoadingLine text={messages.loading} /> : null;
  return <ContentForm key={`${owner} ${form}`} {...rest} onSent={onSent} kept={entry} keeper={journal} />;
}

/** After a form was sent: shows a toast and goes to the content list (docs/rules.md#s2-writer-form). */
function useSentNews() {
  const navigate = useNavigate();
  return (asDraft: boolean, unattached: string | undefined) => {
    if (asDraft) toast(unattached === undefined ? "Draft saved" : `Draft saved. ${unattached}`);
    else toast(unattached === undefined ? texts.submitted : `${texts.submitted} ${unattached}`);
    void navigate(screens.content);
  };
}

// Lazy: few texts have code that asks for a check.
const CodeCheck = lazyNamed(() => import("../../ui/checks/CodeCheck.tsx"), "CodeCheck");

/**
 * The form in which writers create an item (docs/rules.md#s2-writer-form) and edit an existing one (docs/rules.md#d10).
 */
function ContentForm(options: ContentFormOptions) {
  const { categories, current, isUnsent } = options;
  const form = useContentForm(options);
  const { values, file, upload, type } = form;
  const isSending = upload.state === "sending";
  const picture = file ?? current;

  return (
    <form
      className={`${cardCss.root} ${cardCss.panel} ${uploadFormCss.root}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit("file");
      }}
    >
      {form.restoredAt && (
        <RestoredLine
          keptAt={form.restoredAt}
          disabled={isSending}
          onDiscard={form.discard}
          onGoOn={form.goOn}
        />
      )}
      <PostFields
        values={values}
        categories={categories}
        isSending={isSending}
        undo={form.undo}
        onChange={type}
      />
      <Suspense>
        <CodeCheck text={values.description} />
      </Suspense>
      <Labels value={values.appliesTo} isSending={isSending} onChange={(appliesTo) => type({ appliesTo })} />
      <SeriesChoice value={values.series} isSending={isSending} onChange={(series) => type({ series })} />
      <LanguageField
        value={values.language}
        isSending={isSending}
        onChange={(language) => type({ language })}
      />
      <ContentFile
        file={file}
        refusal={form.fileRefusal}
        current={current}
        upload={upload}
        onFile={form.choose}
        onRecording={form.take}
        onRemove={() => form.choose(null)}
        onStop={form.stop}
        onRetry={form.retry}
      />
      {picture && isPicture(picture) && (
        <Field label="What the picture shows" optional hint="For readers who cannot see it.">
          <TextInput
            value={values.alt}
            maxLength={limits.mediaAltLength}
            readOnly={isSending}
            onChange={({ currentTarget }) => type({ alt: currentTarget.value })}
          />
        </Field>
      )}
      <div className={uploadFormCss.foot}>
        <p className={`${fieldCss.hint} ${uploadFormCss.note}`}>
          Goes to a reviewer first. You can still edit it.
        </p>
        {isUnsent && (
          <Button
            disabled={isSending}
            working={isSending && form.lastWay === "draft"}
            workingText="Saving..."
            onClick={() => form.submit("draft")}
          >
            Save draft
          </Button>
        )}
        {!form.hasFile && (
          <Button
            disabled={isSending}
            working={isSending && form.lastWay === "text"}
            workingText="Sending..."
            onClick={() => form.submit("text")}
          >
            Write without a file
          </Button>
        )}
        <Button
          kind="primary"
          type="submit"
          disabled={isSending}
          working={isSending && form.lastWay === "file"}
          workingText="Sending..."
        >
          {texts.submit}
        </Button>
      </div>
      <ErrorDialog problem={form.problem} onClose={form.closeProblem} />
    </form>
  );
}

/** What the spec calls an 'Error' alert (docs/rules.md#d65). */
function ErrorDialog({ problem, onClose }: { problem: Problem | null; onClose: () => void }) {
  return (
    <Dialog
      open={problem !== null}
      onClose={onClose}
      title={texts.errorTitle}
      actions={
        <Button kind="primary" onClick={onClose}>
          OK
        </Button>
      }
    >
      <p>{problem?.text}</p>
      {problem?.reason && <p>{problem.reason}</p>}
    </Dialog>
  );
}

// Lazy: many texts apply to no version.
const LabelField = lazyNamed(() => import("../../features/writing/renewal/LabelField.tsx"), "LabelField");

/** The field "Applies to" of the writing forms; its place is kept while it loads. */
const Labels = (props: ComponentProps<typeof LabelField>) => (
  <Suspense fallback={<div className={labelFieldCss.place} />}>
    <LabelField {...props} />
  </Suspense>
);
