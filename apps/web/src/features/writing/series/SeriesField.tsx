import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../lib/session/useSession.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { ownSeriesQuery } from "./own-series.queries.ts";

interface SeriesFieldProps {
  /** The series' id; empty: none. */
  value: string;
  isSending: boolean;
  onChange: (value: string) => void;
}

/** The field "Series" of the writing forms; nothing for a writer without a series. */
export function SeriesField({ value, isSending, onChange }: SeriesFieldProps) {
  const author = useSession()?.userId ?? null;
  const { data: series = [] } = useQuery({ ...ownSeriesQuery(author ?? 0), enabled: author !== null });
  if (series.length === 0) return null;
  return (
    <Field label="Series" optional hint="Added at the end. Change the order in My Content.">
      <Select
        value={value}
        disabled={isSending}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">None</option>
        {series.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}
