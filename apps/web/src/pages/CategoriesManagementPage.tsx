import { useState } from "react";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { AddCategory } from "../features/admin/categories/AddCategory.tsx";
import { CategoryTable } from "../features/admin/categories/CategoryTable.tsx";
import { SearchField } from "../features/admin/SearchField.tsx";
import * as partsCss from "../ui/parts.module.css";
import { AdminHead } from "./admin/AdminHead.tsx";

export function CategoriesManagementPage() {
  const [search, setSearch] = useState("");
  const categories = useAdminSource().useCategories(search);
  return (
    <>
      <AdminHead heading="Categories" />
      <AddCategory />
      <search className={partsCss.toolbar}>
        <SearchField label="Search by name or description" value={search} onChange={setSearch} />
      </search>
      <CategoryTable categories={categories} />
    </>
  );
}
