import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, use, useId } from "react";
import { cx } from "./cx.ts";
import * as css from "./field.module.css";
import * as kit from "./kit.module.css";
import * as radioCardsCss from "./radio-cards.module.css";
import { Stack } from "./Stack.tsx";

interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

const FieldContext = createContext<Partial<FieldControl>>({});

/** The attributes that tie a control to the Field around it; undefined outside a Field. */
export const useFieldControl = () => use(FieldContext);

interface FieldProps {
  label: string;
  optional?: boolean;
  /** Help below the control; an error is shown below it. */
  hint?: ReactNode;
  error?: string;
  /** At the end of the label's line. */
  aside?: ReactNode;
  className?: string;
  /** One of our controls; it reads its id, hint and error from the context. */
  children: ReactNode;
}

export function Field({ label, optional, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const control: FieldControl = {
    id,
    "aria-describedby": error || hint ? noteId : undefined,
    "aria-invalid": error ? true : undefined,
  };
  return (
    <div className={cx(css.root, error && radioCardsCss.hasError, className)}>
      <div className={css.top}>
        <label className={css.label} htmlFor={id}>
          {label}
          {optional && <span className={css.opt}> (optional)</span>}
        </label>
        {aside}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}

/** The help stays while there is an error: it says what is wanted. */
export const FieldNote = ({ id, error, hint }: { id: string; error?: string; hint?: ReactNode }) =>
  (error || hint) && (
    <Stack gap={1} id={id}>
      {hint && <p className={kit.note}>{hint}</p>}
      {error && (
        <p className={css.errorText} role="alert">
          <CircleAlert size={15} />
          {error}
        </p>
      )}
    </Stack>
  );
