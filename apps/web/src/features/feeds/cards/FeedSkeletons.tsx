import { messages } from "@cairn/contract";
import type { ReactNode } from "react";
import * as cardCss from "../../../ui/card.module.css";
import { cx } from "../../../ui/cx.ts";
import * as layoutCss from "../../../ui/layout.module.css";
import * as mediaBoxCss from "../../../ui/media-box.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import { FeedCardSkeleton, Skeleton } from "../../../ui/Skeleton.tsx";
import * as cardsCss from "./cards.module.css";
import * as css from "./feed-skeletons.module.css";

interface SkeletonProps {
  /** Reserves its space from the start, so that nothing shifts when it appears or disappears. */
  shown: boolean;
}

export function CardsSkeleton({ shown, count }: SkeletonProps & { count: number }) {
  return (
    <Coming className={`${layoutCss.cardGrid} ${layoutCss.g3}`} shown={shown}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <FeedCardSkeleton key={place} />
      ))}
    </Coming>
  );
}

export function VideosSkeleton({ shown }: SkeletonProps) {
  return (
    <Coming className={`${layoutCss.cardGrid} ${layoutCss.g3}`} shown={shown}>
      <VideoSkeleton />
      <VideoSkeleton />
      <VideoSkeleton />
    </Coming>
  );
}

export function ArticlesSkeleton({ shown }: SkeletonProps) {
  return (
    <Coming className={`${cardCss.root} ${partsCss.lined} ${cardsCss.articles}`} shown={shown}>
      <ArticleSkeleton />
      <ArticleSkeleton />
      <ArticleSkeleton />
    </Coming>
  );
}

function Coming({ shown, className, children }: SkeletonProps & { className: string; children: ReactNode }) {
  return (
    <div className={cx(!shown && partsCss.hidden)} role="status">
      <span className={layoutCss.srOnly}>{messages.loading}</span>
      <div className={className}>{children}</div>
    </div>
  );
}

const VideoSkeleton = () => (
  <div className={cardsCss.video}>
    <Skeleton className={css.videoPicture} />
    <div className={cardsCss.videoRow}>
      <Skeleton className={css.videoAvatar} />
      <div className={`${layoutCss.stack} ${layoutCss.gap3} ${css.videoLines}`}>
        <Skeleton className={css.videoTitle} />
        <Skeleton className={css.videoAuthor} />
      </div>
    </div>
  </div>
);

const ArticleSkeleton = () => (
  <div className={cardsCss.article}>
    <div className={`${layoutCss.stack} ${layoutCss.gap3}`}>
      <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
        <Skeleton className={css.articleAvatar} />
        <Skeleton className={css.articleAuthor} />
      </div>
      <Skeleton className={css.articleTitle} />
      <Skeleton className={css.articleLine} />
      <Skeleton className={css.articleFacts} />
    </div>
    <Skeleton className={`${mediaBoxCss.root} ${cardsCss.articleMedia} ${css.articlePicture}`} />
  </div>
);
