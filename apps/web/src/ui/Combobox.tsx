import { type ComponentProps, type KeyboardEvent, useId, useState } from "react";
import { isComposing } from "../lib/composition.ts";
import * as css from "./combobox.module.css";
import * as kit from "./kit.module.css";
import { TextInput } from "./TextInput.tsx";

export interface ComboboxOption {
  key: string;
  label: string;
  /** Shown after the label. */
  note?: string;
}

interface ComboboxProps extends Omit<ComponentProps<typeof TextInput>, "onChange" | "value"> {
  text: string;
  onText: (text: string) => void;
  options: readonly ComboboxOption[];
  /** What the options are, for screen readers: "Labels". */
  optionsLabel: string;
  onTake: (option: ComboboxOption) => void;
  /** Enter without a chosen option; a form around it is not sent then. */
  onEnter?: () => void;
}

/** A text field that offers options: arrow keys choose, Enter takes, Escape closes. It must have a label of its own. */
export function Combobox({
  text,
  onText,
  options,
  optionsLabel,
  onTake,
  onEnter,
  onKeyDown,
  onBlur,
  ...rest
}: ComboboxProps) {
  const id = useId();
  /** -1: none. */
  const [chosen, setChosen] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? options : [];
  const active = shown[chosen];

  function take(option: ComboboxOption) {
    setOpen(false);
    setChosen(-1);
    onTake(option);
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return;
    onKeyDown?.(event);
    if (event.defaultPrevented) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      setOpen(true);
      setChosen(isOpen ? (Math.max(chosen, step < 0 ? 0 : -1) + step + options.length) % options.length : 0);
    } else if (event.key === "Escape" && shown.length > 0) {
      setOpen(false);
      setChosen(-1);
      // A dialog around it stays open.
      event.stopPropagation();
    } else if (event.key === "Enter" && (active || onEnter)) {
      if (active) take(active);
      else onEnter?.();
    } else return;
    event.preventDefault();
  }

  return (
    <div className={css.root}>
      <TextInput
        autoComplete="off"
        {...rest}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? id : undefined}
        aria-activedescendant={active && `${id}-${active.key}`}
        value={text}
        onChange={({ currentTarget }) => {
          setOpen(true);
          setChosen(-1);
          onText(currentTarget.value);
        }}
        onKeyDown={onKey}
        onBlur={(event) => {
          setOpen(false);
          onBlur?.(event);
        }}
      />
      <p className={kit.srOnly} role="status">
        {shown.length > 0 && `${shown.length} options. Use the arrow keys to choose.`}
      </p>
      {shown.length > 0 && (
        <div className={css.options} role="listbox" id={id} aria-label={optionsLabel}>
          {shown.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which keeps the focus
            <div
              key={option.key}
              id={`${id}-${option.key}`}
              className={`${kit.spread} ${kit.gap3} ${css.option}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {option.label}
              {option.note && <small className={kit.note}>{option.note}</small>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
