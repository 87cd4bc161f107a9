import { type ReactNode, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { useFieldControl } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";

interface FileButtonProps {
  /** What its file picker offers, as in an input. */
  accept: string;
  disabled: boolean;
  isUploading: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Chooses a file that is sent at once. */
export function FileButton({ accept, disabled, isUploading, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        size="sm"
        disabled={disabled}
        working={isUploading}
        workingText="Sending..."
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        {...useFieldControl()}
        ref={input}
        className={kit.srOnly}
        type="file"
        tabIndex={-1}
        accept={accept}
        disabled={disabled || isUploading}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
