import { messages } from "@cairn/contract";
import type { ReactNode } from "react";
import "../../../ui/card.css";
import { cx } from "../../../ui/cx.ts";
import "../../../ui/feed-card.css";
import { FeedCardSkeleton, Skeleton } from "../../../ui/Skeleton.tsx";
import "./cards.css";

interface SkeletonProps {
  /** Takes its room from the start, so that nothing moves when it comes and goes. */
  shown: boolean;
}

export function CardsSkeleton({ shown, count }: SkeletonProps & { count: number }) {
  return (
    <Coming className="card-grid g3" shown={shown}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <FeedCardSkeleton key={place} />
      ))}
    </Coming>
  );
}

export function VideosSkeleton({ shown }: SkeletonProps) {
  return (
    <Coming className="card-grid g3" shown={shown}>
      <VideoSkeleton />
      <VideoSkeleton />
      <VideoSkeleton />
    </Coming>
  );
}

export function ArticlesSkeleton({ shown }: SkeletonProps) {
  return (
    <Coming className="card outside-articles" shown={shown}>
      <ArticleSkeleton />
      <ArticleSkeleton />
      <ArticleSkeleton />
    </Coming>
  );
}

function Coming({ shown, className, children }: SkeletonProps & { className: string; children: ReactNode }) {
  return (
    <div className={cx(!shown && "invisible")} role="status">
      <span className="sr-only">{messages.loading}</span>
      <div className={className}>{children}</div>
    </div>
  );
}

const VideoSkeleton = () => (
  <div className="outside-video">
    <Skeleton className="aspect-video h-auto rounded-[12px]" />
    <div className="outside-video-row">
      <Skeleton className="size-9 rounded-full" />
      <div className="grid gap-3 pt-1">
        <Skeleton className="h-[18px] w-[80%]" />
        <Skeleton className="w-[56%]" />
      </div>
    </div>
  </div>
);

const ArticleSkeleton = () => (
  <div className="outside-article">
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        <Skeleton className="size-[30px] rounded-full" />
        <Skeleton className="w-24" />
      </div>
      <Skeleton className="h-5 w-[56%]" />
      <Skeleton className="w-[84%]" />
      <Skeleton className="w-[38%]" />
    </div>
    <Skeleton className="media h-auto" />
  </div>
);
