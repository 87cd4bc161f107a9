import { X } from "lucide-react";
import type { ReactNode } from "react";
import { sentText, sizeText } from "../../lib/file-text.ts";
import { IconButton } from "../../ui/Button.tsx";
import { DropZone } from "../../ui/DropZone.tsx";
import { Field } from "../../ui/Field.tsx";
import { FilePreview, FileRow } from "../../ui/FileRow.tsx";
import * as css from "../../ui/upload-form.module.css";
import { accept, fileHint } from "./post-values.ts";
import type { ChosenFile } from "./useChosenFile.ts";

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

export function PostFile(props: PostFileProps) {
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
    <div className={css.file}>
      <Field label="Media" optional error={problem}>
        <DropZone accept={accept} note={fileHint} disabled={disabled} onFile={onFile} />
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
