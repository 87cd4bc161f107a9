import { useId } from "react";
import { CheckboxField } from "./Checkbox.tsx";
import { FieldNote } from "./Field.tsx";
import * as fieldCss from "./field.module.css";
import * as kit from "./kit.module.css";
import { Stack } from "./Stack.tsx";

interface CheckboxGroupProps<Value extends string> {
  legend: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  chosen: readonly Value[];
  error?: string | undefined;
  onChange: (chosen: Value[]) => void;
}

/** A choice of any number of options, one below the other. */
export function CheckboxGroup<Value extends string>({
  legend,
  options,
  chosen,
  error,
  onChange,
}: CheckboxGroupProps<Value>) {
  const noteId = useId();
  const choose = (value: Value, isChosen: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((one) => (one === value ? isChosen : chosen.includes(one))),
    );
  return (
    <fieldset className={fieldCss.root} aria-describedby={error ? noteId : undefined}>
      <legend className={`${fieldCss.label} ${fieldCss.legend}`}>{legend}</legend>
      <Stack gap={2}>
        {options.map(({ value, label }) => (
          <CheckboxField
            key={value}
            label={label}
            className={`${kit.row} ${kit.gap2}`}
            checked={chosen.includes(value)}
            onChange={(isChosen) => choose(value, isChosen)}
          />
        ))}
      </Stack>
      <FieldNote id={noteId} {...(error && { error })} />
    </fieldset>
  );
}
