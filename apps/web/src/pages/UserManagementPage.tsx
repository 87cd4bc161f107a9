import { messages } from "@cairn/contract";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { AddForm } from "../features/admin/AddForm.tsx";
import { AdminViews, deletionsView, useAdminView } from "../features/admin/AdminViews.tsx";
import * as adminCss from "../features/admin/admin.module.css";
import { type UserDraft, useAdminSource } from "../features/admin/admin-source.ts";
import { SearchField } from "../features/admin/SearchField.tsx";
import { ActionProblem, useAction } from "../features/admin/useAction.tsx";
import { trimmed, UserFields, UserTable, userProblems } from "../features/admin/users/UserTable.tsx";
import * as usersCss from "../features/admin/users/users.module.css";
import { useForm } from "../lib/forms/useForm.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { Button } from "../ui/Button.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import * as toolbarCss from "../ui/toolbar.module.css";
import { AdminHead } from "./admin/AdminHead.tsx";

const DeletionTable = lazyNamed(() => import("../features/admin/reports/DeletionTable.tsx"), "DeletionTable");

export function UserManagementPage() {
  const { kind } = useAdminSource();
  return (
    <>
      <AdminHead heading="Users" />
      {kind === "live" ? <LiveUsers /> : <Users />}
    </>
  );
}

function Users() {
  const [search, setSearch] = useState("");
  const users = useAdminSource().useUsers(search);
  return (
    <>
      <AddUser />
      <search className={toolbarCss.root}>
        <SearchField label="Search by name or email" value={search} onChange={setSearch} />
      </search>
      <UserTable users={users} />
    </>
  );
}

/** The same list, with the deletion requests beside it (docs/rules.md#deletion-of-an-account). */
function LiveUsers() {
  const { value: overview } = useAdminSource().useOverview();
  const views = [
    { name: "", label: "All users" },
    { name: deletionsView, label: "Deletion requests", open: overview?.desk?.deletionRequests },
  ];
  const view = useAdminView(views);
  return (
    <>
      <AdminViews label="Users" views={views} />
      {view === deletionsView ? (
        <Suspense fallback={<LoadingLine text={messages.loading} />}>
          <DeletionTable />
        </Suspense>
      ) : (
        <Users />
      )}
    </>
  );
}

const blank: UserDraft = { name: "", email: "", role: "User" };

function AddUser() {
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const form = useForm({ initial: blank, check: userProblems });
  const add = form.submit(async (draft) => {
    if (!(await run(() => actions.addUser(trimmed(draft))))) return;
    form.reset(blank);
    form.focusFirst(["name"]);
  });
  return (
    <AddForm label="Add User" opener="New user" className={usersCss.addUser} onSubmit={add}>
      <UserFields form={form} />
      <Button className={adminCss.submit} kind="primary" type="submit" disabled={isWorking}>
        <Plus size={18} />
        Add User
      </Button>
      <ActionProblem text={problem} />
    </AddForm>
  );
}
