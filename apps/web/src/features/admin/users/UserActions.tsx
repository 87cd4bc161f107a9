import { SquarePen } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import type { AdminUser } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { useReportedAction } from "../useAction.ts";
import { DeactivateDialog } from "./DeactivateDialog.tsx";
import * as usersCss from "./users.module.css";

interface UserActionsProps {
  user: AdminUser;
  onEdit: () => void;
}

export function UserActions({ user, onEdit }: UserActionsProps) {
  const { kind, actions } = useAdminSource();
  const report = useReportedAction();
  const [isAsking, setAsking] = useState(false);
  const { name, active } = user;
  const deactivate = () => actions.deactivateUser(user);
  return (
    <span className={`${dataTableCss.rowActions} ${usersCss.actions}`}>
      <GrantButton user={user} />
      <Button size="sm" aria-label={`Edit ${name}`} disabled={!active} onClick={onEdit}>
        <SquarePen size={16} />
        Edit
      </Button>
      {active ? (
        <Button
          size="sm"
          kind="quiet-danger"
          aria-label={`Deactivate ${name}`}
          onClick={() => (kind === "live" ? setAsking(true) : void report(deactivate))}
        >
          Deactivate
        </Button>
      ) : (
        <Button
          size="sm"
          kind="quiet-ok"
          aria-label={`Activate ${name}`}
          onClick={() => report(() => actions.activateUser(user))}
        >
          Activate
        </Button>
      )}
      {isAsking && <DeactivateDialog user={user} onClose={() => setAsking(false)} />}
    </span>
  );
}

/** An Admin's decisions count only with the server's grant (docs/rules.md#d17). */
function GrantButton({ user }: { user: AdminUser }) {
  const { verifyUser } = useAdminSource().actions;
  const report = useReportedAction();
  const { name, role, active, verified = false } = user;
  if (!verifyUser || role !== "Admin" || !active) return null;
  const word = verified ? "Unverify" : "Verify";
  return (
    <Button
      size="sm"
      kind={verified ? "quiet-warn" : "quiet-ok"}
      className={usersCss.isGrant}
      aria-label={`${word} ${name}`}
      onClick={() => report(() => verifyUser(user, !verified))}
    >
      {word}
    </Button>
  );
}
