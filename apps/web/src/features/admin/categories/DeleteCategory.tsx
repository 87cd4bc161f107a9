import { useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { AdminCategory } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { ConfirmDialog } from "../ConfirmDialog.tsx";

interface DeleteCategoryProps {
  category: AdminCategory;
  onClose: () => void;
}

/** Items can't be left without a category: whoever deletes one that has some says where they move. */
export function DeleteCategory({ category, onClose }: DeleteCategoryProps) {
  const source = useAdminSource();
  const others = source.useCategories("").rows.filter(({ id }) => id !== category.id);
  const [moveTo, setMoveTo] = useState("");
  return (
    <ConfirmDialog
      title={`Delete ${category.name}?`}
      confirm="Delete"
      action={() => source.actions.deleteCategory(category, moveTo === "" ? undefined : Number(moveTo))}
      onClose={onClose}
    >
      <p>
        A category goes when nothing is in it. Items it has, waiting and flagged ones too, need another one.
      </p>
      <Field label="Its items move to" className="mt-4">
        <Select value={moveTo} onChange={({ target }) => setMoveTo(target.value)}>
          <option value="">Nowhere: it has no items</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </ConfirmDialog>
  );
}
