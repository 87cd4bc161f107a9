import type { ReactNode } from "react";
import "./file-row.css";
import { ProgressBar } from "./ProgressBar.tsx";

interface FileRowProps {
  /** A picture, film or tile; decoration. */
  preview: ReactNode;
  name: string;
  /** How large it is, or how far it has got. */
  note: string;
  /** From 0 to 1, while it is on its way. */
  progress?: number;
  /** Buttons at the end. */
  children?: ReactNode;
}

/** The one file of a form, below its drop zone. */
export function FileRow({ preview, name, note, progress, children }: FileRowProps) {
  return (
    <div className="file-row">
      <span className="file-row-preview" aria-hidden="true">
        {preview}
      </span>
      <div className="file-row-text">
        <p className="file-row-line">
          <span>{name}</span>
          <span>{note}</span>
        </p>
        {progress !== undefined && <ProgressBar value={progress} label={`Upload of ${name}`} />}
      </div>
      <span className="file-row-end">{children}</span>
    </div>
  );
}
