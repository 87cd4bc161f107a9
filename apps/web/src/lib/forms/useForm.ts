import { isBlank } from "@cairn/contract";
import { type ChangeEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from "react";

/** The messages shown next to the fields. `More`: fields whose value is kept elsewhere, such as a file. */
export type Problems<Values, More extends string = never> = Partial<Record<keyof Values | More, string>>;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FormOptions<Values, More extends string = never> {
  initial: Values | (() => Values);
  /** Returns the problems of values that cannot be sent. */
  check?: (values: Values) => Problems<Values, More>;
  /** Called with the values after each change. */
  onValues?: (values: Values) => void;
}

/**
 * The values and problems of a form. The first submit shows every problem and focuses the first; from then on a field
 * is checked again with each change.
 */
export function useForm<Values extends object, More extends string = never>({
  initial,
  check = () => ({}),
  onValues,
}: FormOptions<Values, More>) {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Problems<Values, More>>({});
  /** Newer than the rendered values if several fields change at once, as when the browser fills in a form. */
  const latest = useRef(values);
  const ref = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);

  /** Replaces all values and checks none. */
  function set(next: Values) {
    latest.current = next;
    setValues(next);
    onValues?.(next);
  }

  /** Shows the problems of these fields, or that they have none. */
  function validate(names: (keyof Values)[]) {
    const found = check(latest.current);
    setProblems((shown) => ({ ...shown, ...Object.fromEntries(names.map((name) => [name, found[name]])) }));
  }

  function change(next: Partial<Values>) {
    set({ ...latest.current, ...next });
    if (isSubmitted.current) validate(Object.keys(next) as (keyof Values)[]);
  }

  // The user may have typed into the prerendered page before it hydrated.
  useLayoutEffect(() => {
    const typed = [...(ref.current ? new FormData(ref.current) : [])].filter(
      ([name, value]) => value !== "" && name in latest.current && !latest.current[name as keyof Values],
    );
    if (typed.length === 0) return;
    latest.current = { ...latest.current, ...Object.fromEntries(typed) };
    setValues(latest.current);
  }, []);

  /** Focuses the first of these fields, in the order of the page. */
  function focusFirst(names: readonly string[]) {
    const controls = [...(ref.current?.elements ?? [])] as Control[];
    controls.find(({ name }) => names.includes(name))?.focus();
  }

  return {
    values,
    problems,
    /** The props of the form's element; a form with a `field` needs no more than `noValidate`. */
    element: { ref, noValidate: true },
    /** The newest values, which may not be rendered yet. */
    read: () => latest.current,
    set,
    change,
    validate,
    setProblems,
    focusFirst,
    reset(next: Values) {
      set(next);
      setProblems({});
      isSubmitted.current = false;
    },
    /** The props of the field's control. `onChanged` runs after the value has changed. */
    field: (name: keyof Values & string, onChanged?: () => void) => ({
      name,
      value: String(values[name] ?? ""),
      ref: (control: Control | null) => {
        if (control) ref.current = control.form;
      },
      onChange({ currentTarget }: ChangeEvent<Control>) {
        change({ [name]: currentTarget.value } as unknown as Partial<Values>);
        onChanged?.();
      },
    }),
    /** Handles the form's submit event. */
    submit:
      (onValid: (values: Values) => unknown, onInvalid?: () => void) =>
      async (event: SyntheticEvent): Promise<void> => {
        event.preventDefault();
        isSubmitted.current = true;
        const found = check(latest.current);
        setProblems(found);
        const wrong = Object.keys(found).filter((name) => found[name as keyof Values] !== undefined);
        if (wrong.length === 0) {
          await onValid(latest.current);
        } else {
          onInvalid?.();
          focusFirst(wrong);
        }
      },
  };
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;

/** A form rule: the field must contain something other than white space. */
export const filled = (text: string, sentence: string) => (isBlank(text) ? sentence : undefined);
