import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { postFiles } from "../../lib/file-rules.ts";
import { sentText, sizeText } from "../../lib/file-text.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import * as cardCss from "../../ui/card.module.css";
import { DropZone, FilePreview, FileRow } from "../../ui/DropZone.tsx";
import { Field } from "../../ui/Field.tsx";
import * as fieldCss from "../../ui/field.module.css";
import { PostFields } from "../../ui/PostFields.tsx";
import * as uploadFormCss from "../../ui/upload-form.module.css";
import { fileHint, isSet, type PostValues, postCategories } from "./post-values.ts";
import { type ChosenFile, type PostFormOptions, usePostForm } from "./usePostForm.ts";

const categoryNames = postCategories.map(({ name }) => name);

interface PostFormProps extends PostFormOptions {
  /** A thumbnail of the post's file. */
  current: ReactNode;
  /** The reviewers already have this post, so its file can be replaced but not removed. */
  mustKeepMedia: boolean;
  /** Cancels the edit; null for a new post. */
  onCancel: (() => void) | null;
  /** Rendered below the fields. */
  extras: (part: FormExtras) => ReactNode;
  /** Rendered above the fields when unsent work was restored. */
  restored: (line: RestoredWork) => ReactNode;
}

export interface FormExtras {
  values: PostValues;
  isSending: boolean;
  onChange: (change: Partial<PostValues>) => void;
}

interface RestoredWork {
  keptAt: string;
  disabled: boolean;
  onDiscard: () => void;
}

/** The form in which members write and edit posts (docs/rules.md#s2-create-post). */
export function PostForm({ current, mustKeepMedia, onCancel, extras, restored, ...options }: PostFormProps) {
  const form = usePostForm(options);
  const { values, file, problems, isSaving, type, focusFirst } = form;
  const isEdit = onCancel !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `focusFirst` is new in each render
  useEffect(() => {
    if (isEdit) focusFirst(["title"]);
  }, [isEdit]);

  return (
    <form
      {...form.element}
      className={`${cardCss.root} ${cardCss.panel} ${uploadFormCss.root}`}
      aria-label={isEdit ? "Edit Post" : "Create Post"}
      onSubmit={form.submit}
    >
      {form.restoredAt && restored({ keptAt: form.restoredAt, disabled: isSaving, onDiscard: form.clear })}
      <PostFields
        values={values}
        categories={categoryNames}
        isSending={isSaving}
        undo={form.undo}
        errorOf={(field) => problems[field]}
        onChange={type}
      />
      {extras({ values, isSending: isSaving, onChange: type })}
      <PostFile
        chosen={file.chosen}
        problem={file.problem}
        current={values.keepsMedia && current}
        disabled={isSaving}
        onFile={file.choose}
        onRemove={file.remove}
        onRemoveCurrent={mustKeepMedia ? undefined : () => type({ keepsMedia: false })}
      />
      {form.failure && (
        <Alert kind="danger">
          <p>{form.failure}</p>
        </Alert>
      )}
      <div className={uploadFormCss.foot}>
        <p className={`${fieldCss.hint} ${uploadFormCss.note}`}>
          Saved on this device until you send it to the reviewers.
        </p>
        {onCancel && (
          <Button disabled={isSaving} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          kind="primary"
          type="submit"
          disabled={!isSet(values)}
          working={isSaving}
          workingText="Saving..."
        >
          {isEdit ? "Update Post" : "Submit for Approval"}
        </Button>
      </div>
    </form>
  );
}

interface PostFileProps {
  chosen: ChosenFile | null;
  problem: string | undefined;
  /** A thumbnail of the post's file; null if it has none, or if it is being removed. */
  current: ReactNode;
  disabled: boolean;
  onFile: (file: File) => void;
  onRemove: () => void;
  /** Undefined if the post's file must stay. */
  onRemoveCurrent: (() => void) | undefined;
}

function PostFile(props: PostFileProps) {
  const { chosen, problem, current, disabled, onFile, onRemove, onRemoveCurrent } = props;
  const remove = (label: string, onClick: () => void) => (
    <IconButton
      kind="ghost"
      size="sm"
      label={label}
      icon={<X size={18} />}
      disabled={disabled}
      onClick={onClick}
    />
  );
  return (
    <div className={uploadFormCss.file}>
      <Field label="Media" optional error={problem}>
        <DropZone accept={postFiles.accept} note={fileHint} disabled={disabled} onFile={onFile} />
      </Field>
      {chosen && (
        <FileRow
          preview={<FilePreview key={`${chosen.file.name} ${chosen.file.lastModified}`} file={chosen.file} />}
          name={chosen.file.name}
          note={noteOf(chosen)}
          progress={chosen.read === undefined ? undefined : chosen.read / Math.max(1, chosen.file.size)}
        >
          {remove(chosen.read === undefined ? "Remove file" : "Cancel upload", onRemove)}
        </FileRow>
      )}
      {!chosen && current && (
        <FileRow preview={current} name="The file it has now" note="Kept unless you choose another file">
          {onRemoveCurrent && remove("Remove file", onRemoveCurrent)}
        </FileRow>
      )}
    </div>
  );
}

const noteOf = ({ file, read }: ChosenFile) =>
  read === undefined ? sizeText(file.size) : sentText(read, file.size);
