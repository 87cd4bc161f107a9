import { messages, screens } from "@cairn/contract";
import { useLocation } from "react-router";
import { skeletonRows } from "../../features/admin/AdminTable.tsx";
import { OverviewStats } from "../../features/admin/overview/OverviewStats.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import * as kit from "../../ui/kit.module.css";
import { LoadingLine } from "../../ui/LoadingLine.tsx";

/** The tables, by the path of their screen. */
const tables: Record<string, { label: string; columns: string[] }> = {
  [screens.userManagement]: { label: "Users", columns: ["Name", "Email", "Role", "Actions"] },
  [screens.contentManagement]: {
    label: "Content",
    columns: ["Type", "Title", "Author", "Status", "Actions"],
  },
  [screens.categoriesManagement]: {
    label: "Categories",
    columns: ["Name", "Description", "Posts", "Actions"],
  },
};

const homes: string[] = [screens.adminHome, screens.adminsDashboard];

/**
 * Shown while a screen's code loads (docs/evidence/spec-clauses.md#s9-page-sizes). It has no `h1`, because the focus waits for the real
 * one.
 */
export function AdminLoading() {
  const { pathname } = useLocation();
  const table = tables[pathname];
  if (table) return <TableLoading {...table} />;
  if (!homes.includes(pathname)) return <LoadingLine text={messages.loading} />;
  return (
    <>
      <p className={`${kit.h1} ${kit.pageHead}`}>Welcome, Admin</p>
      <OverviewStats />
    </>
  );
}

const places: Record<string, Column<never>["place"]> = {
  Title: "title",
  Author: "line",
  Email: "line",
  Description: "line",
  Role: "end",
  Status: "end",
  Posts: "end",
  Actions: "actions",
};

function TableLoading({ label, columns }: { label: string; columns: string[] }) {
  return (
    <>
      <p className={`${kit.h1} ${kit.pageHead}`}>{label}</p>
      <DataTable
        label={label}
        columns={columns.map((column) => ({
          label: column,
          place: places[column] ?? "start",
          cell: () => null,
        }))}
        rows={[]}
        rowKey={String}
        skeletonRows={skeletonRows}
      />
    </>
  );
}
