import { CloudUpload } from "lucide-react";
import { type DragEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { lazyNamed } from "../lib/lazy-named.ts";
import { cx } from "./cx.ts";
import * as css from "./drop-zone.module.css";
import { useFieldControl } from "./Field.tsx";
import * as fileRowCss from "./file-row.module.css";
import * as kit from "./kit.module.css";
import { ProgressBar } from "./ProgressBar.tsx";

interface DropZoneProps {
  /** MIME types for the browser's file picker; dropped files are not filtered. */
  accept: string;
  /** What may be chosen, in words. */
  note: string;
  disabled?: boolean;
  onFile: (file: File) => void;
}

/** A place for one file: drop it there, or press to browse. */
export function DropZone({ accept, note, disabled, onFile }: DropZoneProps) {
  const control = useFieldControl();
  const [isOver, setOver] = useState(false);
  /**
   * Counts enter and leave events: entering a child fires before leaving its parent, so only 0 means the file has left.
   */
  const depth = useRef(0);

  const over = (change: 1 | -1) => {
    depth.current += change;
    setOver(depth.current > 0);
  };

  function drop(event: DragEvent) {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's short cut; the input inside does the same
    <div
      className={cx(css.root, isOver && !disabled && css.isOver, disabled && css.isDisabled)}
      onDragEnter={() => over(1)}
      onDragLeave={() => over(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <input
        {...control}
        type="file"
        accept={accept}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Reset the input, so that choosing the same file again fires a change.
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <span className={`${kit.tile} ${css.icon}`}>
        <CloudUpload size={22} />
      </span>
      <b>
        <span className={css.drag}>Drag and drop a file, or </span>
        <span className={`${kit.link} ${css.browse}`}>browse</span>
      </b>
      <small className={kit.note}>{note}</small>
    </div>
  );
}

interface FileRowProps {
  /** A picture, video or tile; decorative. */
  preview: ReactNode;
  name: string;
  /** The file's size or its upload progress. */
  note: string;
  /** Upload progress from 0 to 1; undefined when no upload is running. */
  progress?: number;
  /** Buttons at the end. */
  children?: ReactNode;
}

/** The one file of a form, below its drop zone. */
export function FileRow({ preview, name, note, progress, children }: FileRowProps) {
  return (
    <div className={fileRowCss.root}>
      <span className={fileRowCss.preview} aria-hidden="true">
        {preview}
      </span>
      <div>
        <p className={fileRowCss.line}>
          <span className={kit.clip}>{name}</span>
          <span className={fileRowCss.note}>{note}</span>
        </p>
        {progress !== undefined && (
          <ProgressBar className={fileRowCss.progress} value={progress} label={`Upload of ${name}`} />
        )}
      </div>
      <span className={`${kit.row} ${kit.gap1}`}>{children}</span>
    </div>
  );
}

// Lazy: it is decoration, and its place is kept.
const FileThumb = lazyNamed(() => import("./FileThumb.tsx"), "FileThumb");

/** What a chosen file looks like, as far as the browser can show it. */
export const FilePreview = (props: { file: File }) => (
  <Suspense>
    <FileThumb {...props} />
  </Suspense>
);
