import { limits } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { uniqueById } from "../../../lib/pages.ts";
import { Combobox } from "../../../ui/Combobox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { type FoundItem, foundItemsQuery } from "./renewal.queries.ts";

interface ItemPickerProps {
  label: string;
  /** The item that cannot be chosen. */
  except: number;
  /** Null once the text no longer names the chosen item. */
  onChoose: (item: FoundItem | null) => void;
  error?: string | undefined;
}

/** Chooses a public item by words of its title or by the number in its address. */
export function ItemPicker({ label, except, onChoose, error }: ItemPickerProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<FoundItem | null>(null);
  const words = useDeferredValue(chosen ? "" : text.trim());
  const { data = [], isFetching, error: failure } = useQuery(foundItemsQuery(words));
  const found = uniqueById(data).filter(({ id }) => id !== except);
  const isNothing = words !== "" && found.length === 0 && !isFetching && !failure;

  function choose(item: FoundItem | null) {
    setChosen(item);
    onChoose(item);
  }

  return (
    <Field
      label={label}
      hint={
        isNothing
          ? "No public post found."
          : chosen
            ? `Chosen: number ${chosen.id}, by ${chosen.author_name}.`
            : "Type words from its title, or the number in its address. It must be public."
      }
      error={error ?? (failure ? failure.message : undefined)}
    >
      <Combobox
        text={text}
        maxLength={limits.searchLength}
        optionsLabel="Posts"
        options={words === "" ? [] : found.slice(0, 6).map(optionOf)}
        onText={(next) => {
          setText(next);
          if (chosen) choose(null);
        }}
        onTake={({ key, label }) => {
          setText(label);
          choose(found.find(({ id }) => String(id) === key) ?? null);
        }}
        onEnter={() => {}}
      />
    </Field>
  );
}

const optionOf = ({ id, title, author_name }: FoundItem) => ({
  key: String(id),
  label: title,
  note: author_name,
});
