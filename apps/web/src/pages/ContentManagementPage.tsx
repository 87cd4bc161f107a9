import { useState } from "react";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { ContentTable } from "../features/admin/contents/ContentTable.tsx";
import { ContentTools } from "../features/admin/contents/ContentTools.tsx";
import { ItemMedia } from "../features/content/ItemMedia.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";

export function ContentManagementPage() {
  const source = useAdminSource();
  const [filter, setFilter] = useState(source.firstFilter);
  const contents = source.useContents(filter);
  return (
    <>
      <AdminHead heading="Content" />
      <ContentTools filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      <ContentTable contents={contents} renderMedia={(revision) => <ItemMedia item={revision} />} />
    </>
  );
}
