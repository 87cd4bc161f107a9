import type { ContentDetail, Review } from "@cairn/contract";
import { formatDay, formatShortDay } from "../../lib/time/dates.ts";
import { useNow } from "../../lib/time/useNow.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import { decidedBy, reviewerOf } from "./decision-words.ts";
import { type Standing, wordOf } from "./standing.ts";
import * as css from "./verification.module.css";

interface RevisionHistoryProps {
  item: ContentDetail;
  reviews: readonly Review[];
  standing: Standing;
}

/** Every revision visible to the reader, newest first, with the decisions about it. */
export function RevisionHistory({ item, reviews, standing }: RevisionHistoryProps) {
  const word = wordOf(standing);
  const verified = standing.kind === "unverified" ? undefined : standing.review.revision;
  const now = useNow();
  const zone = useZone();
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
          return (
            <li key={number}>
              {number === verified ? (
                <VerifiedMark form="dot" standing={item.standing} />
              ) : (
                <span className={css.revisionRing} />
              )}
              <b>r{number}</b>
              <span>{last && inWords(last)}</span>
              <time dateTime={created_at}>
                {zone === "utc" ? formatDay(created_at, zone) : formatShortDay(created_at, now)}
              </time>
              {/* The words about the decision that counts are already shown above, among the facts. */}
              {last && last.seq !== word?.seq && remarkOf(last) && <p>{remarkOf(last)}</p>}
              {before.map((review) => (
                <p key={review.seq}>
                  {inWords(review)}
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
