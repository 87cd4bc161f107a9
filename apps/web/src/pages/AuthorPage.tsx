import { type Author, authorPath, errorSentence, readId, roleLabel } from "@cairn/contract";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import { useParams } from "react-router";
import { authorItemsQuery, authorQuery } from "../features/authors/authors.queries.ts";
import { ContentCards } from "../features/content/ContentCard.tsx";
import { PodcastLink } from "../features/content/PodcastLink.tsx";
import { FollowSpot } from "../features/follows/FollowSpot.tsx";
import { isMissing } from "../lib/api/api-error.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useMissing } from "../lib/page-data.ts";
import type { FetchAhead } from "../lib/query-client.ts";
import { siteName } from "../lib/site.ts";
import { formatDay } from "../lib/time/dates.ts";
import { useZone } from "../lib/time/useZone.ts";
import { Avatar } from "../ui/Avatar.tsx";
import * as kit from "../ui/kit.module.css";
import { Loaded } from "../ui/Loaded.tsx";
import { MoreList } from "../ui/MoreList.tsx";
import { SectionHead } from "../ui/PageHead.tsx";
import { CardGridSkeleton, Skeleton } from "../ui/Skeleton.tsx";
import { Row, Stack } from "../ui/Stack.tsx";
import * as css from "./author-page.module.css";
import { NotPublished } from "./NotPublished.tsx";

/** What everyone may know of an author, and everything that author has published. */
export function AuthorPage() {
  const id = readId(useParams().id);
  // A path without a valid id needs no call to the server.
  return id !== null ? <Found key={id} id={id} /> : <Missing />;
}

export const fetchAhead: FetchAhead = async (cache, { id: written }) => {
  const id = readId(written);
  if (id === null) return;
  await Promise.all([
    cache.prefetchQuery(authorQuery(id)),
    cache.prefetchInfiniteQuery(authorItemsQuery(id)),
  ]);
};

function Found({ id }: { id: number }) {
  return useMissing() ? <Missing /> : <Fetched id={id} />;
}

function Fetched({ id }: { id: number }) {
  const author = useQuery(authorQuery(id));
  const cache = useQueryClient();
  useEffect(() => {
    // In parallel with the author. The list repeats a query that failed.
    cache.ensureInfiniteQueryData(authorItemsQuery(id)).catch(() => {});
  }, [cache, id]);
  return (
    <Loaded
      query={author}
      waiting={<Waiting />}
      failure="This author could not be loaded."
      instead={(error) => isMissing(error) && <Missing />}
      screen="Author"
    >
      {(found) => <Page author={found} />}
    </Loaded>
  );
}

function Page({ author }: { author: Author }) {
  const { id, name, role, bio, links, avatar_url, since } = author;
  const zone = useZone();
  return (
    <>
      <PageTitle title={name} description={bio || `What ${name} has published on ${siteName()}.`} />
      <Row as="header" wrap top gap={6} className={css.head}>
        <Avatar name={name} photo={avatar_url} size={112} />
        <Stack gap={2} className={css.about}>
          <h1 className={kit.h1}>{name}</h1>
          <p className={kit.sub}>
            {roleLabel[role]} · here since <time dateTime={since}>{formatDay(since, zone)}</time>
          </p>
          <FollowSpot kind="author" id={String(id)} name={name} />
          {bio && <p className={css.bio}>{bio}</p>}
          {links.length > 0 && (
            <Row as="ul" wrap gap={4} aria-label={`Links of ${name}`}>
              {links.map(({ label, url }) => (
                <li key={url}>
                  <a href={url} rel="nofollow ugc noreferrer">
                    {label} <ExternalLink size={14} />
                  </a>
                </li>
              ))}
            </Row>
          )}
        </Stack>
      </Row>
      <Published authorId={id} total={author.items} />
    </>
  );
}

function Published({ authorId, total }: { authorId: number; total: number }) {
  const published = useInfiniteQuery(authorItemsQuery(authorId));
  return (
    <Loaded
      query={published}
      waiting={<CardGridSkeleton count={3} />}
      failure="The posts could not be loaded."
    >
      {(items) => (
        <section aria-labelledby="published">
          <SectionHead
            id="published"
            title={total === 1 ? "1 published post" : `${total} published posts`}
            isSmall
          />
          <MoreList
            query={published}
            count={items.length}
            target="h3 a"
            failure="More posts could not be loaded."
            plain={<noscript>Older posts need JavaScript.</noscript>}
          >
            {(list) => <ContentCards items={items} list={list} />}
          </MoreList>
          <PodcastLink page={authorPath(authorId)} items={items} above={6} />
        </section>
      )}
    </Loaded>
  );
}

function Missing() {
  return (
    <div className={css.missing}>
      <NotPublished
        title={errorSentence.author_not_found}
        text="An author page appears once their first post is verified."
      />
    </div>
  );
}

function Waiting() {
  return (
    <>
      <Row wrap top gap={6} className={css.head} aria-hidden="true">
        <Skeleton width={112} height={112} kind="photo" />
        <Skeleton width={240} height={40} />
      </Row>
      <CardGridSkeleton count={3} />
    </>
  );
}
