import { limits } from "@cairn/contract";
import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import { Button } from "../../../ui/Button.tsx";
import * as cardCss from "../../../ui/card.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as fieldCss from "../../../ui/field.module.css";
import { PostFields } from "../../../ui/PostFields.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import * as uploadFormCss from "../../../ui/upload-form.module.css";
import * as css from "../renewal/label-field.module.css";
import { SeriesChoice } from "../series/SeriesChoice.tsx";
import { texts } from "../writing-texts.ts";
import { ContentFile } from "./ContentFile.tsx";
import { isPicture } from "./content-values.ts";
import { LanguageField } from "./LanguageField.tsx";
import { type ContentFormOptions, type Problem, useContentForm } from "./useContentForm.ts";

// Lazy: few texts have code that asks for a check.
const CodeCheck = lazy(async () => ({
  default: (await import("../../../lib/checks/CodeCheck.tsx")).CodeCheck,
}));

interface ContentFormProps extends ContentFormOptions {
  /** Rendered above the fields when unsent work was restored. */
  restored: (line: RestoredWork) => ReactNode;
}

interface RestoredWork {
  keptAt: string;
  disabled: boolean;
  onDiscard: () => void;
  onGoOn: (() => void) | undefined;
}

/**
 * The form in which writers create an item (docs/rules.md#s2-writer-form) and edit an existing one (docs/rules.md#d10).
 */
export function ContentForm({ restored, ...options }: ContentFormProps) {
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
      {form.restoredAt &&
        restored({
          keptAt: form.restoredAt,
          disabled: isSending,
          onDiscard: form.discard,
          onGoOn: form.goOn,
        })}
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
const LabelField = lazy(async () => ({ default: (await import("../renewal/LabelField.tsx")).LabelField }));

/** The field "Applies to" of the writing forms; its place is kept while it loads. */
const Labels = (props: ComponentProps<typeof LabelField>) => (
  <Suspense fallback={<div className={css.place} />}>
    <LabelField {...props} />
  </Suspense>
);
