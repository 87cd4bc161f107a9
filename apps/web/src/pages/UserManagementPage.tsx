import { messages, screens } from "@cairn/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { AddForm } from "../features/admin/AddForm.tsx";
import { AdminViews, deletionsView, useAdminView, waitingView } from "../features/admin/AdminViews.tsx";
import * as adminCss from "../features/admin/admin.module.css";
import { type UserDraft, useAdminCalls } from "../features/admin/admin-calls.ts";
import { SearchField } from "../features/admin/SearchField.tsx";
import { ActionProblem, useAction } from "../features/admin/useAction.tsx";
import { trimmed, UserFields, UserTable, userProblems } from "../features/admin/users/UserTable.tsx";
import * as usersCss from "../features/admin/users/users.module.css";
import { useSettled } from "../features/admin/useSettled.ts";
import { useForm } from "../lib/forms/useForm.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { Row } from "../ui/Stack.tsx";
import * as toolbarCss from "../ui/toolbar.module.css";
import { AdminHead } from "./admin/AdminHead.tsx";

const DeletionTable = lazyNamed(() => import("../features/admin/reports/DeletionTable.tsx"), "DeletionTable");

const WaitingTable = lazyNamed(() => import("../features/admin/users/WaitingTable.tsx"), "WaitingTable");

export function UserManagementPage() {
  const { kind } = useAdminCalls();
  return (
    <>
      <AdminHead heading="Users" />
      {kind === "live" ? <LiveUsers /> : <Users />}
    </>
  );
}

function Users() {
  const [search, setSearch] = useState("");
  const calls = useAdminCalls();
  const users = useInfiniteQuery(calls.users(useSettled(search)));
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

/**
 * The same list, with those who wait for approval (docs/rules.md#who-may-join) and the deletion requests beside it
 * (docs/rules.md#deletion-of-an-account).
 */
function LiveUsers() {
  const { data: overview } = useQuery(useAdminCalls().overview);
  const views = [
    { name: "", label: "All users" },
    { name: waitingView, label: "Waiting", open: overview?.live?.waitingUsers },
    { name: deletionsView, label: "Deletion requests", open: overview?.live?.deletionRequests },
  ];
  const view = useAdminView(views);
  return (
    <>
      <AdminViews label="Users" views={views} />
      <Row wrap className={usersCss.more}>
        <ButtonLink size="sm" to={screens.adminInvitations}>
          Invitations
        </ButtonLink>
        <ButtonLink size="sm" to={screens.adminSettings}>
          Who may join, and other settings
        </ButtonLink>
      </Row>
      {view === "" ? (
        <Users />
      ) : (
        <Suspense fallback={<LoadingLine text={messages.loading} />}>
          {view === waitingView ? <WaitingTable /> : <DeletionTable />}
        </Suspense>
      )}
    </>
  );
}

const blank: UserDraft = { name: "", email: "", role: "User" };

function AddUser() {
  const { addUser } = useAdminCalls();
  const { run, problem, isWorking } = useAction();
  const form = useForm({ initial: blank, check: userProblems });
  const add = form.submit(async (draft) => {
    if (!(await run(() => addUser(trimmed(draft))))) return;
    form.reset(blank);
    form.focusFirst(["name"]);
  });
  return (
    <AddForm label="Add User" button="New user" className={usersCss.addUser} onSubmit={add}>
      <UserFields form={form} />
      <Button className={adminCss.submit} kind="primary" type="submit" disabled={isWorking}>
        <Plus size={18} />
        Add User
      </Button>
      <ActionProblem text={problem} />
    </AddForm>
  );
}
