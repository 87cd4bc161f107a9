import { useForm } from "react-hook-form";
import type { AdminCategory } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { EditDialog } from "../EditDialog.tsx";
import { useAction } from "../useAction.ts";
import { CategoryFields, type CategoryValues, toDraft } from "./CategoryFields.tsx";

interface EditCategoryProps {
  category: AdminCategory;
  onClose: () => void;
}

export function EditCategory({ category, onClose }: EditCategoryProps) {
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const { name, description, posts } = category;
  const form = useForm<CategoryValues>({ defaultValues: { name, description, posts: String(posts) } });
  const save = form.handleSubmit(async (values) => {
    if (await run(() => actions.updateCategory(category, toDraft(values)))) onClose();
  });
  return (
    <EditDialog
      title="Edit Category"
      isWorking={isWorking}
      problem={problem}
      onClose={onClose}
      onSubmit={save}
    >
      <CategoryFields form={form} />
    </EditDialog>
  );
}
