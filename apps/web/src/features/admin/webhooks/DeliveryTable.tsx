import type { Delivery } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as kit from "../../../ui/kit.module.css";
import { AdminTable } from "../AdminTable.tsx";
import { deliveriesQuery, replayDelivery } from "../live/webhooks.queries.ts";
import { useReportedAction } from "../useAction.tsx";
import { eventLabels } from "./event-labels.ts";

/** What was sent to a webhook in the last seven days. */
export function DeliveryTable({ webhookId }: { webhookId: number }) {
  const columns = useMemo(() => columnsFor(webhookId), [webhookId]);
  return (
    <AdminTable
      label="Deliveries"
      columns={columns}
      listing={useInfiniteQuery(deliveriesQuery(webhookId))}
      empty="Nothing was sent in the last seven days."
    />
  );
}

const states = {
  sent: { kind: "success", label: "Sent" },
  waiting: { kind: "warn", label: "Waiting" },
  failed: { kind: "danger", label: "Failed" },
} as const;

const columnsFor = (webhookId: number): Column<Delivery>[] => [
  {
    label: "Event",
    place: "title",
    width: "34%",
    cell: ({ event, message_id }) => (
      <>
        {eventLabels[event]}
        <span className={`${kit.subline} ${kit.breaks}`}>{message_id}</span>
      </>
    ),
  },
  {
    label: "State",
    place: "line",
    width: "28%",
    cell: ({ state, status, error, attempts }) => (
      <>
        <Badge kind={states[state].kind}>{states[state].label}</Badge>
        <span className={kit.subline}>
          {error ?? (status === null ? null : `It answered ${status}`)}
          {attempts > 1 && `, ${attempts} attempts`}
        </span>
      </>
    ),
  },
  {
    label: "Happened",
    place: "start",
    cell: ({ created_at }) => <TimeAgo instant={created_at} />,
  },
  {
    label: "Actions",
    place: "actions",
    cell: (delivery) => <SendAgain webhookId={webhookId} delivery={delivery} />,
  },
];

function SendAgain({ webhookId, delivery }: { webhookId: number; delivery: Delivery }) {
  const act = useReportedAction();
  return (
    <Button
      size="sm"
      aria-label={`Send again: ${eventLabels[delivery.event]}`}
      onClick={() => act(() => replayDelivery(webhookId, delivery))}
    >
      Send again
    </Button>
  );
}
