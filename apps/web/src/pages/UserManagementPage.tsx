import { messages } from "@cairn/contract";
import { lazy, Suspense, useState } from "react";
import { AdminViews, deletionsView, useAdminView } from "../features/admin/AdminViews.tsx";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { SearchField } from "../features/admin/SearchField.tsx";
import { AddUser } from "../features/admin/users/AddUser.tsx";
import { UserTable } from "../features/admin/users/UserTable.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import * as partsCss from "../ui/parts.module.css";
import { AdminHead } from "./admin/AdminHead.tsx";

const DeletionTable = lazy(async () => ({
  default: (await import("../features/admin/reports/DeletionTable.tsx")).DeletionTable,
}));

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
      <search className={partsCss.toolbar}>
        <SearchField label="Search by name or email" value={search} onChange={setSearch} />
      </search>
      <UserTable users={users} />
    </>
  );
}

/** The same list, with the deletion requests beside it (docs/rules.md#d46). */
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
