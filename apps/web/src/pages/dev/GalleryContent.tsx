import { FileText, Pencil, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Byline } from "../../ui/Byline.tsx";
import { CategoryLine } from "../../ui/CategoryLine.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { Dots } from "../../ui/Dots.tsx";
import * as dataTableCss from "../../ui/data-table.module.css";
import { FeedCard } from "../../ui/FeedCard.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { FeedCardSkeleton } from "../../ui/Skeleton.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { TypeTile } from "../../ui/TypeTile.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import { GalleryRow } from "./GallerySection.tsx";
import * as css from "./gallery.module.css";

const rows = [
  { type: "Video", title: "Debugging memory leaks in Node", status: "Published" },
  { type: "Article", title: "Profiling a slow React list", status: "Pending" },
] as const;

type Row = (typeof rows)[number];

const columns: readonly Column<Row>[] = [
  {
    label: "Type",
    place: "start",
    cell: ({ type }) => (
      <span className={dataTableCss.typeCell}>
        <TypeTile type={type} size={28} />
        {type}
      </span>
    ),
  },
  { label: "Title", place: "title", cell: ({ title }) => title },
  { label: "Status", place: "end", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: "Actions",
    place: "actions",
    cell: () => (
      <span className={dataTableCss.rowActions}>
        <Button size="sm">
          <Pencil size={16} />
          Edit
        </Button>
        <Button size="sm" kind="quiet-danger">
          <Trash2 size={16} />
          Delete
        </Button>
      </span>
    ),
  },
];

export function GalleryContent() {
  const [page, setPage] = useState(2);
  const [slide, setSlide] = useState(1);
  return (
    <>
      <section className={layoutCss.section}>
        <div className={layoutCss.sectionHead}>
          <h2 className={layoutCss.h2}>Cards</h2>
          <Pager label="Pages of cards" page={page} pages={4} onPage={setPage} />
        </div>
        <div className={`${layoutCss.cardGrid} ${layoutCss.g3}`}>
          <FeedCard
            to="/posts/1"
            title="Postgres indexes that actually help"
            media={<MediaBox title="Postgres indexes that actually help" glyph="play" corner="18:42" />}
            category={<CategoryLine type="Video" name="Fullstack Development" />}
            mark={<VerifiedMark form="quiet" />}
            description="Read a query plan with confidence, then choose between B-tree, GIN and a partial index on real data."
            author={<Byline name="Tomás Ribeiro" note="17 Nov 2025" />}
            action={<Button size="sm">Watch Now</Button>}
          />
          <FeedCard
            to="/posts/2"
            title="A picture that fails falls back to its art"
            media={<MediaBox title="Writing a Dockerfile you can trust" src="/missing.jpg" glyph="listen" />}
            category={<CategoryLine type="Audio" name="DevOps" />}
            action={<Button size="sm">Listen Now</Button>}
          />
          <FeedCardSkeleton />
        </div>
        <Dots count={5} current={slide} onSelect={setSlide} />
      </section>
      <section className={layoutCss.section}>
        <h2 className={`${layoutCss.h2} ${css.heading}`}>Numbers</h2>
        <div className={`${layoutCss.cardGrid} ${layoutCss.g4}`}>
          <StatCard label="Total Posts" icon={FileText} value={1312} note="14 without a decision" />
          <StatCard label="New Users" icon={Users} value={undefined} />
        </div>
      </section>
      <section className={`${layoutCss.section} ${layoutCss.stack} ${layoutCss.gap5}`}>
        <h2 className={layoutCss.h2}>Tables and tabs</h2>
        <DataTable
          label="Content"
          columns={columns}
          rows={rows}
          rowKey={({ title }) => title}
          foot="2 of 2 posts"
        />
        <DataTable
          label="Content, loading"
          columns={columns}
          rows={[]}
          rowKey={({ title }) => title}
          skeletonRows={3}
        />
        <Tabs
          label="Views"
          tabs={[
            { id: "article", label: "Article", panel: <GalleryRow>The text.</GalleryRow> },
            { id: "comments", label: "Comments", panel: <GalleryRow>The comments.</GalleryRow> },
            { id: "revisions", label: "Revisions", panel: <GalleryRow>The revisions.</GalleryRow> },
          ]}
        />
      </section>
    </>
  );
}
