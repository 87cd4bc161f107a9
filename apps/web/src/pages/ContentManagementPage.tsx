import { messages } from "@cairn/contract";
import { skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { AdminViews, dueView, reportsView, useAdminView } from "../features/admin/AdminViews.tsx";
import * as adminCss from "../features/admin/admin.module.css";
import { useAdminCalls } from "../features/admin/admin-calls.ts";
import type { AdminContent } from "../features/admin/admin-model.ts";
import { useAskedId, useDeskState, useFirstValue } from "../features/admin/asked-item.ts";
import { ContentTable } from "../features/admin/contents/ContentTable.tsx";
import {
  type ContentFilter,
  changesOf,
  sortChoices,
  statusChoices,
  typeChoices,
  unfiltered,
} from "../features/admin/contents/content-filter.ts";
import { FilterChips } from "../features/admin/contents/FilterChips.tsx";
import { DeskFigures } from "../features/admin/desk/DeskFigures.tsx";
import { useDeskNews } from "../features/admin/desk/useDeskNews.ts";
import { itemQuery } from "../features/admin/live/contents.queries.ts";
import { SearchField } from "../features/admin/SearchField.tsx";
import { useSettled } from "../features/admin/useSettled.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { Filters } from "../ui/Filters.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { Select } from "../ui/Select.tsx";
import * as toolbarCss from "../ui/toolbar.module.css";
import { AdminHead } from "./admin/AdminHead.tsx";

const ItemMedia = lazyNamed(() => import("../features/content/ItemMedia.tsx"), "ItemMedia");
const DueScreen = lazyNamed(() => import("./admin/DueScreen.tsx"), "DueScreen");
const ReportTable = lazyNamed(() => import("../features/admin/reports/ReportTable.tsx"), "ReportTable");

export function ContentManagementPage() {
  const { kind } = useAdminCalls();
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

/** Live, the item that has waited longest comes first. */
const longestWaiting: ContentFilter = { ...unfiltered, status: "Pending", sort: "Oldest" };

function Contents({ status, asked }: ContentsProps) {
  const calls = useAdminCalls();
  const firstFilter = calls.kind === "live" ? longestWaiting : unfiltered;
  const [filter, setFilter] = useState({ ...firstFilter, status: status ?? firstFilter.status });
  const contents = useInfiniteQuery(calls.contents({ ...filter, search: useSettled(filter.search) }));
  const changed = changesOf(filter, firstFilter);
  return (
    <>
      <ContentTools
        filter={filter}
        rows={contents.data ?? []}
        isChanged={changed.length > 0}
        onChange={(change) => setFilter({ ...filter, ...change })}
      />
      {changed.length > 0 && (
        <FilterChips
          changed={changed}
          onReset={(name) => setFilter({ ...filter, [name]: firstFilter[name] })}
        />
      )}
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
  const state = useDeskState();
  const asked = useAsked();
  const { data: overview, isLoadingError } = useQuery(useAdminCalls().overview);
  useDeskNews();
  const views = [
    { name: "", label: "Review" },
    { name: dueView, label: "Due" },
    { name: reportsView, label: "Reports", open: overview?.live?.openReports },
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
          {!isLoadingError && <DeskFigures figures={overview?.live ?? undefined} inLine />}
          {/* Each link to the desk leads to its queue, also from a filtered list. */}
          <Contents
            key={state.visit}
            status={statusChoices.find((choice) => choice === state.status)}
            asked={asked}
          />
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

interface ContentToolsProps {
  filter: ContentFilter;
  rows: readonly AdminContent[];
  isChanged: boolean;
  onChange: (change: Partial<ContentFilter>) => void;
}

function ContentTools({ filter, rows, isChanged, onChange }: ContentToolsProps) {
  const { data: categories = [] } = useQuery(useAdminCalls().categories);
  // On the sample, a deleted category stays while content belongs to it.
  const names = new Set([
    "All",
    ...categories.map(({ name }) => name),
    ...rows.map(({ category }) => category),
  ]);
  return (
    <search className={toolbarCss.root}>
      <SearchField
        label="Search title or author"
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <Filters isChanged={isChanged}>
        <Choice
          name="Category"
          options={[...names.add(filter.category)]}
          value={filter.category}
          onChange={(category) => onChange({ category })}
        />
        <Choice
          name="Status"
          options={statusChoices}
          value={filter.status}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          name="Type"
          options={typeChoices}
          value={filter.type}
          onChange={(type) => onChange({ type })}
        />
        <Choice
          name="Sort"
          options={sortChoices}
          value={filter.sort}
          onChange={(sort) => onChange({ sort })}
        />
      </Filters>
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  name: string;
  options: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ name, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      className={adminCss.choiceBox}
      labelClass={adminCss.choice}
      inlineLabel={name}
      value={value}
      onChange={({ target }) => onChange(options[target.selectedIndex] ?? value)}
    >
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  );
}
