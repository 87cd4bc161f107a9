import { useSearchParams } from "react-router";
import { useAdminCalls } from "../features/admin/admin-calls.ts";
import { OwnPageForm } from "../features/admin/own-pages/OwnPageForm.tsx";
import { editParameter, OwnPageList } from "../features/admin/own-pages/OwnPageList.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";
import { LiveOnly } from "./admin/LiveOnly.tsx";

/** Pages of the site's own (docs/rules.md#own-pages). */
export function AdminPagesPage() {
  const { kind } = useAdminCalls();
  return (
    <>
      <AdminHead heading="Pages" />
      {kind === "live" ? <Pages /> : <LiveOnly what="The site’s own pages are" />}
    </>
  );
}

function Pages() {
  const [params] = useSearchParams();
  const edited = params.get(editParameter);
  return edited === null ? <OwnPageList /> : <OwnPageForm slug={edited} />;
}
