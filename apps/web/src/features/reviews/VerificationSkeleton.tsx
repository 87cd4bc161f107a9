import { messages } from "@cairn/contract";
import * as cardCss from "../../ui/card.module.css";
import { cx } from "../../ui/cx.ts";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { Skeleton } from "../../ui/Skeleton.tsx";
import * as css from "./verification.module.css";

/** In the panel's place while its code or the ledger's rows load. */
export function VerificationSkeleton({ shown }: { shown: boolean }) {
  return (
    <div className={cx(cardCss.root, css.root, !shown && partsCss.hidden)} role="status">
      <span className={layoutCss.srOnly}>{messages.loading}</span>
      <div className={`${layoutCss.row} ${css.head}`}>
        <Skeleton className={css.skeletonSeal} />
        <div className={`${layoutCss.stack} ${layoutCss.gap2} ${partsCss.grow}`}>
          <Skeleton className={css.skeletonTitle} />
          <Skeleton className={css.skeletonLine} />
        </div>
      </div>
      <div className={`${layoutCss.stack} ${css.skeletonFacts}`}>
        <Skeleton className={css.skeletonFact1} />
        <Skeleton className={css.skeletonFact2} />
        <Skeleton className={css.skeletonFact3} />
      </div>
    </div>
  );
}
