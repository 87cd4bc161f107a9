import { useQuery } from "@tanstack/react-query";
import { Plus, Upload, X } from "lucide-react";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { AddForm } from "../features/admin/AddForm.tsx";
import * as adminCss from "../features/admin/admin.module.css";
import { useAdminCalls } from "../features/admin/admin-calls.ts";
import {
  CategoryFields,
  type CategoryValues,
  categoryProblems,
  toDraft,
} from "../features/admin/categories/CategoryFields.tsx";
import { CategoryTable } from "../features/admin/categories/CategoryTable.tsx";
import * as categoriesCss from "../features/admin/categories/categories.module.css";
import { matches } from "../features/admin/contents/content-filter.ts";
import { SearchField } from "../features/admin/SearchField.tsx";
import { ActionProblem, useAction } from "../features/admin/useAction.tsx";
import { contentFiles } from "../lib/file-rules.ts";
import { useForm } from "../lib/forms/useForm.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import * as buttonCss from "../ui/button.module.css";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import * as toolbarCss from "../ui/toolbar.module.css";
import { AdminHead } from "./admin/AdminHead.tsx";

export function CategoriesManagementPage() {
  const [search, setSearch] = useState("");
  const query = useQuery(useAdminCalls().categories);
  const found = query.data?.filter(({ name, description }) => matches(search, name, description));
  return (
    <>
      <AdminHead heading="Categories" />
      <AddCategory />
      <search className={toolbarCss.root}>
        <SearchField label="Search by name or description" value={search} onChange={setSearch} />
      </search>
      <CategoryTable categories={{ ...query, data: found }} />
    </>
  );
}

const blank: CategoryValues = { name: "", description: "", posts: "", interval: "" };

function AddCategory() {
  const { kind, addCategory } = useAdminCalls();
  const { run, problem, isWorking } = useAction();
  const [file, setFile] = useState<File | null>(null);
  const form = useForm({ initial: blank, check: categoryProblems });
  const add = form.submit(async (values) => {
    if (!(await run(() => addCategory(toDraft(values), file)))) return;
    form.reset(blank);
    form.focusFirst(["name"]);
    setFile(null);
  });
  return (
    <AddForm
      label="Add Category"
      button="New category"
      className={cx(categoriesCss.addCategory, kind === "sample" && categoriesCss.asksPosts)}
      onSubmit={add}
    >
      <CategoryFields form={form} />
      <Button
        className={`${adminCss.submit} ${categoriesCss.submit}`}
        kind="primary"
        type="submit"
        disabled={isWorking}
      >
        <Plus size={18} />
        Add Category
      </Button>
      {kind === "sample" && <CategoryFile file={file} onChange={setFile} />}
      <ActionProblem text={problem} />
    </AddForm>
  );
}

interface CategoryFileProps {
  file: File | null;
  onChange: (file: File | null) => void;
}

/**
 * A file that becomes the first content of the category (docs/rules.md#categories-of-the-sample). An alert explains why a file is refused
 * (docs/rules.md#browser-alerts).
 */
function CategoryFile({ file, onChange }: CategoryFileProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    // Otherwise the same file could not be chosen again.
    target.value = "";
    if (!chosen) return;
    const problem = contentFiles.problemOf(chosen);
    if (problem) window.alert(problem);
    else onChange(chosen);
  };
  const drop = () => {
    onChange(null);
    input.current?.focus();
  };

  return (
    <div className={`${kit.cluster} ${categoriesCss.file}`}>
      <input
        ref={input}
        id={id}
        type="file"
        className={kit.srOnly}
        aria-label="File (optional)"
        aria-describedby={`${id}-note`}
        accept={contentFiles.accept}
        onChange={choose}
      />
      <label
        htmlFor={id}
        className={`${buttonCss.root} ${buttonCss.secondary} ${buttonCss.sm} ${adminCss.fileLabel}`}
      >
        <Upload size={16} />
        {file ? "Choose another file" : "Add a file"}
      </label>
      <p id={`${id}-note`} className={`${kit.note} ${categoriesCss.fileName}`}>
        {file ? file.name : "Optional. JPEG, PNG, PDF, MP4, up to 50 MB"}
      </p>
      {file && (
        <IconButton
          kind="ghost"
          size="sm"
          label={`Remove ${file.name}`}
          icon={<X size={16} />}
          onClick={drop}
        />
      )}
    </div>
  );
}
