import { useForm } from "react-hook-form";
import type { AdminUser } from "../admin-model.ts";
import { type UserDraft, useAdminSource } from "../admin-source.ts";
import { EditDialog } from "../EditDialog.tsx";
import { useAction } from "../useAction.ts";
import { trimmed, UserFields } from "./UserFields.tsx";

interface EditUserProps {
  user: AdminUser;
  onClose: () => void;
}

export function EditUser({ user, onClose }: EditUserProps) {
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const { name, email, role } = user;
  const form = useForm<UserDraft>({ defaultValues: { name, email, role } });
  const save = form.handleSubmit(async (draft) => {
    if (await run(() => actions.updateUser(user, trimmed(draft)))) onClose();
  });
  return (
    <EditDialog title="Edit User" isWorking={isWorking} problem={problem} onClose={onClose} onSubmit={save}>
      <UserFields form={form} />
    </EditDialog>
  );
}
