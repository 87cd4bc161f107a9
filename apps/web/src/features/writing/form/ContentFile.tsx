import type { Media } from "@cairn/contract";
import { RotateCcw, X } from "lucide-react";
import { Suspense } from "react";
import { mediaSource } from "../../../lib/api/media-source.ts";
import { contentFiles } from "../../../lib/file-rules.ts";
import { sentText, sizeText } from "../../../lib/file-text.ts";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { DropZone, FilePreview, FileRow } from "../../../ui/DropZone.tsx";
import { Field } from "../../../ui/Field.tsx";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import * as css from "../../../ui/upload-form.module.css";
import { isPicture } from "./content-values.ts";
import type { Upload } from "./useUpload.ts";

// Lazy: its place is kept, and most items have no recording.
const RecordingButton = lazyNamed(() => import("./RecordingButton.tsx"), "RecordingButton");

interface ContentFileProps {
  file: File | null;
  /** Why the last chosen file was refused. */
  refusal: string | undefined;
  /** The item's own file, which stays unless another is chosen. */
  current: Media | null;
  upload: Upload;
  onFile: (file: File) => void;
  onRecording: (file: File, problem: string | undefined) => void;
  onRemove: () => void;
  onStop: () => void;
  onRetry: () => void;
}

export function ContentFile(props: ContentFileProps) {
  const { file, refusal, current, upload, onFile, onRecording, onRemove, onStop, onRetry } = props;
  const isSending = upload.state === "sending";
  return (
    <div className={css.file}>
      <Field label="File" error={refusal}>
        <DropZone
          accept={contentFiles.accept}
          note="JPEG, PNG, PDF, MP4, up to 50 MB"
          disabled={isSending}
          onFile={onFile}
        />
      </Field>
      <div className={css.more}>
        <Suspense>
          <RecordingButton disabled={isSending} onRecording={onRecording} />
        </Suspense>
      </div>
      {file && (
        <FileRow
          preview={<FilePreview key={`${file.name} ${file.lastModified}`} file={file} />}
          name={file.name}
          note={noteOf(file, upload)}
          progress={progressOf(upload)}
        >
          {(upload.state === "failed" || upload.state === "stopped") && (
            <Button size="sm" onClick={onRetry}>
              <RotateCcw size={15} />
              Retry
            </Button>
          )}
          {isSending ? (
            <IconButton
              kind="ghost"
              size="sm"
              label="Cancel upload"
              icon={<X size={18} />}
              onClick={onStop}
            />
          ) : (
            <IconButton
              kind="ghost"
              size="sm"
              label="Remove file"
              icon={<X size={18} />}
              onClick={onRemove}
            />
          )}
        </FileRow>
      )}
      {!file && current && <CurrentFile media={current} />}
    </div>
  );
}

function CurrentFile({ media }: { media: Media }) {
  const still = isPicture(media) ? media.url : media.poster_url;
  const kind = media.type.startsWith("video/")
    ? "Video"
    : media.type.startsWith("audio/")
      ? "Audio"
      : "Article";
  return (
    <FileRow
      preview={still ? <img src={mediaSource(still)} alt="" /> : <TypeTile type={kind} />}
      name="The file it has now"
      note="Kept unless you choose another file"
    />
  );
}

function noteOf(file: File, upload: Upload) {
  switch (upload.state) {
    case "idle":
      return sizeText(file.size);
    case "stopped":
      return "Upload canceled";
    case "failed":
      return "Upload failed";
    case "sending": {
      const { sent, total, rate } = upload;
      if (total === 0) return "Starting…";
      if (sent >= total) return "Sent. Being checked…";
      return [sentText(sent, total), rate !== undefined && `${sizeText(rate)}/s`].filter(Boolean).join(" · ");
    }
  }
}

const progressOf = (upload: Upload) =>
  upload.state === "sending" ? upload.sent / Math.max(1, upload.total) : undefined;
