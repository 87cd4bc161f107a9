import { messages } from "@cairn/contract";
import { VerifiedRow } from "../features/content/VerifiedRow.tsx";
import * as cardsCss from "../features/feeds/cards/cards.module.css";
import {
  ArticleFacts,
  CardsSkeleton,
  FeedItemCard,
  WithoutScript,
} from "../features/feeds/cards/FeedItemCard.tsx";
import { ArticlesSkeleton, VideosSkeleton } from "../features/feeds/cards/RowSkeletons.tsx";
import { FeedSection } from "../features/feeds/FeedSection.tsx";
import { FeedItemModal } from "../features/feeds/modal/FeedItemModal.tsx";
import { type ArticleItem, keyOf, type VideoItem } from "../features/feeds/model/feed-item.ts";
import { useEntryState, useOpenedItem } from "../features/feeds/useEntryState.ts";
import { feedsDescription, useFeeds } from "../features/feeds/useFeeds.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { formatDay } from "../lib/time/dates.ts";
import { useZone } from "../lib/time/useZone.ts";
import { Avatar, Byline } from "../ui/Avatar.tsx";
import * as kit from "../ui/kit.module.css";
import { MediaBox } from "../ui/MediaBox.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Row } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { TitleText } from "../ui/TitleText.tsx";

/** The feed page, /feedpage: three sections in three densities. */
export function FeedPage() {
  const { all, videos, articles } = useFeeds();
  const { value: pages, keep } = useEntryState("feedPages", readPages);
  const { opened, open, close } = useOpenedItem("opened", all.items, keyOf);
  return (
    <>
      <PageTitle title="Feed" description={feedsDescription} />
      <PageHead title="Feed" sub="Posts by members, videos and articles from other sites." />
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
          <ul className={`${kit.cardGrid} ${kit.g3}`}>
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
          <ul className={`${kit.cardGrid} ${kit.g3}`}>
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
          <ul className={`${kit.card} ${kit.lined} ${cardsCss.articles}`}>
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

interface ArticleRowProps {
  article: ArticleItem;
  onOpen: (article: ArticleItem) => void;
}

/** An article as a row. The button in its title covers the whole row. */
function ArticleRow({ article, onOpen }: ArticleRowProps) {
  const { title, body, author, created_at, site } = article;
  const zone = useZone();
  const note = [created_at && formatDay(created_at, zone), site].filter(Boolean).join(" · ");
  return (
    <article className={cardsCss.article}>
      <div>
        <Byline name={author} size={32} note={note} />
        <Text as="h3" above={3} className={kit.h3}>
          <button
            type="button"
            className={`${kit.hoverLink} ${kit.stretched}`}
            onClick={() => onOpen(article)}
          >
            <TitleText>{title}</TitleText>
          </button>
        </Text>
        <Text kind="soft" above={1} className={`${kit.clamp} ${cardsCss.articleText}`}>
          {body}
        </Text>
        <ArticleFacts article={article} />
        <WithoutScript item={article} />
      </div>
      <MediaBox className={cardsCss.articleMedia} title={title} />
    </article>
  );
}

interface VideoCardProps {
  video: VideoItem;
  onOpen: (video: VideoItem) => void;
}

/** A video without a box around it. The button in its title covers the whole card. */
function VideoCard({ video, onOpen }: VideoCardProps) {
  const { title, author, site, category_name, created_at } = video;
  const zone = useZone();
  return (
    <article className={cardsCss.video}>
      <MediaBox className={cardsCss.videoMedia} title={title} glyph="play" />
      <Row top gap={3} above={3}>
        <Avatar name={author} size={36} />
        <div className={kit.grow}>
          <h3 className={kit.itemTitle}>
            <button
              type="button"
              className={`${kit.hoverLink} ${kit.stretched}`}
              onClick={() => onOpen(video)}
            >
              <TitleText>{title}</TitleText>
            </button>
          </h3>
          <p className={kit.note}>{[author, site].filter(Boolean).join(" · ")}</p>
          <p className={kit.note}>
            {[category_name, created_at && formatDay(created_at, zone)].filter(Boolean).join(" · ")}
          </p>
          <WithoutScript item={video} />
        </div>
      </Row>
    </article>
  );
}
