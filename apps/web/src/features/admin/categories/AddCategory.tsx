import { Plus } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/Button.tsx";
import "../../../ui/card.css";
import { useAdminSource } from "../admin-source.ts";
import { reportAction } from "../report-action.ts";
import { CategoryFields, type CategoryValues, toDraft } from "./CategoryFields.tsx";
import { CategoryFile } from "./CategoryFile.tsx";

const blank: CategoryValues = { name: "", description: "", posts: "" };

export function AddCategory() {
  const { actions } = useAdminSource();
  const [file, setFile] = useState<File | null>(null);
  const form = useForm<CategoryValues>({ defaultValues: blank });
  const add = form.handleSubmit(async (values) => {
    await reportAction(actions.addCategory(toDraft(values), file));
    // Before the reset, which lets go of the fields until they render again.
    form.setFocus("name");
    form.reset(blank);
    setFile(null);
  });
  return (
    <form className="card admin-add add-category" aria-label="Add Category" noValidate onSubmit={add}>
      <CategoryFields form={form} />
      <Button kind="primary" type="submit">
        <Plus size={18} />
        Add Category
      </Button>
      <CategoryFile file={file} onChange={setFile} />
    </form>
  );
}
