import type { ContentDetail, Standing as ItemStanding, Review } from "@cairn/contract";
import { useId } from "react";
import { Stones } from "../../art/Logo.tsx";
import { useWaiting } from "../../lib/store.ts";
import { formatDay, formatShortDay } from "../../lib/time/dates.ts";
import { useNow } from "../../lib/time/useNow.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { StatusBadge } from "../../ui/Badge.tsx";
import { Card } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { Row, Stack } from "../../ui/Stack.tsx";
import { ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { lookOf, VerifiedMark } from "../../ui/VerifiedMark.tsx";
import { LedgerProof } from "./LedgerProof.tsx";
import type { Verification } from "./reviews.queries.ts";
import { decidedBy, nextStep, reviewerOf, type Standing, wordOf } from "./standing.ts";
import { type BesideLabel, VerificationFacts } from "./VerificationFacts.tsx";
import { StaleMark, VerificationSkeleton, verificationId } from "./VerificationLine.tsx";
import * as css from "./verification.module.css";

interface VerificationPanelProps {
  item: ContentDetail;
  verification: Verification;
  besideLabel?: BesideLabel;
}

/** Who decided on the displayed revision, when, and what came before: nobody has to take the mark on trust. */
export function VerificationPanel({ item, verification, besideLabel }: VerificationPanelProps) {
  const { known, isLoading, retry } = verification;
  const signShown = useDelayedFlag(isLoading);
  const headingId = useId();
  const waiting = useWaiting();

  if (isLoading || signShown) return <VerificationSkeleton shown={signShown} />;
  return (
    <Card
      as="section"
      className={css.root}
      id={verificationId}
      data-waiting={waiting}
      tabIndex={-1}
      aria-label={known ? undefined : "Verification"}
      aria-labelledby={known && headingId}
    >
      {known ? (
        <>
          <VerificationHead item={item} standing={known.standing} headingId={headingId} />
          <VerificationFacts item={item} {...known} word={wordOf(known.standing)} besideLabel={besideLabel} />
          <RevisionHistory item={item} {...known} />
          {known.standing.kind !== "unverified" && (
            <LedgerProof item={item} review={known.standing.review} seenBy={known.seenBy} />
          )}
        </>
      ) : (
        <ErrorState title="The verification could not be loaded." onRetry={retry} />
      )}
    </Card>
  );
}

interface VerificationHeadProps {
  item: ContentDetail;
  standing: Standing;
  headingId: string;
}

function VerificationHead({ item, standing, headingId }: VerificationHeadProps) {
  const isHeld = (item.standing ?? "verified") === "verified";
  switch (standing.kind) {
    case "verified":
      return (
        <Row className={`${css.head} ${css.isVerified}`} data-standing={item.standing}>
          <span className={`${kit.tile} ${css.seal}`}>
            <Stones size={27} count={lookOf(item.standing).count} />
          </span>
          <div>
            <h2 id={headingId}>{lookOf(item.standing).word}</h2>
            <p>{sentences[item.standing ?? "verified"]}</p>
          </div>
        </Row>
      );
    case "stale":
      return (
        <Row className={css.head}>
          <Stack gap={2}>
            <h2 id={headingId}>
              {isHeld ? (
                <StaleMark since={standing.review.revision} />
              ) : (
                <VerifiedMark form="pill" standing={item.standing} />
              )}
            </h2>
            <p>
              You are reading revision {standing.review.revision}
              {isHeld && ", which is verified"}. Revision {standing.newer} waits for a reviewer.
            </p>
          </Stack>
        </Row>
      );
    case "unverified":
      return (
        <Row className={css.head}>
          <Stack gap={2}>
            <h2 id={headingId}>
              <span className={kit.srOnly}>Review: </span>
              <StatusBadge status={item.status} />
            </h2>
            <p>{nextStep[item.status]}</p>
          </Stack>
        </Row>
      );
  }
}

const sentences: Record<ItemStanding, string> = {
  verified: "This is the revision you are reading.",
  due: "The revision you are reading was verified. A reviewer looks at it again.",
  outdated: "The revision you are reading was verified. Part of it is no longer true.",
  superseded: "The revision you are reading was verified. Another post replaces it.",
};

interface RevisionHistoryProps {
  item: ContentDetail;
  reviews: readonly Review[];
  standing: Standing;
}

/** Every revision visible to the reader, newest first, with the decisions about it. */
function RevisionHistory({ item, reviews, standing }: RevisionHistoryProps) {
  const word = wordOf(standing);
  const verified = standing.kind === "unverified" ? undefined : standing.review.revision;
  const now = useNow();
  const zone = useZone();
  const dayOf = (instant: string) =>
    zone === "utc" ? formatDay(instant, zone) : formatShortDay(instant, now);
  return (
    <div className={`${css.part} ${css.history}`}>
      <h3>Revision history</h3>
      <ol>
        {standing.kind === "stale" && (
          <li>
            <span className={css.revisionRing} />
            <b>r{standing.newer}</b>
            <span>Waits for a reviewer</span>
          </li>
        )}
        {item.revisions.map(({ number, created_at }) => {
          const [last, ...before] = reviews.filter(({ revision }) => revision === number);
          const at = last?.decided_at ?? created_at;
          return (
            <li key={number}>
              {number === verified ? (
                <VerifiedMark form="dot" standing={item.standing} />
              ) : (
                <span className={css.revisionRing} />
              )}
              <b>r{number}</b>
              <span>{last ? inWords(last) : "Written"}</span>
              <time dateTime={at}>{dayOf(at)}</time>
              {/* The words about the decision that counts are already shown above, among the facts. */}
              {last && last.seq !== word?.seq && remarkOf(last) && <p>{remarkOf(last)}</p>}
              {before.map((review) => (
                <p key={review.seq}>
                  {inWords(review)}, {dayOf(review.decided_at)}
                  {remarkOf(review) && `: ${remarkOf(review)}`}
                </p>
              ))}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The reason and the author's answer, or the note to the author, as far as this reader may see them. */
const remarkOf = ({ reason, note, answer }: Review) =>
  [reason ?? note, answer && `The author’s answer: ${answer}`].filter(Boolean).join(" ");

const inWords = (review: Review) => `${decidedBy[review.decision]} ${reviewerOf(review)}`;
