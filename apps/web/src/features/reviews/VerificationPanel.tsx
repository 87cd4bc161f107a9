import { type ContentDetail, messages } from "@cairn/contract";
import { useId } from "react";
import { Stones } from "../../art/Stones.tsx";
import * as cardCss from "../../ui/card.module.css";
import { cx } from "../../ui/cx.ts";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ErrorState } from "../../ui/State.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import { nextStep } from "./decision-words.ts";
import { LedgerProof } from "./LedgerProof.tsx";
import { RevisionHistory } from "./RevisionHistory.tsx";
import { useVerification } from "./reviews.queries.ts";
import { type Standing, wordOf } from "./standing.ts";
import { VerificationFacts } from "./VerificationFacts.tsx";
import * as css from "./verification.module.css";

/** The anchor that the line under the title links to on phones. */
export const verificationId = "verification";

/** Who decided on the displayed revision, when, and what came before (DESIGN 5). */
export function VerificationPanel({ item }: { item: ContentDetail }) {
  const { known, isLoading, retry } = useVerification(item);
  const signShown = useDelayedFlag(isLoading);
  const headingId = useId();

  if (isLoading || signShown) return <VerificationSkeleton shown={signShown} />;
  return (
    <section
      className={`${cardCss.root} ${partsCss.focusPlace} ${css.root}`}
      id={verificationId}
      tabIndex={-1}
      aria-label={known ? undefined : "Verification"}
      aria-labelledby={known && headingId}
    >
      {known ? (
        <>
          <VerificationHead item={item} standing={known.standing} headingId={headingId} />
          <VerificationFacts item={item} word={wordOf(known.standing)} />
          <RevisionHistory item={item} {...known} />
          {known.standing.kind !== "unverified" && (
            <LedgerProof item={item} review={known.standing.review} seenBy={known.seenBy} />
          )}
        </>
      ) : (
        <ErrorState title="The verification could not be loaded." onRetry={retry} />
      )}
    </section>
  );
}

function VerificationSkeleton({ shown }: { shown: boolean }) {
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

interface VerificationHeadProps {
  item: ContentDetail;
  standing: Standing;
  headingId: string;
}

function VerificationHead({ item, standing, headingId }: VerificationHeadProps) {
  switch (standing.kind) {
    case "verified":
      return (
        <div className={`${layoutCss.row} ${css.head} ${css.isVerified}`}>
          <span className={`${partsCss.tile} ${css.seal}`}>
            <Stones size={27} />
          </span>
          <div>
            <h2 id={headingId}>Verified</h2>
            <p>This is the revision you are reading.</p>
          </div>
        </div>
      );
    case "stale":
      return (
        <div className={`${layoutCss.row} ${css.head}`}>
          <div className={`${layoutCss.stack} ${css.headText}`}>
            <h2 id={headingId}>
              <VerifiedMark form="stale" since={standing.review.revision} />
            </h2>
            <p>
              You are reading revision {standing.review.revision}, which is verified. Revision{" "}
              {standing.newer} waits for a reviewer.
            </p>
          </div>
        </div>
      );
    case "unverified":
      return (
        <div className={`${layoutCss.row} ${css.head}`}>
          <div className={`${layoutCss.stack} ${css.headText}`}>
            <h2 id={headingId}>
              <span className={layoutCss.srOnly}>Review: </span>
              <StatusBadge status={item.status} />
            </h2>
            <p>{nextStep[item.status]}</p>
          </div>
        </div>
      );
  }
}
