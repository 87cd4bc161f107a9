import { messages, type Status } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { limitText, sizeText } from "../../../lib/file-text.ts";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Alert } from "../../../ui/Alert.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import * as kit from "../../../ui/kit.module.css";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { LoadFailure } from "../useAction.tsx";
import * as css from "./site.module.css";
import { statusQuery } from "./site.queries.ts";

/** How the server does, and what to do about it (docs/rules.md#status-of-the-server). */
export function StatusView() {
  const query = useQuery(statusQuery);
  const { data: status, isFetching, refetch } = query;
  return (
    <>
      {query.isPending && <LoadingLine text={messages.loading} />}
      {status && (
        <Stack gap={5}>
          <Verdict status={status} />
          <Row wrap between>
            <Text kind="note">Release {status.version}</Text>
            <Button size="sm" disabled={isFetching} onClick={() => void refetch()}>
              Look again
            </Button>
          </Row>
          <Parts status={status} />
        </Stack>
      )}
      <LoadFailure query={query} />
    </>
  );
}

function Verdict({ status }: { status: Status }) {
  const { mail, feeds, queues, storage, backup, audit } = status;
  const states = [mail, feeds, queues, storage, backup, audit].map(({ state }) => state);
  const count = (sought: Status["mail"]["state"]) => states.filter((state) => state === sought).length;
  const [wrong, unknown] = [count("wrong"), count("unknown")];
  if (wrong > 0)
    return (
      <Alert kind="warn" text={wrong === 1 ? "One part needs a look." : `${wrong} parts need a look.`} />
    );
  if (unknown === 0) return <Alert kind="success" text="All is well." />;
  const rest = unknown === 1 ? "One part is not known yet." : `${unknown} parts are not known yet.`;
  return <Alert kind="info" text={`Nothing is wrong. ${rest}`} />;
}

const badges = {
  ok: { kind: "success", label: "OK" },
  wrong: { kind: "warn", label: "Needs a look" },
  unknown: { kind: "neutral", label: "Not known" },
} as const;

interface PartProps extends Pick<Status["mail"], "state" | "advice"> {
  id: string;
  title: string;
  children?: ReactNode;
}

function Part({ id, title, state, advice, children }: PartProps) {
  const { kind, label } = badges[state];
  return (
    <Card as="section" pad gap={3} aria-labelledby={id}>
      <Row between>
        <h2 className={kit.heading} id={id}>
          {title}
        </h2>
        <Badge kind={kind}>{label}</Badge>
      </Row>
      {advice && <Advice text={advice} />}
      {children}
    </Card>
  );
}

/** What stands in backticks is a command. */
const Advice = ({ text }: { text: string }) => (
  <p>
    {text.split("`").map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
      <span key={index}>{index % 2 === 1 ? <code>{part}</code> : part}</span>
    ))}
  </p>
);

const When = ({ at, never }: { at: string | null; never: string }) =>
  at === null ? never : <TimeAgo instant={at} />;

const gigabyte = 1024 ** 3;
const roomText = (bytes: number) => (bytes < gigabyte ? sizeText(bytes) : limitText(bytes));

const feedNames = { videos: "Videos", articles: "Articles" } as const;

function Parts({ status: { mail, feeds, queues, storage, backup, audit } }: { status: Status }) {
  return (
    <>
      <Part id="status-mail" title="Email" {...mail}>
        <Facts className={css.facts}>
          <Fact name="Last sent">
            <When at={mail.sent_at} never="None lately" />
          </Fact>
          <Fact name="Last given up">
            <When at={mail.refused_at} never="None lately" />
            {mail.refused_reason && (
              <span className={`${kit.subline} ${kit.breaks}`}>{mail.refused_reason}</span>
            )}
          </Fact>
          <Fact name="Waiting">{mail.waiting}</Fact>
          <Fact name="Addresses refused">{mail.addresses_refused}</Fact>
        </Facts>
      </Part>
      <Part id="status-backup" title="Backup" {...backup}>
        <Facts className={css.facts}>
          <Fact name="Last seen">
            <When at={backup.seen_at} never="None" />
          </Fact>
        </Facts>
      </Part>
      <Part id="status-storage" title="Storage" {...storage}>
        <Facts className={css.facts}>
          <Fact name="Files">
            {roomText(storage.used_bytes)}
            {storage.most_bytes !== null && ` of ${roomText(storage.most_bytes)}`}
          </Fact>
          <Fact name="Free on the disk">
            {storage.free_bytes === null ? "Not known" : roomText(storage.free_bytes)}
          </Fact>
        </Facts>
      </Part>
      <Part id="status-queues" title="Background work" {...queues}>
        <Queues items={queues.items} />
      </Part>
      <Part id="status-feeds" title="Feeds of other sites" {...feeds}>
        <Feeds items={feeds.items} />
      </Part>
      <Part id="status-audit" title="Audit of the public log" {...audit}>
        <Facts className={css.facts}>
          <Fact name="Last">
            <When at={audit.at} never="None yet" />
            {audit.problem && <span className={`${kit.subline} ${kit.breaks}`}>{audit.problem}</span>}
          </Fact>
        </Facts>
      </Part>
    </>
  );
}

function Feeds({ items }: Pick<Status["feeds"], "items">) {
  if (items.length === 0) return <Text kind="note">None is set.</Text>;
  return (
    <Facts className={css.facts}>
      {items.map(({ name, read_at, failing }) => (
        <Fact key={name} name={feedNames[name]}>
          Read: <When at={read_at} never="never" />
          {failing && <span className={kit.subline}>The last try failed.</span>}
        </Fact>
      ))}
    </Facts>
  );
}

/** Kinds with nothing to do are left out. */
function Queues({ items }: Pick<Status["queues"], "items">) {
  const busy = items.filter(({ waiting, failing }) => waiting > 0 || failing > 0);
  if (busy.length === 0) return <Text kind="note">Nothing waits.</Text>;
  return (
    <Facts className={css.facts}>
      {busy.map(({ kind, waiting, oldest_seconds, failing, last_failure }) => (
        <Fact key={kind} name={kind}>
          {waiting} waiting
          {waiting > 0 && `, the first for ${Math.round(oldest_seconds / 60)} min`}
          {failing > 0 && `, ${failing} failing`}
          {last_failure && <span className={`${kit.subline} ${kit.breaks}`}>{last_failure}</span>}
        </Fact>
      ))}
    </Facts>
  );
}
