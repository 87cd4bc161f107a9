import type { listDue, ReplyOf } from "@cairn/contract";
import { formatShortDay, formatTermDay } from "../../../lib/time/dates.ts";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import * as css from "./due.module.css";

type Days = ReplyOf<typeof listDue>["days"];

const height = 48;
/** Of a day, its gap included. */
const width = 10;

/** How many dates come up on each of the next 30 days: bars, and a table for readers who do not see them. */
export function DueChart({ days }: { days: Days }) {
  const total = days.reduce((sum, { items }) => sum + items, 0);
  const most = Math.max(4, ...days.map(({ items }) => items));
  const coming = days.filter(({ items }) => items > 0);
  const first = days[0];
  const last = days.at(-1);
  return (
    <figure className={css.chart}>
      <figcaption className={partsCss.note}>
        {total === 1 ? "1 verification ends" : `${total} verifications end`} in the next {days.length} days
      </figcaption>
      <svg viewBox={`0 0 ${days.length * width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={css.ground} d={`M0 ${height - 0.5}H${days.length * width}`} />
        {days.map(({ day, items }, index) => (
          <rect
            key={day}
            className={css.bar}
            x={index * width + 1}
            y={height - 1 - (items / most) * (height - 2)}
            width={width - 2}
            height={(items / most) * (height - 2)}
          />
        ))}
      </svg>
      {first && last && (
        <p className={`${layoutCss.spread} ${partsCss.note}`} aria-hidden="true">
          <span>{shortDay(first.day)}</span>
          <span>{shortDay(last.day)}</span>
        </p>
      )}
      {coming.length > 0 && (
        <table className={layoutCss.srOnly}>
          <caption>Verifications that end</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Items</th>
            </tr>
          </thead>
          <tbody>
            {coming.map(({ day, items }) => (
              <tr key={day}>
                <th scope="row">{formatTermDay(day)}</th>
                <td>{items}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
}

/** Without its year. */
const shortDay = (day: string) => formatShortDay(day, Date.parse(day), "utc");
