const width = 96;
const height = 34;
const margin = 3;

/** The course of a number, as decoration beside it; nothing where there is no course. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(...values);
  if (values.length < 2 || top <= 0) return null;
  const points = values.map((value, index) => ({
    x: margin + (index / (values.length - 1)) * (width - 2 * margin),
    y: height - margin - (value / top) * (height - 2 * margin),
  }));
  const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const last = points.at(-1);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <path className="sparkline-area" d={`M${line}V${height}H${margin}Z`} />
      <path className="sparkline-line" d={`M${line}`} />
      {last && <circle cx={last.x} cy={last.y} r={2.6} />}
    </svg>
  );
}
