import { limits } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef, useState } from "react";
import { labelGap, labelProblem, listOfLabels, plainLabel } from "../../../lib/labels.ts";
import { Combobox } from "../../../ui/Combobox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { RemovableChip } from "../../../ui/RemovableChip.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { labelsQuery } from "./renewal.queries.ts";

interface LabelFieldProps {
  /** The labels, with `labelGap` between them. */
  value: string;
  isSending: boolean;
  onChange: (value: string) => void;
}

/** What the text applies to: labels with versions, typed with completion, each a chip that can be left out. */
export function LabelField({ value, isSending, onChange }: LabelFieldProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const root = useRef<HTMLDivElement>(null);
  const labels = listOfLabels(value);
  const isFull = labels.length >= limits.labels;
  const prefix = useDeferredValue(plainLabel(text));
  const { data = [] } = useQuery({ ...labelsQuery(prefix), enabled: prefix !== "" });
  const offered =
    prefix === "" ? [] : data.filter(({ label, ended_on }) => !ended_on && !labels.includes(label));

  function add(label: string) {
    setText("");
    setProblem(undefined);
    if (!labels.includes(label)) onChange([...labels, label].join(labelGap));
  }

  /** What is typed becomes a chip, or a message says why not. */
  function takeTyped() {
    if (plainLabel(text) === "") return setProblem(undefined);
    const wrong = labelProblem(text);
    if (wrong === undefined) add(plainLabel(text));
    else setProblem(wrong);
  }

  function remove(label: string) {
    onChange(labels.filter((other) => other !== label).join(labelGap));
    root.current?.querySelector("input")?.focus();
  }

  return (
    <div ref={root}>
      <Field
        label="Applies to"
        optional
        hint={
          isFull
            ? `No more than ${limits.labels}.`
            : "Versions it is true for, such as node 20. Press Enter to add one."
        }
        error={problem}
      >
        <Combobox
          text={text}
          maxLength={limits.labelLength}
          readOnly={isSending || isFull}
          placeholder="node 20"
          optionsLabel="Labels"
          options={offered.slice(0, 8).map(({ label, items }) => ({
            key: label,
            label,
            note: items === 1 ? "1 post" : `${items} posts`,
          }))}
          onText={(next) => {
            setProblem(undefined);
            setText(next);
          }}
          onTake={({ key }) => add(key)}
          onEnter={takeTyped}
          onBlur={takeTyped}
          onKeyDown={(event) => {
            if (event.key === ",") {
              event.preventDefault();
              takeTyped();
            } else if (event.key === "Backspace" && text === "" && labels.length > 0 && !isSending) {
              event.preventDefault();
              onChange(labels.slice(0, -1).join(labelGap));
            }
          }}
        />
      </Field>
      {labels.length > 0 && (
        <Row as="ul" wrap above={2} aria-label="It applies to">
          {labels.map((label) => (
            <RemovableChip key={label} text={label} disabled={isSending} onClick={() => remove(label)} />
          ))}
        </Row>
      )}
    </div>
  );
}
