import { LanguageField } from "../../../ui/PostFields.tsx";
import { LabelField } from "../renewal/LabelField.tsx";
import { SeriesField } from "../series/SeriesField.tsx";
import { CoverField } from "./CoverField.tsx";
import type { ItemValues } from "./item-values.ts";
import { SummaryField } from "./SummaryField.tsx";

interface MoreFieldsProps {
  values: ItemValues;
  isSending: boolean;
  isMember: boolean;
  onChange: (change: Partial<ItemValues>) => void;
  onCover: (sent: Promise<boolean>) => void;
}

/** The fields of a writing form that few texts need. */
export const MoreFields = ({ values, isSending, isMember, onChange, onCover }: MoreFieldsProps) => (
  <>
    <SummaryField
      value={values.summary}
      isSending={isSending}
      onChange={(summary) => onChange({ summary })}
    />
    {isMember && (
      <CoverField
        value={values.cover}
        isSending={isSending}
        onChange={(cover) => onChange({ cover })}
        onSend={onCover}
      />
    )}
    <LabelField
      value={values.appliesTo}
      isSending={isSending}
      onChange={(appliesTo) => onChange({ appliesTo })}
    />
    {isMember && (
      <SeriesField value={values.series} isSending={isSending} onChange={(series) => onChange({ series })} />
    )}
    <LanguageField
      value={values.language}
      isSending={isSending}
      onChange={(language) => onChange({ language })}
    />
  </>
);
