import { CloudUpload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { cx } from "./cx.ts";
import "./drop-zone.css";
import { useFieldControl } from "./Field.tsx";

interface DropZoneProps {
  /** MIME types for the browser's own window; what is dropped may be anything. */
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
  /** Entering a child comes before leaving its parent: only the count tells when the file is gone. */
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
      className={cx("drop-zone", isOver && !disabled && "is-over", disabled && "is-disabled")}
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
          // The same file can be chosen again.
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <span className="drop-zone-icon">
        <CloudUpload size={22} />
      </span>
      <b>
        Drag and drop a file, or <span className="link">browse</span>
      </b>
      <small>{note}</small>
    </div>
  );
}
