import { type ContentItem, messages, postPath, screens } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, Pencil, Search, Trash2 } from "lucide-react";
import { type Ref, Suspense, useState } from "react";
import { generatePath, Link } from "react-router";
import { counted } from "../../lib/counted.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { StatusBadge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { StretchedLink } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import * as kit from "../../ui/kit.module.css";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { Select } from "../../ui/Select.tsx";
import { Row } from "../../ui/Stack.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { TitleText } from "../../ui/TitleText.tsx";
import { TypeCell } from "../../ui/TypeCell.tsx";
import * as toolbarCss from "../../ui/toolbar.module.css";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import * as css from "./own-content.module.css";
import { type ListView, listFilters, listSorts, shownItems, untouched } from "./own-list.ts";
import { RenewOwn } from "./renewal/RenewOwn.tsx";
import { downloadItem, ownContentQuery } from "./writing.queries.ts";
import { texts } from "./writing-texts.ts";

// Lazy: drafts are seldom deleted.
const DeleteOwn = lazyNamed(() => import("./DeleteOwn.tsx"), "DeleteOwn");

interface OwnContentProps {
  /** Null if no one is signed in (docs/rules.md#screens-without-a-token). */
  author: number | null;
  /** The author is not known yet. */
  isWaiting: boolean;
}

export function OwnContent({ author, isWaiting }: OwnContentProps) {
  const [view, setView] = useState(untouched);
  const { data, isLoading, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...ownContentQuery(author ?? 0),
    enabled: author !== null,
  });
  const items = data ?? [];
  const shown = shownItems(items, view);
  const isNarrowed = items.length > 0;
  const { list, button } = useLoadMore<HTMLTableSectionElement>(
    shown.length,
    { isFetchingNextPage, fetchNextPage },
    "a",
  );

  return (
    <>
      <ContentToolbar view={view} onChange={(change) => setView({ ...view, ...change })} />
      {isWaiting || isLoading ? (
        <LoadingLine text={messages.loading} />
      ) : shown.length === 0 ? (
        <EmptyState title={texts.noContent} spot={isNarrowed ? "search" : "empty"} />
      ) : (
        <ContentTable items={shown} body={list} />
      )}
      {items.length > 0 && (
        <Row between gap={3} className={`${kit.note} ${css.foot}`}>
          <p role="status">{countText(shown.length)}</p>
          {hasNextPage && <Button {...button} size="sm" />}
        </Row>
      )}
    </>
  );
}

const countText = (count: number) => (count === 1 ? "1 post" : `${count} posts`);

interface ContentToolbarProps {
  view: ListView;
  onChange: (change: Partial<ListView>) => void;
}

function ContentToolbar({ view, onChange }: ContentToolbarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is new, and many browsers do not expose it as a landmark
    <div role="search" className={`${toolbarCss.root} ${toolbarCss.isStacked} ${css.toolbar}`}>
      <Segmented
        label="Filter"
        options={listFilters}
        value={view.filter}
        onChange={(filter) => onChange({ filter })}
      />
      <TextInput
        className={toolbarCss.search}
        size="toolbar"
        type="search"
        aria-label="Search"
        placeholder="Search"
        icon={<Search size={16} />}
        value={view.search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value })}
      />
      <Select
        className={css.sort}
        inlineLabel="Sort"
        value={view.sort ?? "Newest"}
        onChange={({ currentTarget }) =>
          onChange({ sort: listSorts.find((sort) => sort === currentTarget.value) })
        }
      >
        {listSorts.map((sort) => (
          <option key={sort}>{sort}</option>
        ))}
      </Select>
    </div>
  );
}

const columns = (onDelete: (item: ContentItem) => void): Column<ContentItem>[] => [
  {
    label: "Type",
    place: "start",
    cell: ({ content_type }) => <TypeCell type={content_type} />,
  },
  {
    label: "Title",
    place: "title",
    cell: (item) => {
      const { id, title, status, likes, comments } = item;
      return (
        <>
          <Row as="span">
            {/* The whole row is its link (docs/rules.md#rows-of-my-content). */}
            <StretchedLink className={`${kit.hoverLink} ${css.link}`} to={postPath(id)}>
              <TitleText>{title}</TitleText>
            </StretchedLink>
            <Link
              className={`${kit.tile} ${css.edit}`}
              to={generatePath(screens.techWriterEdit, { id: String(id) })}
              aria-label={`Edit ${title}`}
            >
              <Pencil size={16} />
            </Link>
            <button
              type="button"
              className={`${kit.tile} ${css.edit}`}
              aria-label={`Download ${title}`}
              onClick={() => void downloadItem(id)}
            >
              <Download size={16} />
            </button>
            {status === "Draft" && (
              <button
                type="button"
                className={`${kit.tile} ${css.edit}`}
                aria-label={`Delete ${title}`}
                onClick={() => onDelete(item)}
              >
                <Trash2 size={16} />
              </button>
            )}
          </Row>
          {status === "Published" && (
            <span className={`${kit.subline} ${kit.num}`}>
              {counted(likes, "like")} · {counted(comments, "comment")}
            </span>
          )}
          {item.standing && item.standing !== "verified" && <Renewal item={item} />}
        </>
      );
    },
  },
  {
    label: "Status",
    place: "end",
    cell: ({ status, standing, pending_revision, flagged_revision }) => (
      <Row as="span" wrap>
        <StatusBadge status={status} />
        {status === "Published" && (
          <VerifiedMark form={standing === "verified" ? "dot" : "quiet"} standing={standing} />
        )}
        {status === "Published" && pending_revision !== undefined && (
          <small className={kit.note}>Edit in review</small>
        )}
        {status === "Published" && flagged_revision !== undefined && (
          <Link className={`${kit.note} ${css.flagged}`} to={screens.techWriterFlagged}>
            Edit flagged
          </Link>
        )}
      </Row>
    ),
  },
  {
    label: "Created At",
    place: "line",
    cell: ({ created_at }) => (
      <time className={`${kit.muted} ${kit.num} ${css.time}`} dateTime={created_at}>
        {formatDay(created_at)}
      </time>
    ),
  },
];

/** Why its verification no longer simply holds, and what its author can say to that. */
function Renewal({ item }: { item: ContentItem }) {
  return (
    <>
      {item.standing_reasons.map(({ kind, text }) => (
        <span className={kit.subline} key={`${kind} ${text}`}>
          {text}
        </span>
      ))}
      <RenewOwn className={css.renewal} item={item} />
    </>
  );
}

interface ContentTableProps {
  items: readonly ContentItem[];
  /** Of the element that holds the rows. */
  body: Ref<HTMLTableSectionElement>;
}

/** A writer's own items in every status. */
function ContentTable({ items, body }: ContentTableProps) {
  const [chosen, setChosen] = useState<ContentItem>();
  return (
    <>
      <DataTable
        className={css.table}
        label="My Content"
        columns={columns(setChosen)}
        rows={items}
        rowKey={({ id }) => id}
        body={body}
      />
      {chosen && (
        <Suspense>
          <DeleteOwn item={{ ...chosen, published: false }} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
