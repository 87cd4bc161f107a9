import { limits } from "@cairn/contract";
import { type KeyboardEvent, useRef, useState } from "react";
import { isComposing } from "../../lib/composition.ts";
import { nextKey, previousKey } from "../../lib/direction.ts";
import { Field } from "../../ui/Field.tsx";
import { RemovableChip } from "../../ui/RemovableChip.tsx";
import { Row } from "../../ui/Stack.tsx";
import { TextInput } from "../../ui/TextInput.tsx";

interface InterestsFieldProps {
  interests: readonly string[];
  error: string | undefined;
  onChange: (interests: string[]) => void;
}

/**
 * Interests typed as chips: Enter, a comma or leaving the box adds one; Backspace in the empty box moves back to them.
 */
export function InterestsField({ interests, error, onChange }: InterestsFieldProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const removers = () => [...(list.current?.querySelectorAll("button") ?? [])];

  function add(typed: string) {
    const added = addInterests(interests, typed);
    if (added.interests.length > interests.length) onChange(added.interests);
    setText(added.rest);
    setProblem(added.problem);
  }

  function type(next: string) {
    setProblem(undefined);
    if (next.includes(",")) add(next);
    else setText(next);
  }

  function remove(index: number) {
    // The button is removed with its chip, so the focus moves to the next one, or to the box.
    (removers()[index + 1] ?? removers()[index - 1] ?? box.current)?.focus();
    setProblem(undefined);
    onChange(interests.filter((_, at) => at !== index));
  }

  function onBoxKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      // Enter must not submit the form.
      event.preventDefault();
      add(text);
    }
    if (event.key === "Backspace" && text === "") removers().at(-1)?.focus();
  }

  function onChipKey(event: KeyboardEvent, index: number) {
    const steps: Record<string, number> = { [previousKey]: -1, [nextKey]: 1 };
    const step = steps[event.key];
    if (step !== undefined) (removers()[index + step] ?? (step > 0 ? box.current : undefined))?.focus();
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    remove(index);
  }

  return (
    <Field
      label="Interests"
      error={problem ?? error}
      hint={`Posts about these come first on your dashboard. Press Enter to add one (${interests.length} of ${limits.interestCount}).`}
    >
      {interests.length > 0 && (
        <Row ref={list} as="ul" wrap aria-label="Your interests">
          {interests.map((interest, index) => (
            <RemovableChip
              key={interest}
              text={interest}
              onClick={() => remove(index)}
              onKeyDown={(event) => onChipKey(event, index)}
            />
          ))}
        </Row>
      )}
      <TextInput
        ref={box}
        name="interests"
        value={text}
        autoComplete="off"
        enterKeyHint="done"
        placeholder="Add an interest"
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onBoxKey}
        onBlur={() => add(text)}
      />
    </Field>
  );
}

interface Added {
  interests: string[];
  /** The text that could not be added. */
  rest: string;
  problem: string | undefined;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Adds the typed, comma-separated interests; duplicates are added once (docs/rules.md#interests). */
export function addInterests(current: readonly string[], typed: string): Added {
  const interests = [...current];
  const wanted = typed
    .split(",")
    .map((text) => text.trim().replace(/\s+/g, " "))
    .filter(Boolean);
  for (const [index, text] of wanted.entries()) {
    if (interests.some((known) => isSame(known, text))) continue;
    const problem = problemOf(text, interests.length);
    if (problem) return { interests, rest: wanted.slice(index).join(", "), problem };
    interests.push(text);
  }
  return { interests, rest: "", problem: undefined };
}

function problemOf(text: string, count: number) {
  if ([...text].length > limits.interestLength)
    return `Use at most ${limits.interestLength} characters each.`;
  if (count >= limits.interestCount) return `${limits.interestCount} at most. Remove one first.`;
  return undefined;
}
