import type { ContentDetail } from "@cairn/contract";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Stones } from "../../art/Logo.tsx";
import { formatDay } from "../../lib/time/dates.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { StatusBadge } from "../../ui/Badge.tsx";
import { Coming } from "../../ui/Coming.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SkeletonLines } from "../../ui/SkeletonLines.tsx";
import { Row, Stack } from "../../ui/Stack.tsx";
import { lookOf, VerifiedMark } from "../../ui/VerifiedMark.tsx";
import * as verifiedMarkCss from "../../ui/verified-mark.module.css";
import { useVerification } from "./reviews.queries.ts";
import { nextStep, reviewerOf, type Standing } from "./standing.ts";
import * as css from "./verification.module.css";

/** The anchor of the panel, that the line under the title links to on phones. */
export const verificationId = "verification";

/** The verification in one line under the title, for layouts where the panel comes after the text. */
export function VerificationLine({ item }: { item: ContentDetail }) {
  const { known, isLoading } = useVerification(item);
  if (isLoading) return <Skeleton className={css.lineSkeleton} height={46} />;
  if (!known) return null;
  return (
    <a
      className={cx(
        kit.row,
        kit.gap3,
        kit.small,
        css.line,
        known.standing.kind === "verified" && css.isVerified,
      )}
      href={`#${verificationId}`}
      data-standing={item.standing}
    >
      <LineText item={item} standing={known.standing} />
      <ChevronDown className={kit.muted} size={18} />
    </a>
  );
}

function LineText({ item, standing }: { item: ContentDetail; standing: Standing }): ReactNode {
  const zone = useZone();
  const { word, count } = lookOf(item.standing);
  switch (standing.kind) {
    case "verified":
      return (
        <>
          <span className={`${kit.tile} ${css.seal}`}>
            <Stones size={16} count={count} />
          </span>
          <span className={kit.grow}>
            <b>
              {word}
              {count === 3 ? " by " : ", verified before by "}
              {reviewerOf(standing.review)}
            </b>{" "}
            <small>{formatDay(standing.review.decided_at, zone)}</small>
          </span>
        </>
      );
    case "stale":
      return (
        <span className={kit.grow}>
          {count === 3 ? (
            <StaleMark since={standing.review.revision} />
          ) : (
            <VerifiedMark form="pill" standing={item.standing} />
          )}
          <small>Revision {standing.newer} waits for a reviewer</small>
        </span>
      );
    case "unverified":
      return (
        <span className={kit.grow}>
          <StatusBadge status={item.status} />
          <small>{standing.lastWord?.reason ?? nextStep[item.status]}</small>
        </span>
      );
  }
}

/** In the verified mark's place where the text has changed since that revision. */
export const StaleMark = ({ since }: { since: number }) => (
  <span className={`${verifiedMarkCss.pill} ${verifiedMarkCss.isStale}`}>
    <Stones size={13} count={2} />
    Edited since r{since}
  </span>
);

/** In the panel's place while its code or the ledger's rows load. */
export function VerificationSkeleton({ shown }: { shown: boolean }) {
  return (
    <Coming className={`${kit.card} ${css.root}`} shown={shown}>
      <Row className={css.head}>
        <Skeleton width={46} height={46} />
        <Stack gap={2} className={kit.grow}>
          <Skeleton width="38%" height={18} />
          <Skeleton width="76%" />
        </Stack>
      </Row>
      <SkeletonLines widths={["72%", "58%", "64%"]} gap={6} className={css.skeletonFacts} />
    </Coming>
  );
}
