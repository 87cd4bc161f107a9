import { type ReactNode, useState } from "react";
import { useObjectUrl } from "../lib/useObjectUrl.ts";
import * as css from "./file-row.module.css";
import * as layoutCss from "./layout.module.css";
import { ProgressBar } from "./ProgressBar.tsx";
import { TypeTile } from "./TypeTile.tsx";

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

/** What a chosen file looks like, as far as the browser can show it. */
export function FilePreview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [failed, setFailed] = useState(false);
  if (url && !failed && file.type.startsWith("image/")) {
    return <img src={url} alt="" onError={() => setFailed(true)} />;
  }
  if (url && !failed && file.type === "video/mp4") {
    return (
      <video src={url} muted playsInline preload="metadata" tabIndex={-1} onError={() => setFailed(true)} />
    );
  }
  return <TypeTile type={file.type === "video/mp4" ? "Video" : "Article"} />;
}
