import { useQuery } from "@tanstack/react-query";
import { useNow } from "../../../lib/time/useNow.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { useAdminCalls } from "../admin-calls.ts";
import type { IntervalDays } from "../admin-model.ts";
import { firstDay, intervalWords, type Term, termChoices, termProblem, untilWords } from "./term.ts";

interface GoodUntilFieldProps {
  /** The category's name. */
  category: string;
  term: Term;
  onChange: (term: Term) => void;
  /** Why the day cannot be sent. */
  error?: string | undefined;
}

/** Until when a verification holds: as long as its category says, unless the admin chooses. */
export function GoodUntilField({ category, term, onChange, error }: GoodUntilFieldProps) {
  const { data: categories } = useQuery(useAdminCalls().categories);
  const interval = categories?.find(({ name }) => name === category)?.interval_days;
  const now = useNow();
  const isDate = term.choice === "date";
  // The category's own interval is said once.
  const choices = termChoices.filter((choice) => choice !== interval || choice === term.choice);
  const words = isDate || interval === undefined ? "" : untilWords(term, interval, now);
  return (
    <Row wrap gap={3}>
      <Field label="Good until" hint={words && `Verified ${words}.`}>
        <Select
          value={String(term.choice)}
          onChange={({ target }) => {
            const choice = choices[target.selectedIndex] ?? "category";
            onChange({ ...term, choice });
          }}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === "category" ? defaultWords(interval) : wordsOf(choice)}
            </option>
          ))}
        </Select>
      </Field>
      {isDate && (
        <Field label="Day" error={term.date === "" ? error : termProblem(term, now)}>
          <TextInput
            type="date"
            min={firstDay(now)}
            value={term.date}
            onChange={({ currentTarget }) => onChange({ ...term, date: currentTarget.value })}
            required
          />
        </Field>
      )}
    </Row>
  );
}

/** Short: the field is narrow. */
function defaultWords(interval: IntervalDays | undefined): string {
  if (interval === undefined) return "As the category says (default)";
  return `${interval === null ? "No end" : intervalWords(interval)} (default)`;
}

function wordsOf(choice: Exclude<Term["choice"], "category">): string {
  if (choice === "never") return "No end";
  return choice === "date" ? "A day…" : intervalWords(choice);
}
