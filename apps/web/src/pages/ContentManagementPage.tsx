import { messages } from "@cairn/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { AdminViews, dueView, reportsView, useAdminView } from "../features/admin/AdminViews.tsx";
import type { AdminContent } from "../features/admin/admin-model.ts";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { useAskedId, useFirstValue } from "../features/admin/asked-item.ts";
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

/** The item that the address asks for, as it was when it opened. */
function useAsked(): ContentsProps["asked"] {
  const { id, forget } = useAskedId();
  const query = itemQuery(id ?? 0);
  const { data, isFetchedAfterMount } = useQuery(id === undefined ? { ...query, queryFn: skipToken } : query);
  // What is cached from an earlier visit is not opened: the author may have sent a newer revision since.
  const content = useFirstValue(id, isFetchedAfterMount ? data : undefined);
  return content && { content, onClose: forget };
}
