import { messages } from "@cairn/contract";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import "../../ui/card.css";
import "./verification.css";

export function VerificationSkeleton({ shown }: { shown: boolean }) {
  return (
    <div className={cx("card verification", !shown && "invisible")} role="status">
      <span className="sr-only">{messages.loading}</span>
      <div className="verification-head">
        <Skeleton className="size-[46px] rounded-[13px]" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-[18px] w-[38%]" />
          <Skeleton className="w-[76%]" />
        </div>
      </div>
      <div className="grid gap-7 p-5">
        <Skeleton className="w-[72%]" />
        <Skeleton className="w-[58%]" />
        <Skeleton className="w-[64%]" />
      </div>
    </div>
  );
}
