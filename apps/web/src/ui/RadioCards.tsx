import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { FieldNote } from "./Field.tsx";
import "./radio-cards.css";

export interface RadioCard {
  value: string;
  label: string;
  icon?: ReactNode;
}

interface RadioCardsProps extends Omit<ComponentProps<"input">, "type" | "id" | "className"> {
  legend: string;
  options: readonly RadioCard[];
  hint?: ReactNode;
  error?: string;
}

/**
 * One choice of two to four, each a card. Real radio buttons, so arrow keys and forms need no help; what is not
 * listed goes to each of them (`name`, `ref`, `onChange`, as React Hook Form's `register` gives). With `value` it is controlled.
 */
export function RadioCards({ legend, options, hint, error, value, defaultValue, ...input }: RadioCardsProps) {
  const noteId = useId();
  return (
    <fieldset
      className={cx("field", error && "has-error")}
      aria-describedby={error || hint ? noteId : undefined}
    >
      <legend className="label">{legend}</legend>
      <div className="radio-cards">
        {options.map((option) => (
          <label key={option.value} className="radio-card">
            <input
              {...input}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
            />
            {option.icon}
            {option.label}
            <span className="radio-dot" />
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </fieldset>
  );
}
