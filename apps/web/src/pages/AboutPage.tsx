import { readSlug } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ownPageQuery } from "../features/own-pages/own-pages.queries.ts";
import { isMissing } from "../lib/api/api-error.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import type { FetchAhead } from "../lib/query-client.ts";
import { formatDay } from "../lib/time/dates.ts";
import { useZone } from "../lib/time/useZone.ts";
import * as kit from "../ui/kit.module.css";
import { Loaded } from "../ui/Loaded.tsx";
import { prepareSafeHtml, SafeHtml } from "../ui/SafeHtml.tsx";
import { TitleText } from "../ui/TitleText.tsx";
import * as css from "./about-page.module.css";
import { NotFoundPage } from "./NotFoundPage.tsx";

/** A page of the site's own, such as its imprint (docs/rules.md#own-pages). */
export function AboutPage() {
  const slug = readSlug(useParams().slug);
  // What no page can be called needs no call to the server.
  return slug === null ? <NotFoundPage /> : <Fetched key={slug} slug={slug} />;
}

export const fetchAhead: FetchAhead = async (cache, { slug: written }) => {
  const slug = readSlug(written);
  if (slug === null) return;
  prepareSafeHtml();
  await cache.prefetchQuery(ownPageQuery(slug));
};

function Fetched({ slug }: { slug: string }) {
  const zone = useZone();
  return (
    <Loaded
      query={useQuery(ownPageQuery(slug))}
      failure="This page could not be loaded."
      instead={(error) => isMissing(error) && <NotFoundPage />}
      screen="About"
    >
      {({ title, description, body_html, language, updated_at }) => (
        <article className={css.root} lang={language}>
          <PageTitle title={title} {...(description && { description })} />
          <h1 className={kit.h1} dir="auto">
            <TitleText>{title}</TitleText>
          </h1>
          <SafeHtml html={body_html} dir="auto" name="own-page" />
          <p className={kit.note} lang="en">
            Last changed <time dateTime={updated_at}>{formatDay(updated_at, zone)}</time>
          </p>
        </article>
      )}
    </Loaded>
  );
}
