import { useCallback, useMemo, useRef, useState } from "react";
import { AdminTable } from "../AdminTable.tsx";
import type { AdminContent } from "../admin-model.ts";
import type { Listing } from "../admin-source.ts";
import { DeskKeys } from "../desk/DeskKeys.tsx";
import { columnsFor } from "./content-columns.tsx";
import "./contents.css";
import type { Reasons } from "./FlagDialog.tsx";
import { Opened, type OpenedItem } from "./Opened.tsx";
import type { RenderMedia } from "./RevisionDialog.tsx";
import type { Open } from "./useDecide.ts";

interface ContentTableProps {
  contents: Listing<AdminContent>;
  renderMedia: RenderMedia;
}

export function ContentTable({ contents, renderMedia }: ContentTableProps) {
  const [opened, setOpened] = useState<OpenedItem>();
  const open = useCallback<Open>((content, purpose) => setOpened({ content, purpose }), []);
  const columns = useMemo(() => columnsFor(open), [open]);
  const [reasons] = useState<Reasons>(() => new Map());
  const desk = useRef<HTMLDivElement>(null);
  const close = () => setOpened(undefined);
  return (
    <>
      <DeskKeys desk={desk} contents={contents.rows} opened={opened} onOpen={open} onAnswered={close} />
      <div ref={desk}>
        <AdminTable
          label="Content"
          columns={columns}
          listing={contents}
          empty="No content found."
          className="contents-table"
          comesNext={isWaiting}
        />
      </div>
      {opened && (
        <Opened {...opened} renderMedia={renderMedia} reasons={reasons} onOpen={open} onClose={close} />
      )}
    </>
  );
}

const isWaiting = ({ review }: AdminContent) => review?.isWaiting ?? false;
