export interface Curve {
  readonly name: string;
  /** Size and cost; both above 0. */
  readonly points: readonly (readonly [size: number, cost: number])[];
}

export interface Panel {
  readonly title: string;
  readonly curves: readonly Curve[];
}

const [panelWidth, height] = [420, 330];
const margin = { left: 52, right: 16, top: 34, bottom: 118 };
/** Told apart also without colour: by their dashes. */
const strokes = ["#0b6e4f", "#b5502b", "#2b59c3", "#7a3e9d", "#8a6d00", "#555555"];
const dashes = ["", "6 3", "2 3", "8 3 2 3", "12 4", "1 4"];

/** Cost against size in panels side by side, both axes logarithmic, as plain SVG. */
export function plotOf(panels: readonly Panel[]): string {
  const width = panels.length * panelWidth;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11" role="img">
<title>${panels.map(({ title }) => title).join("; ")}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${panels.map((panel, index) => `<g transform="translate(${index * panelWidth} 0)">\n${panelOf(panel)}\n</g>`).join("\n")}
</svg>
`;
}

function panelOf({ title, curves }: Panel): string {
  const points = curves.flatMap((curve) => curve.points);
  const x = scaleOf(
    points.map(([size]) => size),
    margin.left,
    panelWidth - margin.right,
  );
  const y = scaleOf(
    points.map(([, cost]) => cost),
    height - margin.bottom,
    margin.top,
  );
  return [
    `<text x="${margin.left}" y="18" font-size="13" font-weight="bold">${title}</text>`,
    ...x.ticks.map(
      (tick) =>
        `<path d="M${x.at(tick)} ${margin.top}V${height - margin.bottom}" stroke="#dddddd"/>` +
        `<text x="${x.at(tick)}" y="${height - margin.bottom + 15}" text-anchor="middle">${tick.toLocaleString("en")}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<path d="M${margin.left} ${y.at(tick)}H${panelWidth - margin.right}" stroke="#dddddd"/>` +
        `<text x="${margin.left - 5}" y="${y.at(tick) + 4}" text-anchor="end">${tick}</text>`,
    ),
    ...curves.map((curve, index) => curveOf(curve, index, x.at, y.at)),
  ].join("\n");
}

function curveOf({ name, points }: Curve, index: number, x: Place, y: Place): string {
  const stroke = `stroke="${strokes[index % strokes.length]}" stroke-width="2" stroke-dasharray="${dashes[index % dashes.length]}"`;
  const path = points
    .map(([size, cost], place) => `${place === 0 ? "M" : "L"}${x(size)} ${y(cost)}`)
    .join("");
  const [left, top] = [
    margin.left + (index % 2) * 180,
    height - margin.bottom + 38 + Math.floor(index / 2) * 16,
  ];
  return (
    `<path d="${path}" fill="none" ${stroke}/>` +
    `<path d="M${left} ${top - 4}h24" ${stroke}/><text x="${left + 30}" y="${top}">${name}</text>`
  );
}

type Place = (value: number) => number;

/** From the power of ten below the least value to the one above the greatest. */
function scaleOf(values: readonly number[], from: number, to: number): { at: Place; ticks: number[] } {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  const at = (value: number) =>
    Number((from + ((Math.log10(value) - low) / (high - low)) * (to - from)).toFixed(1));
  return {
    at,
    ticks: Array.from({ length: high - low + 1 }, (_, index) => Number((10 ** (low + index)).toPrecision(1))),
  };
}
