import { type Invitation, roleLabel } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Copy, QrCode as QrIcon } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { formatShortDay } from "../../../lib/time/dates.ts";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import * as kit from "../../../ui/kit.module.css";
import { toast } from "../../../ui/toast-store.ts";
import { AdminTable } from "../AdminTable.tsx";
import { useReportedAction } from "../useAction.tsx";
import { endInvitation, invitationsQuery } from "./invitations.queries.ts";

// Lazy: most links are copied or mailed.
const QrCode = lazyNamed(() => import("./QrCode.tsx"), "QrCode");

/** Invitations, the newest first, with their links. */
export function InvitationTable() {
  const [shown, setShown] = useState<Invitation>();
  const columns = useMemo(() => columnsFor(setShown), []);
  return (
    <>
      <AdminTable
        label="Invitations"
        columns={columns}
        listing={useInfiniteQuery(invitationsQuery)}
        empty="No invitations yet."
        isWorkList
      />
      {shown && (
        <Dialog
          open
          title="QR code of the invitation"
          onClose={() => setShown(undefined)}
          actions={
            <Button kind="primary" onClick={() => setShown(undefined)}>
              Close
            </Button>
          }
        >
          <Suspense>
            <QrCode text={shown.url} />
          </Suspense>
          <p className={`${kit.note} ${kit.breaks}`}>{shown.url}</p>
        </Dialog>
      )}
    </>
  );
}

const columnsFor = (onShow: (invitation: Invitation) => void): Column<Invitation>[] => [
  {
    label: "For",
    place: "title",
    width: "auto",
    cell: ({ email, role }) => (
      <>
        {email ?? "Anybody with the link"}
        <span className={kit.subline}>{roleLabel[role]}</span>
      </>
    ),
  },
  { label: "Used", place: "end", cell: ({ used, uses }) => `${used} of ${uses}` },
  {
    label: "Ends",
    place: "start",
    cell: ({ ends_at }) => (
      <time dateTime={ends_at}>
        {Date.parse(ends_at) < Date.now() ? "Ended" : formatShortDay(ends_at, Date.now())}
      </time>
    ),
  },
  {
    label: "Actions",
    place: "actions",
    cell: (invitation) => <Actions invitation={invitation} onShow={() => onShow(invitation)} />,
  },
];

function Actions({ invitation, onShow }: { invitation: Invitation; onShow: () => void }) {
  const report = useReportedAction();
  const { email, url, id } = invitation;
  const whose = email ? `for ${email}` : `number ${id}`;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast("Link copied"),
      () => toast("The link could not be copied.", { kind: "error" }),
    );
  return (
    <span className={dataTableCss.rowActions}>
      <Button size="sm" aria-label={`Copy the link ${whose}`} onClick={() => void copy()}>
        <Copy size={16} />
        Copy link
      </Button>
      <Button size="sm" aria-label={`Show the QR code ${whose}`} onClick={onShow}>
        <QrIcon size={16} />
        QR
      </Button>
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`End the invitation ${whose}`}
        onClick={() => void report(() => endInvitation(invitation))}
      >
        End
      </Button>
    </span>
  );
}
