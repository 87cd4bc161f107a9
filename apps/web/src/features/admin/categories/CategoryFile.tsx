import { Upload, X } from "lucide-react";
import { type ChangeEvent, useId, useRef } from "react";
import { IconButton } from "../../../ui/Button.tsx";
import { acceptedTypes, fileProblem } from "./category-file.ts";

interface CategoryFileProps {
  file: File | null;
  onChange: (file: File | null) => void;
}

/** A file that becomes the first content of the category (D53). What can't be taken is said by an alert (D65). */
export function CategoryFile({ file, onChange }: CategoryFileProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    // Else the same file could not be chosen again.
    target.value = "";
    if (!chosen) return;
    const problem = fileProblem(chosen);
    if (problem) window.alert(problem);
    else onChange(chosen);
  };
  const drop = () => {
    onChange(null);
    input.current?.focus();
  };

  return (
    <div className="category-file">
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only"
        aria-label="File (optional)"
        aria-describedby={`${id}-note`}
        accept={acceptedTypes}
        onChange={choose}
      />
      <label htmlFor={id} className="btn btn-secondary btn-sm">
        <Upload size={16} />
        {file ? "Choose another file" : "Add a file"}
      </label>
      <p id={`${id}-note`} className="hint">
        {file ? file.name : "Optional. JPEG, PNG, PDF, MP4, up to 50 MB"}
      </p>
      {file && (
        <IconButton
          kind="ghost"
          size="sm"
          label={`Leave out ${file.name}`}
          icon={<X size={16} />}
          onClick={drop}
        />
      )}
    </div>
  );
}
