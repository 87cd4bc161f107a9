import type { listDue, ReplyOf } from "@cairn/contract";
import { skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { useMemo, useState } from "react";
import { AdminTable } from "../../features/admin/AdminTable.tsx";
import { useAskedId, useFirstValue } from "../../features/admin/asked-item.ts";
import * as contentsCss from "../../features/admin/contents/contents.module.css";
import * as css from "../../features/admin/due/due.module.css";
import { EndVersionDialog } from "../../features/admin/due/EndVersionDialog.tsx";
import { type RenderPicker, RenewDialog } from "../../features/admin/due/RenewDialog.tsx";
import {
  dueDaysQuery,
  dueQuery,
  type Renewable,
  renewableQuery,
} from "../../features/admin/live/due.queries.ts";
import { LoadFailure } from "../../features/admin/useAction.tsx";
import { ItemPicker } from "../../features/writing/renewal/ItemPicker.tsx";
import { formatShortDay, formatTermDay } from "../../lib/time/dates.ts";
import { Button } from "../../ui/Button.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import * as dataTableCss from "../../ui/data-table.module.css";
import * as kit from "../../ui/kit.module.css";
import { TitleText } from "../../ui/TitleText.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";

/** The field that authors also choose a replacement in. */
const renderPicker: RenderPicker = (field) => <ItemPicker {...field} />;

/** What reviewers renew: items that are outdated, due or soon due, the most read first (docs/rules.md#standing). */
export function DueScreen() {
  const listing = useInfiniteQuery(dueQuery);
  const { data: days } = useInfiniteQuery(dueDaysQuery);
  const [chosen, setChosen] = useState<Renewable>();
  const [isEnding, setEnding] = useState(false);
  const asked = useAskedId();
  const columns = useMemo(() => columnsFor(setChosen), []);
  const close = () => {
    setChosen(undefined);
    asked.forget();
  };
  return (
    <>
      <div className={`${kit.spread} ${css.head}`}>
        {days && <DueChart days={days} />}
        <Button size="sm" onClick={() => setEnding(true)}>
          <CalendarX size={16} />
          End a version
        </Button>
      </div>
      <AdminTable label="Due" columns={columns} listing={listing} empty="Nothing is due." isWorkList />
      {chosen ? (
        <RenewDialog item={chosen} renderPicker={renderPicker} onClose={close} />
      ) : (
        asked.id !== undefined && <Asked id={asked.id} rows={listing.data ?? []} onClose={close} />
      )}
      {isEnding && <EndVersionDialog onClose={() => setEnding(false)} />}
    </>
  );
}

const columnsFor = (onOpen: (item: Renewable) => void): Column<Renewable>[] => [
  {
    label: "Item",
    place: "title",
    cell: (item) => (
      <>
        <button type="button" className={contentsCss.title} onClick={() => onOpen(item)}>
          <bdi>
            <TitleText>{item.title}</TitleText>
          </bdi>
        </button>
        <span className={kit.subline}>
          {item.category_name} · {item.author.name}
        </span>
      </>
    ),
  },
  {
    label: "Verification",
    place: "start",
    width: "25%",
    cell: ({ standing, standing_reasons, due_soon }) => (
      <>
        <VerifiedMark form="pill" standing={standing} />
        {due_soon && <span className={kit.subline}>Due within 30 days</span>}
        {standing_reasons.map(({ kind, text }) => (
          <span className={`${kit.subline} ${kit.breaks}`} key={`${kind} ${text}`}>
            {text}
          </span>
        ))}
      </>
    ),
  },
  {
    label: "Approved until",
    place: "end",
    width: "13%",
    cell: ({ good_until }) => (
      <span className={kit.num}>{good_until ? formatTermDay(good_until) : "No end"}</span>
    ),
  },
  {
    label: "Feedback",
    place: "line",
    cell: ({ still_true, remarks = [] }) => (
      <span className={kit.soft}>{saidWords(still_true ?? null, remarks.length)}</span>
    ),
  },
  {
    label: "Actions",
    place: "actions",
    cell: (item) => (
      <span className={dataTableCss.rowActions}>
        <Button size="sm" aria-label={`Renew ${item.title}`} onClick={() => onOpen(item)}>
          Renew
        </Button>
      </span>
    ),
  },
];

function saidWords(stillTrue: Renewable["still_true"], remarks: number): string {
  const comments = remarks === 1 ? "1 comment says outdated" : `${remarks} comments say outdated`;
  const words = [stillTrue && "Author: still true", remarks > 0 && comments].filter(Boolean);
  return words.length === 0 ? "No feedback" : words.join(" · ");
}

interface AskedProps {
  id: number;
  rows: readonly Renewable[];
  onClose: () => void;
}

/** The item that the address asks for, whether or not it is due, as it was when it opened. */
function Asked({ id, rows, onClose }: AskedProps) {
  const listed = rows.find((row) => row.id === id);
  const query = renewableQuery(id);
  const answer = useQuery(listed ? { ...query, queryFn: skipToken } : query);
  const item = useFirstValue(id, listed ?? answer.data);
  if (item) return <RenewDialog item={item} renderPicker={renderPicker} onClose={onClose} />;
  return <LoadFailure query={answer} />;
}

type Days = ReplyOf<typeof listDue>["days"];

const height = 48;
/** Of a day, its gap included. */
const width = 10;

/** How many dates come up on each of the next 30 days: bars, and a table for readers who do not see them. */
function DueChart({ days }: { days: Days }) {
  const total = days.reduce((sum, { items }) => sum + items, 0);
  const most = Math.max(4, ...days.map(({ items }) => items));
  const coming = days.filter(({ items }) => items > 0);
  const first = days[0];
  const last = days.at(-1);
  return (
    <figure className={css.chart}>
      <figcaption className={kit.note}>
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
        <p className={`${kit.spread} ${kit.note}`} aria-hidden="true">
          <span>{shortDay(first.day)}</span>
          <span>{shortDay(last.day)}</span>
        </p>
      )}
      {coming.length > 0 && (
        <table className={kit.srOnly}>
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
