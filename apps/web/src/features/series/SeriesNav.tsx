import { type ContentDetail, postPath, seriesPath } from "@cairn/contract";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "react-router";
import * as kit from "../../ui/kit.module.css";
import { Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { TitleText } from "../../ui/TitleText.tsx";
import { SeriesProgressSpot } from "./SeriesProgressSpot.tsx";
import * as css from "./series-nav.module.css";

/** An item's place in its series, with the published items before and after it; nothing without a series. */
export function SeriesNav({ series, beside = [] }: Pick<ContentDetail, "series" | "beside">) {
  if (!series) return null;
  const { id, title, position, of } = series;
  const previous = beside.find((near) => near.position < position);
  const next = beside.find((near) => near.position > position);
  return (
    <Stack as="nav" gap={3} className={css.root} aria-label={`Series: ${title}`}>
      <Text kind="soft">
        Part {position} of {of} in{" "}
        <Link to={seriesPath(id)}>
          <TitleText>{title}</TitleText>
        </Link>
        <SeriesProgressSpot id={id} of={of} />
      </Text>
      {(previous || next) && (
        <div className={css.ways}>
          {previous && (
            <Link className={css.way} to={postPath(previous.id)} rel="prev">
              <span className={`${kit.note} ${kit.iconed}`}>
                <ArrowLeft size={14} /> Previous
              </span>
              <TitleText>{previous.title}</TitleText>
            </Link>
          )}
          {next && (
            <Link className={`${css.way} ${css.next}`} to={postPath(next.id)} rel="next">
              <span className={`${kit.note} ${kit.iconed}`}>
                Next <ArrowRight size={14} />
              </span>
              <TitleText>{next.title}</TitleText>
            </Link>
          )}
        </div>
      )}
    </Stack>
  );
}
