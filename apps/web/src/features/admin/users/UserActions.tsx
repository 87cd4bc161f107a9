import { SquarePen } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { AdminUser } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { reportAction } from "../report-action.ts";

interface UserActionsProps {
  user: AdminUser;
  onEdit: () => void;
}

export function UserActions({ user, onEdit }: UserActionsProps) {
  const { actions } = useAdminSource();
  const { name, active } = user;
  return (
    <span className="row-actions user-actions">
      <Button size="sm" aria-label={`Edit ${name}`} disabled={!active} onClick={onEdit}>
        <SquarePen size={16} />
        Edit
      </Button>
      {active ? (
        <Button
          size="sm"
          kind="quiet-danger"
          aria-label={`Deactivate ${name}`}
          onClick={() => reportAction(actions.deactivateUser(user))}
        >
          Deactivate
        </Button>
      ) : (
        <Button
          size="sm"
          kind="quiet-ok"
          aria-label={`Activate ${name}`}
          onClick={() => reportAction(actions.activateUser(user))}
        >
          Activate
        </Button>
      )}
    </span>
  );
}
