import { limits } from "@cairn/contract";
import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import "../../../ui/card.css";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { texts } from "../writing-texts.ts";
import { ContentFile } from "./ContentFile.tsx";
import "../../../ui/upload-form.css";
import { isPicture } from "./content-file.ts";
import { ErrorDialog } from "./ErrorDialog.tsx";
import { type ContentFormOptions, useContentForm } from "./useContentForm.ts";

interface ContentFormProps extends ContentFormOptions {
  /** Stands above the fields when unsent work came back. */
  restored: (line: RestoredWork) => ReactNode;
}

interface RestoredWork {
  keptAt: string;
  disabled: boolean;
  onDiscard: () => void;
  onGoOn: (() => void) | undefined;
}

/** Where writers create an item (spec section 2), and write on one they have (D10). */
export function ContentForm({ restored, ...options }: ContentFormProps) {
  const { categories, current, isUnsent } = options;
  const form = useContentForm(options);
  const { values, file, sending, type } = form;
  const isSending = sending.state === "sending";
  const picture = file ?? current;

  return (
    <form
      className="card panel upload-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit(false);
      }}
    >
      {form.restoredAt &&
        restored({
          keptAt: form.restoredAt,
          disabled: isSending,
          onDiscard: form.discard,
          onGoOn: form.goOn,
        })}
      <Field label="Title">
        <TextInput
          value={values.title}
          maxLength={limits.titleLength}
          readOnly={isSending}
          onChange={({ currentTarget }) => type({ title: currentTarget.value })}
          required
        />
      </Field>
      <Field label="Category">
        <Select
          value={values.category}
          disabled={isSending}
          onChange={({ currentTarget }) => type({ category: currentTarget.value })}
          required
        >
          <option value="">Select a category</option>
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field label="Description">
        <TextArea
          value={values.description}
          rows={6}
          maxLength={limits.bodyLength}
          readOnly={isSending}
          placeholder="What is it about? Markdown works here."
          onChange={({ currentTarget }) => type({ description: currentTarget.value })}
          required
        />
      </Field>
      <ContentFile
        file={file}
        current={current}
        sending={sending}
        onFile={form.choose}
        onRemove={() => form.choose(null)}
        onStop={form.stop}
        onRetry={form.retry}
      />
      {picture && isPicture(picture) && (
        <Field label="What the picture shows" optional hint="For readers who do not see it.">
          <TextInput
            value={values.alt}
            maxLength={limits.mediaAltLength}
            readOnly={isSending}
            onChange={({ currentTarget }) => type({ alt: currentTarget.value })}
          />
        </Field>
      )}
      <div className="upload-form-foot">
        <p className="hint">Goes to a reviewer first. You can still edit it.</p>
        {isUnsent && (
          <Button
            disabled={isSending}
            working={isSending && form.wasDraft}
            workingText="Saving..."
            onClick={() => form.submit(true)}
          >
            Save draft
          </Button>
        )}
        <Button
          kind="primary"
          type="submit"
          disabled={isSending}
          working={isSending && !form.wasDraft}
          workingText="Sending..."
        >
          {texts.submit}
        </Button>
      </div>
      <ErrorDialog problem={form.problem} onClose={form.closeProblem} />
    </form>
  );
}
