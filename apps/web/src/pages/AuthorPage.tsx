import { type Author, errorSentence, readId, roleLabel } from "@cairn/contract";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import { useParams } from "react-router";
import { authorItemsQuery, authorQuery } from "../features/authors/authors.queries.ts";
import { ContentCards } from "../features/content/ContentCard.tsx";
import { FollowSpot } from "../features/follows/FollowSpot.tsx";
import { ApiError } from "../lib/api/api-error.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useMissing } from "../lib/page-data.ts";
import type { FetchAhead } from "../lib/query-client.ts";
import { formatDay } from "../lib/time/dates.ts";
import { useZone } from "../lib/time/useZone.ts";
import { Alert } from "../ui/Alert.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { Coming } from "../ui/Coming.tsx";
import * as kit from "../ui/kit.module.css";
import { CardGridSkeleton, Skeleton } from "../ui/Skeleton.tsx";
import { ErrorState } from "../ui/State.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { useLoadMore } from "../ui/useLoadMore.ts";
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
  const { data: author, error, isFetching, refetch } = useQuery(authorQuery(id));
  const cache = useQueryClient();
  useEffect(() => {
    // In parallel with the author. The list repeats a query that failed.
    cache.ensureInfiniteQueryData(authorItemsQuery(id)).catch(() => {});
  }, [cache, id]);
  const isLoading = author === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) return <Loading shown={signShown} />;
  if (author) return <Page author={author} />;
  if (error instanceof ApiError && error.status === 404) return <Missing />;
  return (
    <>
      <PageTitle title="Author" hidden />
      <h1 className={kit.srOnly}>Author</h1>
      <ErrorState title="This author could not be loaded." onRetry={() => void refetch()} />
    </>
  );
}

function Page({ author }: { author: Author }) {
  const { id, name, role, bio, links, avatar_url, since } = author;
  const zone = useZone();
  return (
    <>
      <PageTitle title={name} description={bio || `What ${name} has published on Cairn.`} />
      <header className={css.head}>
        <Avatar name={name} photo={avatar_url} size={112} />
        <div className={`${kit.stack} ${kit.gap2} ${css.about}`}>
          <h1 className={kit.h1}>{name}</h1>
          <p className={kit.sub}>
            {roleLabel[role]} · here since <time dateTime={since}>{formatDay(since, zone)}</time>
          </p>
          <FollowSpot kind="author" id={String(id)} name={name} />
          {bio && <p className={css.bio}>{bio}</p>}
          {links.length > 0 && (
            <ul className={`${kit.cluster} ${kit.gap4}`} aria-label={`Links of ${name}`}>
              {links.map(({ label, url }) => (
                <li key={url}>
                  <a href={url} rel="nofollow ugc noreferrer">
                    {label} <ExternalLink size={14} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </header>
      <Published authorId={id} total={author.items} />
    </>
  );
}

function Published({ authorId, total }: { authorId: number; total: number }) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(authorItemsQuery(authorId));
  const items = data ?? [];
  const { list, button } = useLoadMore(items.length, { isFetchingNextPage, fetchNextPage }, "h3 a");
  if (isPending) return <CardGridSkeleton count={3} />;
  if (isError && items.length === 0) {
    return <ErrorState title="The posts could not be loaded." onRetry={() => void refetch()} />;
  }
  return (
    <section aria-labelledby="published">
      <h2 id="published" className={`${kit.h3} ${css.title}`}>
        {total === 1 ? "1 published post" : `${total} published posts`}
      </h2>
      <ContentCards items={items} list={list} />
      <div className={kit.listEnd}>
        {isError && !isFetchingNextPage && <Alert kind="danger" text="More posts could not be loaded." />}
        {hasNextPage && <Button {...button} className={kit.scripted} />}
        {hasNextPage && <noscript>Older posts need JavaScript.</noscript>}
      </div>
    </section>
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

function Loading({ shown }: { shown: boolean }) {
  return (
    <Coming shown={shown}>
      <div className={css.head} aria-hidden="true">
        <Skeleton width={112} height={112} kind="photo" />
        <Skeleton width={240} height={40} />
      </div>
      <CardGridSkeleton count={3} />
    </Coming>
  );
}
