import { Plus } from "lucide-react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/Button.tsx";
import "../../../ui/card.css";
import { ActionProblem } from "../ActionProblem.tsx";
import { type UserDraft, useAdminSource } from "../admin-source.ts";
import { useAction } from "../useAction.ts";
import { trimmed, UserFields } from "./UserFields.tsx";

const blank: UserDraft = { name: "", email: "", role: "User" };

export function AddUser() {
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const form = useForm<UserDraft>({ defaultValues: blank });
  const add = form.handleSubmit(async (draft) => {
    if (!(await run(() => actions.addUser(trimmed(draft))))) return;
    // Before the reset, which lets go of the fields until they render again.
    form.setFocus("name");
    form.reset(blank);
  });
  return (
    <form className="card admin-add add-user" aria-label="Add User" noValidate onSubmit={add}>
      <UserFields form={form} />
      <Button kind="primary" type="submit" disabled={isWorking}>
        <Plus size={18} />
        Add User
      </Button>
      <ActionProblem text={problem} />
    </form>
  );
}
