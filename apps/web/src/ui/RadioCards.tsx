import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { FieldNote } from "./Field.tsx";
import * as fieldCss from "./field.module.css";
import * as css from "./radio-cards.module.css";

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
 * A choice of two to four options, each a card. Uses real radio buttons, so arrow keys and forms just work. All other
 * props (`name`, `ref`, `onChange`, as from a form's `field`) go to each of them. With `value` it is
 * controlled.
 */
export function RadioCards({ legend, options, hint, error, value, defaultValue, ...input }: RadioCardsProps) {
  const noteId = useId();
  return (
    <fieldset
      className={cx(fieldCss.root, error && css.hasError)}
      aria-describedby={error || hint ? noteId : undefined}
    >
      <legend className={`${fieldCss.label} ${fieldCss.legend}`}>{legend}</legend>
      <div className={css.root}>
        {options.map((option) => (
          <label key={option.value} className={css.radioCard}>
            <input
              {...input}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
            />
            {option.icon}
            {option.label}
            <span className={css.radioDot} />
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </fieldset>
  );
}
