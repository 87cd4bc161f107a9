import "./segmented.css";

interface SegmentedProps<Value extends string> {
  /** What is being chosen, for screen readers. */
  label: string;
  options: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Two to five short choices, one of them on: a filter. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <fieldset className="segmented" aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {option}
        </button>
      ))}
    </fieldset>
  );
}
