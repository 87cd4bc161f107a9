import { type ReactNode, Suspense } from "react";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { Card } from "../../../ui/Card.tsx";
import { PostFields } from "../../../ui/PostFields.tsx";
import { RestoredSpot } from "../../../ui/RestoredSpot.tsx";
import { Text } from "../../../ui/Text.tsx";
import * as uploadFormCss from "../../../ui/upload-form.module.css";
import type { ItemForm } from "./useItemForm.ts";

// Lazy: few texts are about a version or have code that asks for a check.
const MoreFields = lazyNamed(() => import("./MoreFields.tsx"), "MoreFields");

interface WritingFormProps {
  form: ItemForm;
  label?: string;
  categories: readonly string[];
  isSending: boolean;
  /** Whether its author is signed in: series and checks of code are for members. */
  isMember: boolean;
  onSubmit: (event: React.FormEvent) => void;
  onDiscard: () => void;
  /** For work on an outdated revision: turns it into a change of the newest one. */
  onUseNewest?: (() => void) | undefined;
  /** The field for the file, and what is shown below it. */
  children: ReactNode;
  /** What becomes of it, beside the buttons. */
  note: string;
  /** The words of the button that sends the form, and the button itself with others. */
  submit: string;
  buttons: ReactNode;
}

/** The form in which members write posts and writers write items. */
export function WritingForm({
  form,
  categories,
  isSending,
  onDiscard,
  onUseNewest,
  ...props
}: WritingFormProps) {
  const { values, problems, type } = form;
  return (
    <Card
      as="form"
      {...form.element}
      pad
      gap={5}
      className={uploadFormCss.root}
      aria-label={props.label}
      onSubmit={props.onSubmit}
    >
      {form.restoredAt && (
        <RestoredSpot
          keptAt={form.restoredAt}
          disabled={isSending}
          onDiscard={onDiscard}
          onUseNewest={onUseNewest}
        />
      )}
      <PostFields
        values={values}
        categories={categories}
        isSending={isSending}
        undo={form.undo}
        savedAt={form.savedAt}
        submit={props.submit}
        errorOf={(field) => problems[field]}
        onChange={type}
      />
      <Suspense fallback={<div className={uploadFormCss.moreFields} />}>
        <MoreFields
          values={values}
          isSending={isSending}
          isMember={props.isMember}
          onChange={type}
          onCover={form.awaitFile}
        />
      </Suspense>
      {props.children}
      <div className={uploadFormCss.foot}>
        <Text kind="note" className={uploadFormCss.note}>
          {props.note}
        </Text>
        {props.buttons}
      </div>
    </Card>
  );
}
