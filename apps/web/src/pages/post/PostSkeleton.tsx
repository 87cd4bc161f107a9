import { messages } from "@cairn/contract";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

export function PostSkeleton({ shown }: { shown: boolean }) {
  return (
    <div className={cx("post", !shown && "invisible")} role="status">
      <span className="sr-only">{messages.loading}</span>
      <div className="post-main">
        <Skeleton className="w-[30%]" />
        <Skeleton className="mt-5 h-12 w-[88%]" />
        <Skeleton className="mt-3 h-12 w-[52%]" />
        <div className="post-by">
          <Skeleton className="size-[42px] rounded-full" />
          <Skeleton className="w-[34%]" />
        </div>
        <Skeleton className="post-media aspect-video h-auto rounded-[16px]" />
        <div className="grid gap-4">
          <Skeleton />
          <Skeleton className="w-[94%]" />
          <Skeleton className="w-[60%]" />
        </div>
      </div>
      <Skeleton className="post-rail h-80 rounded-lg" />
    </div>
  );
}
