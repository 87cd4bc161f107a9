import { messages } from "@cairn/contract";
import { VerifiedRow } from "../features/content/VerifiedRow.tsx";
import { ArticleRow } from "../features/feeds/cards/ArticleRow.tsx";
import * as cardsCss from "../features/feeds/cards/cards.module.css";
import { FeedItemCard } from "../features/feeds/cards/FeedItemCard.tsx";
import { ArticlesSkeleton, CardsSkeleton, VideosSkeleton } from "../features/feeds/cards/FeedSkeletons.tsx";
import { VideoCard } from "../features/feeds/cards/VideoCard.tsx";
import { FeedSection } from "../features/feeds/FeedSection.tsx";
import { FeedItemModal } from "../features/feeds/modal/FeedItemModal.tsx";
import { keyOf } from "../features/feeds/model/feed-item.ts";
import { useEntryState } from "../features/feeds/useEntryState.ts";
import { feedsDescription, useFeeds } from "../features/feeds/useFeeds.ts";
import { useOpenedItem } from "../features/feeds/useOpenedItem.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import * as cardCss from "../ui/card.module.css";
import * as layoutCss from "../ui/layout.module.css";
import * as partsCss from "../ui/parts.module.css";

/** The feed page, /feedpage: three sections in three densities. */
export function FeedPage() {
  const { all, videos, articles } = useFeeds();
  const { value: pages, keep } = useEntryState("feedPages", readPages);
  const { opened, open, close } = useOpenedItem("opened", all.items, keyOf);
  return (
    <>
      <PageTitle title="Feed" description={feedsDescription} />
      <h1 className={layoutCss.srOnly}>Feed</h1>
      <VerifiedRow />
      <FeedSection
        name="CONTENT"
        list={all}
        page={pages.content}
        onPage={(content) => keep({ ...pages, content })}
        failure={messages.feedFailed}
        empty={messages.noContent}
        skeleton={(shown) => <CardsSkeleton shown={shown} count={3} />}
      >
        {(items) => (
          <ul className={`${layoutCss.cardGrid} ${layoutCss.g3}`}>
            {items.map((item) => (
              <li key={keyOf(item)}>
                <FeedItemCard item={item} onOpen={open} />
              </li>
            ))}
          </ul>
        )}
      </FeedSection>
      <FeedSection
        name="YOUR VIDEOS"
        list={videos}
        page={pages.videos}
        onPage={(page) => keep({ ...pages, videos: page })}
        failure={messages.videosFailed}
        empty={messages.noVideos}
        skeleton={(shown) => <VideosSkeleton shown={shown} />}
      >
        {(items) => (
          <ul className={`${layoutCss.cardGrid} ${layoutCss.g3}`}>
            {items.map((video) => (
              <li key={video.id}>
                <VideoCard video={video} onOpen={open} />
              </li>
            ))}
          </ul>
        )}
      </FeedSection>
      <FeedSection
        name="DEV ARTICLES"
        list={articles}
        page={pages.articles}
        onPage={(page) => keep({ ...pages, articles: page })}
        failure={messages.articlesFailed}
        empty={messages.noArticles}
        skeleton={(shown) => <ArticlesSkeleton shown={shown} />}
      >
        {(items) => (
          <ul className={`${cardCss.root} ${partsCss.lined} ${cardsCss.articles}`}>
            {items.map((article) => (
              <li key={article.id}>
                <ArticleRow article={article} onOpen={open} />
              </li>
            ))}
          </ul>
        )}
      </FeedSection>
      <FeedItemModal item={opened} onClose={close} />
    </>
  );
}

/** The current page of each section, counted from 1. */
interface SectionPages {
  content: number;
  videos: number;
  articles: number;
}

/** Reads the pages from a history entry, which may hold anything. */
function readPages(noted: unknown): SectionPages {
  const { content, videos, articles } = (noted ?? {}) as Partial<Record<keyof SectionPages, unknown>>;
  return { content: pageOf(content), videos: pageOf(videos), articles: pageOf(articles) };
}

const pageOf = (noted: unknown) => (Number.isSafeInteger(noted) && Number(noted) >= 1 ? Number(noted) : 1);
