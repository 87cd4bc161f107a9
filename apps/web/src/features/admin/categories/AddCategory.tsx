import { Plus } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import "../../../ui/card.css";
import { ActionProblem } from "../ActionProblem.tsx";
import { useAdminSource } from "../admin-source.ts";
import { useAction } from "../useAction.ts";
import { CategoryFields, type CategoryValues, toDraft } from "./CategoryFields.tsx";
import { CategoryFile } from "./CategoryFile.tsx";

const blank: CategoryValues = { name: "", description: "", posts: "" };

export function AddCategory() {
  const { kind, actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const [file, setFile] = useState<File | null>(null);
  const form = useForm<CategoryValues>({ defaultValues: blank });
  const add = form.handleSubmit(async (values) => {
    if (!(await run(() => actions.addCategory(toDraft(values), file)))) return;
    // Before the reset, which lets go of the fields until they render again.
    form.setFocus("name");
    form.reset(blank);
    setFile(null);
  });
  return (
    <form
      className={cx("card admin-add add-category", kind === "sample" && "asks-posts")}
      aria-label="Add Category"
      noValidate
      onSubmit={add}
    >
      <CategoryFields form={form} />
      <Button kind="primary" type="submit" disabled={isWorking}>
        <Plus size={18} />
        Add Category
      </Button>
      {kind === "sample" && <CategoryFile file={file} onChange={setFile} />}
      <ActionProblem text={problem} />
    </form>
  );
}
