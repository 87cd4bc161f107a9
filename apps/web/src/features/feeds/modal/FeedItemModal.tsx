import { messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useId } from "react";
import { ThumbArt } from "../../../art/ThumbArt.tsx";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { formatDay } from "../../../lib/time/dates.ts";
import { Avatar, Byline } from "../../../ui/Avatar.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import * as buttonCss from "../../../ui/button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import * as kit from "../../../ui/kit.module.css";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { SafeHtml } from "../../../ui/SafeHtml.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { ErrorState } from "../../../ui/State.tsx";
import { Text } from "../../../ui/Text.tsx";
import { useDelayedFlag } from "../../../ui/useDelayedFlag.ts";
import { ArticleFacts } from "../cards/FeedItemCard.tsx";
import { articleQuery } from "../feeds.queries.ts";
import type { ArticleItem, FeedItem, VideoItem } from "../model/feed-item.ts";
import { playerAddress } from "../model/youtube.ts";
import { ExternalLink } from "./ExternalLink.tsx";
import * as css from "./feed-modal.module.css";

// Lazy: it shows a film of another site, which has to come over the network as well.
const PlayerFrame = lazyNamed(() => import("../../../ui/PlayerFrame.tsx"), "PlayerFrame");

interface FeedItemModalProps {
  /** Null if no item is open. */
  item: FeedItem | null;
  onClose: () => void;
}

export function FeedItemModal({ item, onClose }: FeedItemModalProps) {
  if (item === null) return null;
  return item.content_type === "video" ? (
    <VideoModal key={item.id} video={item} onClose={onClose} />
  ) : (
    <ArticleModal key={item.id} article={item} onClose={onClose} />
  );
}

const linkClass = `${kit.link} ${kit.small} ${css.link}`;
/** The title and the close button are parts of the dialog's grid. */
const parts = { inner: css.inner, head: css.head, title: css.title, close: css.close };

interface VideoModalProps {
  video: VideoItem;
  onClose: () => void;
}

function VideoModal({ video, onClose }: VideoModalProps) {
  const { title, body, author, media_url, site, youtube_id } = video;
  return (
    <Dialog
      open
      size="wide"
      className={css.dialog}
      parts={{ ...parts, close: `${css.close} ${css.isOverPlayer}` }}
      title={title}
      onClose={onClose}
    >
      <VideoPlayer video={video} />
      <div className={css.main}>
        <Byline name={author} size={36} note={bylineNote(video)} />
        <Text kind="soft" above={3} className={kit.lines}>
          {body}
        </Text>
        {youtube_id && media_url && (
          <ExternalLink className={linkClass} to={media_url}>
            Open on {site}
          </ExternalLink>
        )}
      </div>
      <SampleComments />
    </Dialog>
  );
}

/**
 * The embedded player, with a placeholder until it loads; a link if the video is not on a known video site
 * (docs/evidence/spec-clauses.md#s2-notifications).
 */
function VideoPlayer({ video: { title, media_url, youtube_id } }: { video: VideoItem }) {
  return (
    <div className={css.player}>
      <ThumbArt title={title} />
      <Suspense>{youtube_id && <PlayerFrame src={playerAddress(youtube_id)} title={title} />}</Suspense>
      {!youtube_id && media_url && (
        <ExternalLink className={`${buttonCss.root} ${buttonCss.secondary} ${css.playerLink}`} to={media_url}>
          {messages.watchHere}
        </ExternalLink>
      )}
    </div>
  );
}

interface ArticleModalProps {
  article: ArticleItem;
  onClose: () => void;
}

/** Shows the list's data immediately; the text loads separately. */
function ArticleModal({ article, onClose }: ArticleModalProps) {
  return (
    <Dialog
      open
      size="wide"
      className={css.dialog}
      parts={{ ...parts, title: `${css.title} ${css.isFirst}` }}
      title={article.title}
      onClose={onClose}
    >
      <div className={css.main}>
        <Byline name={article.author} size={36} note={bylineNote(article)} />
        <ArticleFacts article={article} />
        <ArticleText id={article.id} />
        {article.media_url && (
          <ExternalLink className={linkClass} to={article.media_url}>
            {messages.readFullArticle}
          </ExternalLink>
        )}
      </div>
      <SampleComments />
    </Dialog>
  );
}

function ArticleText({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(articleQuery(id));
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) {
    return (
      <div className={css.articleWait}>{signShown && <LoadingLine text={messages.articleLoading} />}</div>
    );
  }
  if (data === undefined) {
    return (
      <ErrorState
        title="The article could not be loaded"
        text={error?.message}
        onRetry={() => void refetch()}
      />
    );
  }
  return <SafeHtml className={css.articleText} pictures html={data.body_html} />;
}

const comments = [
  { id: 1, name: "Kofi Asante", body: "Clear and to the point. I sent it to my study group." },
  { id: 2, name: "Leila Haddad", body: "Would love a follow-up with one worked example." },
];

/** The two sample comments of the spec. They are labelled as samples, since no one wrote them (docs/rules.md#sample-comments). */
function SampleComments() {
  const headingId = useId();
  return (
    <Text as="section" kind="small" className={css.sampleComments} aria-labelledby={headingId}>
      <Row className={css.sampleCommentsHead}>
        <h3 className={css.sampleHeading} id={headingId}>
          Comments
        </h3>
        <Badge kind="neutral">Samples</Badge>
      </Row>
      <Text kind="note" className={css.sampleNote}>
        Made-up examples. Nobody has commented here.
      </Text>
      <Stack as="ul" className={css.sampleList}>
        {comments.map(({ id, name, body }) => (
          <Row as="li" gap={3} top key={id}>
            <Avatar name={name} size={32} />
            <div>
              <b>{name}</b> <span className={kit.note}>Sample</span>
              <p>{body}</p>
            </div>
          </Row>
        ))}
      </Stack>
    </Text>
  );
}

/** "Fullstack Development · 17 Nov 2025 · youtube.com", as far as it is known. */
const bylineNote = ({ category_name, created_at, site }: FeedItem) =>
  [category_name, created_at && formatDay(created_at), site].filter(Boolean).join(" · ");
