import type { LogState } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { apiHost } from "../../lib/api/host.ts";
import { formatCount } from "../../lib/format-count.ts";
import { formatMoment, type Zone } from "../../lib/time/dates.ts";
import { useZone } from "../../lib/time/useZone.ts";
import * as kit from "../../ui/kit.module.css";
import { logQuery } from "./ledger.queries.ts";
import * as css from "./ledger-log.module.css";

/** What the site has signed last, who has seen it, and how an entry is proved. Nothing before the first signature. */
export function LedgerLog() {
  const { data: log } = useQuery(logQuery);
  const zone = useZone();
  if (!log) return null;
  return (
    <section className={`${kit.card} ${kit.panel} ${kit.small} ${css.root}`} aria-labelledby="signed-log">
      <div>
        <h2 className={kit.h3} id="signed-log">
          Signed checkpoint
        </h2>
        <dl className={css.facts}>
          <div>
            <dt>Log</dt>
            <dd>{log.origin}</dd>
          </div>
          <div>
            <dt>Entries</dt>
            <dd>{formatCount(log.size)}</dd>
          </div>
          <div>
            <dt>Root</dt>
            <dd>
              <code>{log.root}</code>
            </dd>
          </div>
          {log.signed_at && (
            <div>
              <dt>Signed</dt>
              <dd>
                <time dateTime={log.signed_at}>{formatMoment(log.signed_at, zone)}</time>
              </dd>
            </div>
          )}
          <div>
            <dt>Witnesses</dt>
            <dd>
              <Witnesses witnesses={log.witnesses} zone={zone} />
            </dd>
          </div>
        </dl>
        <p className={css.links}>
          As data: <a href={`${apiHost}/api/log/checkpoint`}>checkpoint</a>,{" "}
          <a href={`${apiHost}/api/log/key`}>key</a>
        </p>
      </div>
    </section>
  );
}

function Witnesses({ witnesses, zone }: { witnesses: LogState["witnesses"]; zone: Zone }) {
  if (witnesses.length === 0) return <>No witness watches this log.</>;
  return (
    <ul>
      {witnesses.map(({ name, key, size, cosigned_at }) => (
        <li key={key}>
          {name}{" "}
          <small>
            {size === null || cosigned_at === null
              ? "has seen nothing yet"
              : `has seen ${formatCount(size)} ${size === 1 ? "entry" : "entries"}, ${formatMoment(cosigned_at, zone)}`}
          </small>
        </li>
      ))}
    </ul>
  );
}
