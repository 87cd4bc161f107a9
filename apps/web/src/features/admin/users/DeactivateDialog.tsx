import type { AdminUser } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { ConfirmDialog } from "../ConfirmDialog.tsx";

interface DeactivateDialogProps {
  user: Pick<AdminUser, "id" | "name">;
  onClose: () => void;
}

export function DeactivateDialog({ user, onClose }: DeactivateDialogProps) {
  const { actions } = useAdminSource();
  return (
    <ConfirmDialog
      title="Deactivate this user?"
      confirm="Deactivate"
      action={() => actions.deactivateUser(user)}
      onClose={onClose}
    >
      <p>{user.name} is signed out everywhere at once, and can't log in until activated again.</p>
    </ConfirmDialog>
  );
}
