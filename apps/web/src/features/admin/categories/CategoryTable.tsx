import { useQuery } from "@tanstack/react-query";
import { SquarePen } from "lucide-react";
import { useMemo, useState } from "react";
import { formatCount } from "../../../lib/format-count.ts";
import { useForm } from "../../../lib/forms/useForm.ts";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import * as dialogCss from "../../../ui/dialog.module.css";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Select } from "../../../ui/Select.tsx";
import { AdminTable, type Listing } from "../AdminTable.tsx";
import { type AdminCalls, useAdminCalls } from "../admin-calls.ts";
import type { AdminCategory } from "../admin-model.ts";
import { ConfirmAction } from "../ConfirmAction.tsx";
import { useAction, useReportedAction } from "../useAction.tsx";
import { CategoryFields, categoryProblems, intervalText, toDraft } from "./CategoryFields.tsx";
import * as css from "./categories.module.css";

export function CategoryTable({ categories }: { categories: Listing<AdminCategory> }) {
  const [edited, setEdited] = useState<AdminCategory>();
  const { kind } = useAdminCalls();
  const columns = useMemo(() => columnsFor(kind, setEdited), [kind]);
  return (
    <>
      <AdminTable label="Categories" columns={columns} listing={categories} empty="No categories found." />
      {edited && <EditCategory category={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const columnsFor = (
  kind: AdminCalls["kind"],
  onEdit: (category: AdminCategory) => void,
): Column<AdminCategory>[] => [
  { label: "Name", place: "start", width: "24%", cell: ({ name }) => <b>{name}</b> },
  {
    label: "Description",
    place: "line",
    className: css.descriptionColumn,
    cell: ({ description }) => description,
  },
  {
    label: "Posts",
    place: "end",
    width: "12%",
    cell: ({ posts }) => <span className={`${kit.num} ${css.posts}`}>{formatCount(posts)}</span>,
  },
  ...(kind === "live" ? [verifiedFor] : []),
  {
    label: "Actions",
    place: "actions",
    cell: (category) => <CategoryActions category={category} onEdit={() => onEdit(category)} />,
  },
];

const verifiedFor: Column<AdminCategory> = {
  label: "Verified for",
  place: "line",
  className: css.intervalColumn,
  width: "13%",
  cell: ({ interval_days: days }) => (
    <span className={kit.num}>{days === null ? "No end" : `${days} days`}</span>
  ),
};

interface CategoryActionsProps {
  category: AdminCategory;
  onEdit: () => void;
}

function CategoryActions({ category, onEdit }: CategoryActionsProps) {
  const { kind, deleteCategory } = useAdminCalls();
  const report = useReportedAction();
  const [isAsking, setAsking] = useState(false);
  return (
    <span className={dataTableCss.rowActions}>
      <Button size="sm" aria-label={`Edit ${category.name}`} onClick={onEdit}>
        <SquarePen size={16} />
        Edit
      </Button>
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`Delete ${category.name}`}
        onClick={() => (kind === "live" ? setAsking(true) : void report(() => deleteCategory(category)))}
      >
        Delete
      </Button>
      {isAsking && <DeleteCategory category={category} onClose={() => setAsking(false)} />}
    </span>
  );
}

interface EditCategoryProps {
  category: AdminCategory;
  onClose: () => void;
}

function EditCategory({ category, onClose }: EditCategoryProps) {
  const { updateCategory } = useAdminCalls();
  const { run, problem, isWorking } = useAction();
  const { name, description, posts, interval_days } = category;
  const form = useForm({
    initial: { name, description, posts: String(posts), interval: intervalText(interval_days) },
    check: categoryProblems,
  });
  const save = form.submit(async (values) => {
    if (await run(() => updateCategory(category, toDraft(values)))) onClose();
  });
  return (
    <FormDialog
      title="Edit Category"
      isWorking={isWorking}
      problem={problem}
      onClose={onClose}
      onSubmit={save}
    >
      <CategoryFields form={form} />
    </FormDialog>
  );
}

interface DeleteCategoryProps {
  category: AdminCategory;
  onClose: () => void;
}

/** Every item needs a category: those of a deleted one move to the first of the others, or where the admin chooses. */
function DeleteCategory({ category, onClose }: DeleteCategoryProps) {
  const { categories, deleteCategory } = useAdminCalls();
  const { data = [] } = useQuery(categories);
  const others = data.filter(({ id }) => id !== category.id);
  const [chosen, setChosen] = useState<string>();
  const moveTo = chosen ?? String(others[0]?.id ?? "");
  return (
    <ConfirmAction
      title={`Delete ${category.name}?`}
      confirm="Delete"
      action={() => deleteCategory(category, moveTo === "" ? undefined : Number(moveTo))}
      onClose={onClose}
    >
      <p>
        You can only delete an empty category. Move its posts, including pending and flagged ones, to another
        category.
      </p>
      <Field label="Move its posts to" className={dialogCss.part}>
        <Select value={moveTo} onChange={({ target }) => setChosen(target.value)}>
          <option value="">Nowhere: it has no posts</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </ConfirmAction>
  );
}
