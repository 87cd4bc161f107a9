import { authorPath, errorSentence, postPath, readId, type Series, seriesPath } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { memo, Suspense } from "react";
import { Link, useParams } from "react-router";
import { PodcastLink } from "../features/content/PodcastLink.tsx";
import * as deviceCss from "../features/device/device.module.css";
import { FollowSpot } from "../features/follows/FollowSpot.tsx";
import { SeriesProgressSpot } from "../features/series/SeriesProgressSpot.tsx";
import { seriesQuery } from "../features/series/series.queries.ts";
import { isMissing } from "../lib/api/api-error.ts";
import { canKeep } from "../lib/device/worker.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useMissing } from "../lib/page-data.ts";
import type { FetchAhead } from "../lib/query-client.ts";
import { useHydrated } from "../lib/store.ts";
import { formatDay } from "../lib/time/dates.ts";
import { useZone } from "../lib/time/useZone.ts";
import { StatusBadge } from "../ui/Badge.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import * as kit from "../ui/kit.module.css";
import { Loaded } from "../ui/Loaded.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { TitleText } from "../ui/TitleText.tsx";
import { VerifiedMark } from "../ui/VerifiedMark.tsx";
import { NotPublished } from "./NotPublished.tsx";
import * as css from "./series-page.module.css";

// Lazy: the server's page is the same for every browser.
const KeepButton = lazyNamed(() => import("../features/device/KeepButton.tsx"), "KeepButton");

/** The space of the button that keeps a series on this device; empty where the browser cannot. */
const KeepSpot = memo(function KeepSpot(props: Pick<Series, "id" | "items">) {
  const isHydrated = useHydrated();
  return (
    <div className={deviceCss.spot}>
      {isHydrated && canKeep() && (
        <Suspense>
          <KeepButton {...props} />
        </Suspense>
      )}
    </div>
  );
});

/** A series with its items in the author's order (docs/rules.md#series). */
export function SeriesPage() {
  const id = readId(useParams().id);
  // A path without a valid id needs no call to the server.
  return id !== null ? <Found key={id} id={id} /> : <Missing />;
}

export const fetchAhead: FetchAhead = async (cache, { id: written }) => {
  const id = readId(written);
  if (id !== null) await cache.prefetchQuery(seriesQuery(id));
};

function Found({ id }: { id: number }) {
  return useMissing() ? <Missing /> : <Fetched id={id} />;
}

function Fetched({ id }: { id: number }) {
  return (
    <Loaded
      query={useQuery(seriesQuery(id))}
      waiting={<Waiting />}
      failure="This series could not be loaded."
      instead={(error) => isMissing(error) && <Missing />}
      screen="Series"
    >
      {(series) => <Page series={series} />}
    </Loaded>
  );
}

function Page({ series }: { series: Series }) {
  const { title, description, author, items } = series;
  const [first] = items;
  return (
    <>
      <PageTitle
        title={title}
        description={description || `A series by ${author.name}.`}
        hidden={!items.some(({ status }) => status === "Published")}
      />
      <Stack as="header" gap={3} className={css.head}>
        <p className={kit.caps}>Series</p>
        <h1 className={kit.h1}>
          <TitleText>{title}</TitleText>
        </h1>
        <p className={kit.sub}>
          {items.length === 1 ? "1 part" : `${items.length} parts`} by{" "}
          <Link to={authorPath(author.id)}>{author.name}</Link>
          <SeriesProgressSpot
            id={series.id}
            of={items.filter(({ status }) => status === "Published").length}
          />
        </p>
        {description && <p className={css.description}>{description}</p>}
        {first && (
          <div className={`${kit.cluster} ${kit.gap3} ${css.ways}`}>
            <ButtonLink kind="primary" to={postPath(first.id)}>
              Begin <ArrowRight size={16} />
            </ButtonLink>
            <FollowSpot kind="series" id={String(series.id)} name={title} />
            <KeepSpot id={series.id} items={items} />
            <PodcastLink page={seriesPath(series.id)} items={items} />
          </div>
        )}
      </Stack>
      {items.length > 0 ? <Parts items={items} /> : <p className={kit.muted}>No parts yet.</p>}
    </>
  );
}

function Parts({ items }: Pick<Series, "items">) {
  const zone = useZone();
  return (
    <ol className={css.parts} aria-label="Parts">
      {items.map(({ id, title, content_type, created_at, published_at, status, standing }, index) => (
        <li className={css.part} key={id}>
          <span className={`${kit.num} ${css.number}`} aria-hidden="true">
            {index + 1}
          </span>
          <Stack as="span" gap={1}>
            <Link className={`${kit.hoverLink} ${css.link}`} to={postPath(id)}>
              <TitleText>{title}</TitleText>
            </Link>
            <span className={`${kit.muted} ${kit.small}`}>
              {content_type} ·{" "}
              <time dateTime={published_at ?? created_at}>{formatDay(published_at ?? created_at, zone)}</time>
            </span>
          </Stack>
          {status === "Published" ? (
            <VerifiedMark form="quiet" standing={standing} />
          ) : (
            <StatusBadge status={status} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Missing() {
  return (
    <NotPublished
      title={errorSentence.series_not_found}
      text="A series page appears once its first post is verified."
    />
  );
}

function Waiting() {
  return (
    <Stack aria-hidden="true">
      <Skeleton width={420} height={44} />
      {[0, 1, 2].map((place) => (
        <Skeleton className={css.partLine} height={56} key={place} />
      ))}
    </Stack>
  );
}
