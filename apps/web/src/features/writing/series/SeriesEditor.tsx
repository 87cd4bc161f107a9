import { type ContentItem, isBlank, limits, type Series, type SeriesChange } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useSend } from "../../../lib/useSend.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { StatusBadge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { ListRow } from "../../../ui/ListRow.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import * as css from "./my-series.module.css";
import { freeItemsQuery, seriesWithItemsQuery, useSeriesChanges } from "./own-series.queries.ts";

interface SeriesEditorProps {
  id: number;
  author: number;
  onEnded: () => void;
}

export function SeriesEditor({ id, author, onEnded }: SeriesEditorProps) {
  const { data: series } = useQuery(seriesWithItemsQuery(id));
  return series ? <Editor series={series} author={author} onEnded={onEnded} /> : null;
}

function Editor({ series, author, onEnded }: Omit<SeriesEditorProps, "id"> & { series: Series }) {
  const { id, items } = series;
  const { change } = useSeriesChanges();
  const { send, isSending, failure } = useSend(messageOf, { keepsFocus: true });
  const [isAsking, setAsking] = useState(false);
  const save = (changed: SeriesChange) => send(() => change(id, changed));
  const arrange = (arranged: readonly number[]) => save({ items: [...arranged] });
  const ids = items.map((item) => item.id);

  return (
    <Stack gap={3} above={3} starts className={css.editor}>
      <Words series={series} isSending={isSending} onSave={save} />
      <Parts items={items} isSending={isSending} onArrange={arrange} />
      <AddPart author={author} isSending={isSending} onAdd={(item) => arrange([...ids, item])} />
      <Alert kind="danger" text={failure} />
      <div>
        <Button size="sm" disabled={isSending} onClick={() => setAsking(true)}>
          Delete series
        </Button>
      </div>
      {isAsking && <DeleteSeries id={id} onClose={() => setAsking(false)} onDeleted={onEnded} />}
    </Stack>
  );
}

interface DeleteSeriesProps {
  id: number;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteSeries({ id, onClose, onDeleted }: DeleteSeriesProps) {
  const { remove } = useSeriesChanges();
  const { send, isSending, failure } = useSend(messageOf);
  return (
    <ConfirmDialog
      title="Delete this series?"
      confirm="Delete series"
      isWorking={isSending}
      error={failure}
      onConfirm={() => void send(() => remove(id)).then((isDone) => isDone && onDeleted())}
      onClose={onClose}
    >
      <p>Its posts stay, without a series.</p>
    </ConfirmDialog>
  );
}

function Words({
  series,
  isSending,
  onSave,
}: {
  series: Series;
  isSending: boolean;
  onSave: (change: SeriesChange) => Promise<boolean>;
}) {
  const [title, setTitle] = useState(series.title);
  const [description, setDescription] = useState(series.description);
  const isSame = title === series.title && description === series.description;
  return (
    <Stack
      as="form"
      gap={3}
      starts
      onSubmit={(event) => {
        event.preventDefault();
        void onSave({ title, description });
      }}
    >
      <Field label="Title">
        <TextInput
          value={title}
          maxLength={limits.titleLength}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </Field>
      <Field label="Description" optional>
        <TextInput
          value={description}
          maxLength={limits.seriesDescriptionLength}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </Field>
      <Button type="submit" size="sm" disabled={isSame || isBlank(title) || isSending}>
        Save
      </Button>
    </Stack>
  );
}

interface PartsProps {
  items: readonly ContentItem[];
  isSending: boolean;
  onArrange: (ids: readonly number[]) => Promise<boolean>;
}

interface Move {
  id: number;
  by: -1 | 1;
  to: number;
}

/** The posts in their order; Alt with an arrow key moves the one that has the focus. */
function Parts({ items, isSending, onArrange }: PartsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<Move | null>(null);
  const followed = useRef<Move>(null);
  const [said, setSaid] = useState("");

  // The row has moved, and its button with it: the focus follows.
  useEffect(() => {
    if (!moved || moved === followed.current || isSending || items[moved.to]?.id !== moved.id) return;
    followed.current = moved;
    const row = list.current?.querySelector(`[data-id="${moved.id}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>("button[data-by]") ?? [])];
    const wanted = buttons.find((button) => button.dataset.by === String(moved.by) && !button.disabled);
    (wanted ?? buttons.find((button) => !button.disabled))?.focus();
  }, [moved, isSending, items]);

  async function move(index: number, by: -1 | 1) {
    const [item, beside] = [items[index], items[index + by]];
    if (!item || !beside || isSending) return;
    const ids = items.map(({ id }) => id);
    ids[index] = beside.id;
    ids[index + by] = item.id;
    if (!(await onArrange(ids))) return;
    setSaid(`${item.title} is part ${index + by + 1} of ${ids.length}.`);
    setMoved({ id: item.id, by, to: index + by });
  }

  function moveByKey(event: KeyboardEvent, index: number) {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (!event.altKey || by === null) return;
    event.preventDefault();
    void move(index, by);
  }

  return (
    <>
      <ol aria-label="Posts of the series" ref={list}>
        {items.map(({ id, title, status }, index) => (
          <ListRow
            key={id}
            data-id={id}
            onKeyDown={(event) => moveByKey(event, index)}
            end={
              <>
                <StatusBadge status={status} />
                <Row as="span">
                  {([-1, 1] as const).map((by) => (
                    <Button
                      key={by}
                      size="sm"
                      data-by={by}
                      disabled={!items[index + by]}
                      aria-label={`Move ${title} ${by === -1 ? "up" : "down"}`}
                      onClick={() => void move(index, by)}
                    >
                      {by === -1 ? <ArrowUp size={14} /> : <ArrowDown size={14} />}
                    </Button>
                  ))}
                  <Button
                    size="sm"
                    aria-label={`Take ${title} out of the series`}
                    onClick={() =>
                      void onArrange(items.filter((item) => item.id !== id).map((item) => item.id))
                    }
                  >
                    <X size={14} />
                  </Button>
                </Row>
              </>
            }
          >
            {title}
          </ListRow>
        ))}
      </ol>
      <p className={kit.srOnly} role="status">
        {said}
      </p>
    </>
  );
}

function AddPart({
  author,
  isSending,
  onAdd,
}: {
  author: number;
  isSending: boolean;
  onAdd: (id: number) => Promise<boolean>;
}) {
  const { data: items = [] } = useQuery(freeItemsQuery(author));
  if (items.length === 0) return null;
  return (
    <Field label="Add a post">
      <Select
        value=""
        disabled={isSending}
        onChange={({ currentTarget }) => void onAdd(Number(currentTarget.value))}
      >
        <option value="">Choose one of your posts</option>
        {items.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}
