import { lazy, type ReactNode, Suspense } from "react";
import * as css from "./file-row.module.css";
import * as layoutCss from "./layout.module.css";
import { ProgressBar } from "./ProgressBar.tsx";

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
    <div className={css.root}>
      <span className={`${layoutCss.center} ${css.preview}`} aria-hidden="true">
        {preview}
      </span>
      <div>
        <p className={css.line}>
          <span className={css.name}>{name}</span>
          <span className={css.note}>{note}</span>
        </p>
        {progress !== undefined && (
          <ProgressBar className={css.progress} value={progress} label={`Upload of ${name}`} />
        )}
      </div>
      <span className={`${layoutCss.row} ${layoutCss.gap1}`}>{children}</span>
    </div>
  );
}

// Lazy: it is decoration, and its place is kept.
const FileThumb = lazy(async () => ({ default: (await import("./FileThumb.tsx")).FileThumb }));

/** What a chosen file looks like, as far as the browser can show it. */
export const FilePreview = (props: { file: File }) => (
  <Suspense>
    <FileThumb {...props} />
  </Suspense>
);
