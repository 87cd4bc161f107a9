import * as css from "../ui/state.module.css";

export type SpotName = "empty" | "search" | "done" | "fallen" | "locked";

const wide = "M42 80.5C42 69 61 69 81 69C104 69 118 74 118 80C118 89 101 91 80 91C57 91 42 88 42 80.5Z";
const middle = "M56 58.5C56 53 70 50 82 50C100 50 110 51 110 59C110 66 98 68 83 68C67 68 56 66 56 58.5Z";
const small =
  "M60 42.5C60 34.5 69 34.5 79 34.5C89 34.5 96 38 96 42C96 48 88 49.5 78 49.5C67 49.5 60 48 60 42.5Z";

/** Small drawings of the states: stones that stand, are missing or have fallen. Decoration. */
export function Spot({ name }: { name: SpotName }) {
  return (
    <svg
      className={css.spot}
      viewBox="0 0 160 100"
      width="144"
      height="90"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M14 92h132" stroke="var(--border-strong)" strokeWidth="2" />
      {drawings[name]}
    </svg>
  );
}

const missing = {
  stroke: "var(--border-control)",
  strokeWidth: 1.6,
  strokeDasharray: "4 4",
  strokeLinecap: "butt",
} as const;

const drawings = {
  empty: (
    <>
      <path d={wide} fill="var(--chart-muted)" />
      <path d={middle} {...missing} />
      <path d={small} {...missing} />
    </>
  ),
  search: (
    <>
      <path d={wide} transform="translate(-6 4) scale(.95)" fill="var(--chart-muted)" />
      <path d={middle} transform="translate(-2 4.5) scale(.94)" {...missing} />
      <circle cx="107" cy="52" r="19" fill="var(--surface)" stroke="var(--text-3)" strokeWidth="3" />
      <path d="m121 66 13 14" stroke="var(--text-3)" strokeWidth="4" />
    </>
  ),
  done: (
    <>
      <path d={wide} fill="var(--chart-muted)" />
      <path d={middle} fill="var(--border-strong)" />
      <path d={small} fill="var(--success-solid)" />
    </>
  ),
  fallen: (
    <>
      <path d={wide} transform="translate(-10)" fill="var(--chart-muted)" />
      <path d={middle} transform="translate(-4 5) scale(.94)" fill="var(--border-strong)" />
      <path
        d={small}
        transform="rotate(28 126 81) translate(51.5 39.5) scale(.955)"
        fill="var(--danger-solid)"
        opacity=".85"
      />
      <path d="m108 44 5 8M118 40l1 9M98 42l8 6" stroke="var(--danger-solid)" strokeWidth="2" />
    </>
  ),
  locked: (
    <>
      <path d={wide} fill="var(--chart-muted)" />
      <path d="M68 47v-9a12 12 0 0 1 24 0v9" stroke="var(--text-3)" strokeWidth="4" />
      <rect x="59" y="45" width="42" height="25" rx="7" fill="var(--border-strong)" />
      <circle cx="80" cy="57" r="4" fill="var(--text-3)" />
    </>
  ),
} as const;
