import * as css from "./dots.module.css";

interface DotsProps {
  count: number;
  /** Counted from 0. */
  current: number;
  onSelect: (index: number) => void;
}

/** The slides of a carousel, each a press away. */
export function Dots({ count, current, onSelect }: DotsProps) {
  return (
    <div className={css.root}>
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place in the row
          key={index}
          type="button"
          aria-label={`Go to slide ${index + 1}`}
          aria-current={index === current || undefined}
          onClick={() => onSelect(index)}
        />
      ))}
    </div>
  );
}
