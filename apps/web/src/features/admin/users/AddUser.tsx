import { Plus } from "lucide-react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/Button.tsx";
import "../../../ui/card.css";
import { type UserDraft, useAdminSource } from "../admin-source.ts";
import { reportAction } from "../report-action.ts";
import { trimmed, UserFields } from "./UserFields.tsx";

const blank: UserDraft = { name: "", email: "", role: "User" };

export function AddUser() {
  const { actions } = useAdminSource();
  const form = useForm<UserDraft>({ defaultValues: blank });
  const add = form.handleSubmit(async (draft) => {
    await reportAction(actions.addUser(trimmed(draft)));
    // Before the reset, which lets go of the fields until they render again.
    form.setFocus("name");
    form.reset(blank);
  });
  return (
    <form className="card admin-add add-user" aria-label="Add User" noValidate onSubmit={add}>
      <UserFields form={form} />
      <Button kind="primary" type="submit">
        <Plus size={18} />
        Add User
      </Button>
    </form>
  );
}
