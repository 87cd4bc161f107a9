import type { Webhook } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import * as kit from "../../../ui/kit.module.css";
import { AdminTable } from "../AdminTable.tsx";
import { ConfirmAction } from "../ConfirmAction.tsx";
import { deleteWebhook, testWebhook, turnWebhook, webhooksQuery } from "../live/webhooks.queries.ts";
import { useReportedAction } from "../useAction.tsx";
import { eventLabels } from "./event-labels.ts";

/** All webhooks of the site (docs/rules.md#webhooks). */
export const WebhookTable = () => (
  <AdminTable label="Webhooks" columns={columns} listing={useQuery(webhooksQuery)} empty="No webhooks yet." />
);

const columns: Column<Webhook>[] = [
  {
    label: "Address",
    place: "title",
    width: "34%",
    cell: ({ url, events }) => (
      <>
        <span className={kit.breaks}>{url}</span>
        <span className={kit.subline}>{events.map((event) => eventLabels[event]).join(", ")}</span>
      </>
    ),
  },
  { label: "State", place: "line", width: "20%", cell: (webhook) => <State {...webhook} /> },
  { label: "Actions", place: "actions", cell: (webhook) => <WebhookActions webhook={webhook} /> },
];

function State({ on, failing_since: since }: Webhook) {
  const badge = !on ? (
    <Badge kind="neutral">Off</Badge>
  ) : since === null ? (
    <Badge kind="success">On</Badge>
  ) : (
    <Badge kind="warn">Failing</Badge>
  );
  return (
    <>
      {badge}
      {since !== null && (
        <span className={kit.subline}>
          {!on && "Turned off because every delivery failed. "}
          First failure: <TimeAgo instant={since} />
        </span>
      )}
    </>
  );
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const act = useReportedAction();
  const [isAsking, setAsking] = useState(false);
  const { id, url, on } = webhook;
  return (
    <span className={dataTableCss.rowActions}>
      <ButtonLink size="sm" to={{ search: `?webhook=${id}` }} aria-label={`Deliveries to ${url}`}>
        Deliveries
      </ButtonLink>
      {on && (
        <Button
          size="sm"
          aria-label={`Send a test to ${url}`}
          onClick={() => act(() => testWebhook(webhook))}
        >
          Send a test
        </Button>
      )}
      <Button
        size="sm"
        aria-label={`Turn ${on ? "off" : "on"} ${url}`}
        onClick={() => act(() => turnWebhook(webhook, !on))}
      >
        {on ? "Turn off" : "Turn on"}
      </Button>
      <Button size="sm" kind="quiet-danger" aria-label={`Delete ${url}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmAction
          title="Delete this webhook?"
          confirm="Delete"
          action={() => deleteWebhook(webhook)}
          onClose={() => setAsking(false)}
        >
          <p className={kit.breaks}>
            {url} gets nothing more, and the list of its deliveries is deleted. This cannot be undone.
          </p>
        </ConfirmAction>
      )}
    </span>
  );
}
