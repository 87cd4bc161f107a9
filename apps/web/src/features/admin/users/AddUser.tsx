import { Plus } from "lucide-react";
import { useForm } from "../../../lib/forms/useForm.ts";
import { Button } from "../../../ui/Button.tsx";
import * as cardCss from "../../../ui/card.module.css";
import { ActionProblem } from "../ActionProblem.tsx";
import * as adminCss from "../admin.module.css";
import { type UserDraft, useAdminSource } from "../admin-source.ts";
import { useAction } from "../useAction.ts";
import { trimmed, UserFields, userProblems } from "./UserFields.tsx";
import * as usersCss from "./users.module.css";

const blank: UserDraft = { name: "", email: "", role: "User" };

export function AddUser() {
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const form = useForm({ initial: blank, check: userProblems });
  const add = form.submit(async (draft) => {
    if (!(await run(() => actions.addUser(trimmed(draft))))) return;
    form.reset(blank);
    form.focusFirst(["name"]);
  });
  return (
    <form
      className={`${cardCss.root} ${adminCss.add} ${usersCss.addUser}`}
      aria-label="Add User"
      noValidate
      onSubmit={add}
    >
      <UserFields form={form} />
      <Button className={adminCss.submit} kind="primary" type="submit" disabled={isWorking}>
        <Plus size={18} />
        Add User
      </Button>
      <ActionProblem text={problem} />
    </form>
  );
}
