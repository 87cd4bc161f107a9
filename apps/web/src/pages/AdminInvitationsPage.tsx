import { useAdminCalls } from "../features/admin/admin-calls.ts";
import { AddInvitation } from "../features/admin/invitations/AddInvitation.tsx";
import { ImportPeople } from "../features/admin/invitations/ImportPeople.tsx";
import { InvitationTable } from "../features/admin/invitations/InvitationTable.tsx";
import { Stack } from "../ui/Stack.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";
import { LiveOnly } from "./admin/LiveOnly.tsx";

/** Links by which people join, and lists of people to invite (docs/rules.md#who-may-join). */
export function AdminInvitationsPage() {
  const { kind } = useAdminCalls();
  return (
    <>
      <AdminHead heading="Invitations" />
      {kind === "live" ? (
        <Stack gap={5}>
          <div>
            <AddInvitation />
            <InvitationTable />
          </div>
          <ImportPeople />
        </Stack>
      ) : (
        <LiveOnly what="Invitations are" />
      )}
    </>
  );
}
