import { type LanguageCode, languageCodes, languages } from "@cairn/contract";
import { CheckboxField } from "./Checkbox.tsx";
import * as fieldCss from "./field.module.css";
import * as kit from "./kit.module.css";

interface LanguagesFieldProps {
  chosen: readonly LanguageCode[];
  onChange: (chosen: LanguageCode[]) => void;
}

/** What the member reads: with none chosen, posts of every language (docs/rules.md#languages). */
export function LanguagesField({ chosen, onChange }: LanguagesFieldProps) {
  const choose = (code: LanguageCode, isChosen: boolean) =>
    onChange(languageCodes.filter((one) => (one === code ? isChosen : chosen.includes(one))));
  return (
    <fieldset className={fieldCss.root}>
      <legend className={`${fieldCss.label} ${fieldCss.legend}`}>Languages you read</legend>
      <div className={`${kit.cluster} ${kit.gap4}`}>
        {languages.map(({ code, name }) => (
          <CheckboxField
            key={code}
            label={name}
            lang={code}
            className={`${kit.row} ${kit.gap2}`}
            checked={chosen.includes(code)}
            onChange={(isChosen) => choose(code, isChosen)}
          />
        ))}
      </div>
      <p className={kit.note}>Your lists show posts in these languages. Choose none to see all.</p>
    </fieldset>
  );
}
