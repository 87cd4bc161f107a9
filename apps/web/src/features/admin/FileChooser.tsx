import { type ReactNode, useId } from "react";
import * as buttonCss from "../../ui/button.module.css";
import * as kit from "../../ui/kit.module.css";
import * as css from "./admin.module.css";

interface FileChooserProps {
  /** What its file picker offers, as in an input. */
  accept: string;
  disabled: boolean;
  onFile: (file: File) => void;
  /** Its label, which looks like a button. */
  children: ReactNode;
}

/** Chooses a file that is sent at once. */
export function FileChooser({ accept, disabled, onFile, children }: FileChooserProps) {
  const id = useId();
  return (
    <>
      <input
        id={id}
        type="file"
        className={kit.srOnly}
        accept={accept}
        disabled={disabled}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Otherwise the same file could not be chosen again.
          target.value = "";
          if (file) onFile(file);
        }}
      />
      <label
        htmlFor={id}
        className={`${buttonCss.root} ${buttonCss.secondary} ${buttonCss.sm} ${css.fileLabel}`}
      >
        {children}
      </label>
    </>
  );
}
