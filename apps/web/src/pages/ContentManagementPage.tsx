import { useState } from "react";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { ContentTable } from "../features/admin/contents/ContentTable.tsx";
import { ContentTools } from "../features/admin/contents/ContentTools.tsx";
import { unfiltered } from "../features/admin/contents/content-filter.ts";
import { AdminHead } from "./admin/AdminHead.tsx";

export function ContentManagementPage() {
  const [filter, setFilter] = useState(unfiltered);
  const contents = useAdminSource().useContents(filter);
  return (
    <>
      <AdminHead heading="Content" />
      <ContentTools filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      <ContentTable contents={contents} />
    </>
  );
}
