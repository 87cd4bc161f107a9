import { isBlank, limits, type SeriesSummary, seriesPath } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useSend } from "../../../lib/useSend.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { ListRow } from "../../../ui/ListRow.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { ownSeriesQuery, useSeriesChanges } from "./own-series.queries.ts";
import { SeriesEditor } from "./SeriesEditor.tsx";

/** A writer's series: begin one, rename it, order its posts, end it. */
export function MySeries({ author }: { author: number }) {
  const headingId = useId();
  const { data: series = [] } = useQuery(ownSeriesQuery(author));
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <Card as="section" pad gap={4} above={8} aria-labelledby={headingId}>
      <h2 className={kit.h3} id={headingId}>
        My series
      </h2>
      {series.length === 0 && <Text kind="muted">Put posts that belong together in a reading order.</Text>}
      <ul>
        {series.map((one) => (
          <ListRow key={one.id}>
            <Entry
              series={one}
              isOpen={opened === one.id}
              onToggle={() => setOpened(opened === one.id ? null : one.id)}
            />
            {opened === one.id && (
              <SeriesEditor id={one.id} author={author} onEnded={() => setOpened(null)} />
            )}
          </ListRow>
        ))}
      </ul>
      <NewSeries onMade={setOpened} />
    </Card>
  );
}

function Entry({
  series: { id, title, count },
  isOpen,
  onToggle,
}: {
  series: SeriesSummary;
  isOpen: boolean;
  onToggle: () => void;
}) {
  return (
    <Row between>
      <span>
        <Link className={kit.hoverLink} to={seriesPath(id)}>
          {title}
        </Link>{" "}
        <span className={kit.muted}>{count === 1 ? "1 post" : `${count} posts`}</span>
      </span>
      <Button size="sm" aria-expanded={isOpen} aria-label={`Edit the series ${title}`} onClick={onToggle}>
        {isOpen ? "Close" : "Edit"}
      </Button>
    </Row>
  );
}

function NewSeries({ onMade }: { onMade: (id: number) => void }) {
  const [title, setTitle] = useState("");
  const { create } = useSeriesChanges();
  const { send, isSending, failure } = useSend(messageOf, { keepsFocus: true });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBlank(title)) return;
    await send(async () => {
      const { id } = await create({ title });
      setTitle("");
      onMade(id);
    });
  }

  return (
    <Stack as="form" gap={3} starts onSubmit={(event) => void submit(event)}>
      <Field label="New series">
        <TextInput
          value={title}
          maxLength={limits.titleLength}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </Field>
      <Button type="submit" disabled={isBlank(title)} working={isSending} workingText="Creating...">
        Create series
      </Button>
      <Alert kind="danger" text={failure} />
    </Stack>
  );
}
