import { useState } from "react";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { SearchField } from "../features/admin/SearchField.tsx";
import { AddUser } from "../features/admin/users/AddUser.tsx";
import { UserTable } from "../features/admin/users/UserTable.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";

export function UserManagementPage() {
  const [search, setSearch] = useState("");
  const users = useAdminSource().useUsers(search);
  return (
    <>
      <AdminHead heading="Users" />
      <AddUser />
      <search className="admin-tools compact">
        <SearchField label="Search by name or email" value={search} onChange={setSearch} />
      </search>
      <UserTable users={users} />
    </>
  );
}
