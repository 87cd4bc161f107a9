import { X } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { FileRule } from "../../../lib/file-rules.ts";
import { sentText, sizeText } from "../../../lib/file-text.ts";
import type { ChosenFile } from "../../../lib/forms/useChosenFile.ts";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { DropZone, FilePreview, FileRow } from "../../../ui/DropZone.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Stack } from "../../../ui/Stack.tsx";
import * as uploadFormCss from "../../../ui/upload-form.module.css";
import type { ItemForm } from "./useItemForm.ts";

// Lazy: for films alone.
const FilmNote = lazyNamed(() => import("./FilmNote.tsx"), "FilmNote");

interface FileFieldProps {
  label: string;
  optional?: boolean;
  rule: FileRule;
  /** What may be chosen, in words. */
  note: string;
  file: Pick<ItemForm["file"], "chosen" | "remove">;
  problem: string | undefined;
  disabled: boolean;
  onFile: (file: File) => void;
  /** A thumbnail of the file that the item has; null for none. */
  current: ReactNode;
  /** Undefined if that file must stay. */
  onRemoveCurrent?: (() => void) | undefined;
  /** How the file's sending goes, in place of what the row says of a file that was chosen. */
  sending?: { note: string; progress: number | undefined; action: ReactNode } | null;
  /** Another way to choose a file. */
  children?: ReactNode;
}

/** The field for the one file of a writing form. */
export function FileField(props: FileFieldProps) {
  const { label, optional, rule, note, file, problem, disabled, onFile, current, onRemoveCurrent } = props;
  const { sending, children } = props;
  const { chosen } = file;
  const remove = (name: string, onClick: () => void) => (
    <IconButton
      kind="ghost"
      size="sm"
      label={name}
      icon={<X size={18} />}
      disabled={disabled}
      onClick={onClick}
    />
  );
  return (
    <Stack gap={2} className={uploadFormCss.root}>
      <Field label={label} optional={optional} error={problem}>
        <DropZone accept={rule.accept} note={note} disabled={disabled} onFile={onFile} />
      </Field>
      {children}
      {chosen && (
        <FileRow
          preview={<FilePreview key={`${chosen.file.name} ${chosen.file.lastModified}`} file={chosen.file} />}
          name={chosen.file.name}
          note={sending?.note ?? noteOf(chosen)}
          progress={sending ? sending.progress : shareOf(chosen)}
        >
          {sending?.action ??
            remove(chosen.read === undefined ? "Remove file" : "Cancel upload", file.remove)}
        </FileRow>
      )}
      {chosen?.file.type === "video/mp4" && (
        <Suspense>
          <FilmNote film={chosen.file} />
        </Suspense>
      )}
      {!chosen && current && (
        <FileRow preview={current} name="The file it has now" note="Kept unless you choose another file">
          {onRemoveCurrent && remove("Remove file", onRemoveCurrent)}
        </FileRow>
      )}
    </Stack>
  );
}

const noteOf = ({ file, read }: ChosenFile) =>
  read === undefined ? sizeText(file.size) : sentText(read, file.size);

const shareOf = ({ file, read }: ChosenFile) =>
  read === undefined ? undefined : read / Math.max(1, file.size);
