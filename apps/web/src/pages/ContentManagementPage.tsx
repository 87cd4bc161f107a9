import { messages } from "@cairn/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { AdminViews, dueView, reportsView, useAdminView } from "../features/admin/AdminViews.tsx";
import type { AdminContent } from "../features/admin/admin-model.ts";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { ContentTable } from "../features/admin/contents/ContentTable.tsx";
import { ContentTools } from "../features/admin/contents/ContentTools.tsx";
import { type ContentFilter, statusChoices } from "../features/admin/contents/content-filter.ts";
import { DeskFigures } from "../features/admin/desk/DeskFigures.tsx";
import { itemQuery } from "../features/admin/live/contents.queries.ts";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";

const ItemMedia = lazy(async () => ({
  default: (await import("../features/content/ItemMedia.tsx")).ItemMedia,
}));
const DueScreen = lazy(async () => ({ default: (await import("./admin/DueScreen.tsx")).DueScreen }));
const ReportTable = lazy(async () => ({
  default: (await import("../features/admin/reports/ReportTable.tsx")).ReportTable,
}));

export function ContentManagementPage() {
  const { kind } = useAdminSource();
  return (
    <>
      <AdminHead heading="Content" />
      {kind === "live" ? <LiveDesk /> : <Contents />}
    </>
  );
}

interface ContentsProps {
  status?: ContentFilter["status"] | undefined;
  /** An item to open at once, and what to do when it is closed. */
  asked?: { content: AdminContent; onClose: () => void } | undefined;
}

function Contents({ status, asked }: ContentsProps) {
  const source = useAdminSource();
  const { firstFilter } = source;
  const [filter, setFilter] = useState({ ...firstFilter, status: status ?? firstFilter.status });
  const contents = source.useContents(filter);
  return (
    <>
      <ContentTools filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      <ContentTable
        contents={contents}
        asked={asked}
        renderMedia={(revision) => (
          <Suspense>
            <ItemMedia item={revision} />
          </Suspense>
        )}
      />
    </>
  );
}

/** The same list with live figures of its queue and the members' reports beside it. */
function LiveDesk() {
  const { state } = useLocation();
  const asked = useAsked();
  const source = useAdminSource();
  const { value: overview, failure } = source.useOverview();
  source.useDeskNews();
  const views = [
    { name: "", label: "Review" },
    { name: dueView, label: "Due" },
    { name: reportsView, label: "Reports", open: overview?.desk?.openReports },
  ];
  const view = useAdminView(views);
  return (
    <>
      <AdminViews label="Content" views={views} />
      {view !== "" ? (
        <Suspense fallback={<LoadingLine text={messages.loading} />}>
          {view === dueView ? <DueScreen /> : <ReportTable />}
        </Suspense>
      ) : (
        <>
          {!failure && <DeskFigures figures={overview?.desk ?? undefined} inLine />}
          <Contents status={statusChoices.find((choice) => choice === state?.status)} asked={asked} />
        </>
      )}
    </>
  );
}

/** The item that the address asks for (docs/rules.md#d102). */
function useAsked(): ContentsProps["asked"] {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get("item"));
  const isAsked = Number.isSafeInteger(id) && id > 0;
  const query = itemQuery(id);
  const { data: content } = useQuery(isAsked ? query : { ...query, queryFn: skipToken });
  if (!isAsked || !content) return undefined;
  const onClose = () => {
    params.delete("item");
    setParams(params, { replace: true });
  };
  return { content, onClose };
}
