import { SquarePen } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import { AdminTable } from "../AdminTable.tsx";
import type { AdminCategory } from "../admin-model.ts";
import { type Listing, useAdminSource } from "../admin-source.ts";
import { useReportedAction } from "../useReportedAction.ts";
import "./categories.css";
import { DeleteCategory } from "./DeleteCategory.tsx";
import { EditCategory } from "./EditCategory.tsx";

export function CategoryTable({ categories }: { categories: Listing<AdminCategory> }) {
  const [edited, setEdited] = useState<AdminCategory>();
  const columns = useMemo(() => columnsFor(setEdited), []);
  return (
    <>
      <AdminTable
        label="Categories"
        columns={columns}
        listing={categories}
        empty="No categories found."
        className="categories-table"
      />
      {edited && <EditCategory category={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const columnsFor = (onEdit: (category: AdminCategory) => void): Column<AdminCategory>[] => [
  { label: "Name", place: "start", cell: ({ name }) => <b>{name}</b> },
  { label: "Description", place: "line", cell: ({ description }) => description },
  {
    label: "Posts",
    place: "end",
    cell: ({ posts }) => <span className="category-posts">{posts.toLocaleString("en")}</span>,
  },
  {
    label: "Actions",
    place: "actions",
    cell: (category) => <CategoryActions category={category} onEdit={() => onEdit(category)} />,
  },
];

interface CategoryActionsProps {
  category: AdminCategory;
  onEdit: () => void;
}

function CategoryActions({ category, onEdit }: CategoryActionsProps) {
  const { kind, actions } = useAdminSource();
  const report = useReportedAction();
  const [isAsking, setAsking] = useState(false);
  return (
    <span className="row-actions">
      <Button size="sm" aria-label={`Edit ${category.name}`} onClick={onEdit}>
        <SquarePen size={16} />
        Edit
      </Button>
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`Delete ${category.name}`}
        onClick={() =>
          kind === "live" ? setAsking(true) : void report(() => actions.deleteCategory(category))
        }
      >
        Delete
      </Button>
      {isAsking && <DeleteCategory category={category} onClose={() => setAsking(false)} />}
    </span>
  );
}
