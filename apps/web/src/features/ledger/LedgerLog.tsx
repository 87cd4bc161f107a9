import type { LogState } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { apiHost } from "../../lib/api/host.ts";
import { formatCount } from "../../lib/format-count.ts";
import { formatMoment, type Zone } from "../../lib/time/dates.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { Card } from "../../ui/Card.tsx";
import { Fact, Facts } from "../../ui/Facts.tsx";
import * as kit from "../../ui/kit.module.css";
import { Text } from "../../ui/Text.tsx";
import { logQuery } from "./ledger.queries.ts";

/** What the site has signed last, who has seen it, and how an entry is proved. Nothing before the first signature. */
export function LedgerLog() {
  const { data: log } = useQuery(logQuery);
  const zone = useZone();
  if (!log) return null;
  return (
    <Card as="section" pad above={5} aria-labelledby="signed-log">
      <h2 className={kit.h3} id="signed-log">
        Signed checkpoint
      </h2>
      <Facts gap={3} above={3}>
        <Fact name="Log">{log.origin}</Fact>
        <Fact name="Entries">{formatCount(log.size)}</Fact>
        <Fact name="Root">
          <code>{log.root}</code>
        </Fact>
        {log.signed_at && (
          <Fact name="Signed">
            <time dateTime={log.signed_at}>{formatMoment(log.signed_at, zone)}</time>
          </Fact>
        )}
        <Fact name="Witnesses">
          <Witnesses witnesses={log.witnesses} zone={zone} />
        </Fact>
      </Facts>
      <Text kind="note" above={2}>
        As data:{" "}
        <a className={kit.link} href={`${apiHost}/api/log/checkpoint`}>
          checkpoint
        </a>
        ,{" "}
        <a className={kit.link} href={`${apiHost}/api/log/key`}>
          key
        </a>
      </Text>
    </Card>
  );
}

function Witnesses({ witnesses, zone }: { witnesses: LogState["witnesses"]; zone: Zone }) {
  if (witnesses.length === 0) return <>No witness watches this log.</>;
  return (
    <ul>
      {witnesses.map(({ name, key, size, cosigned_at }) => (
        <li key={key}>
          {name}{" "}
          <small className={kit.muted}>
            {size === null || cosigned_at === null
              ? "has seen nothing yet"
              : `has seen ${formatCount(size)} ${size === 1 ? "entry" : "entries"}, ${formatMoment(cosigned_at, zone)}`}
          </small>
        </li>
      ))}
    </ul>
  );
}
