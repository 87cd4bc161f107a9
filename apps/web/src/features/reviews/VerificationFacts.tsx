import type { ContentDetail, Review } from "@cairn/contract";
import { formatDay, formatMoment } from "../../lib/time/dates.ts";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { useZone } from "../../lib/time/useZone.ts";
import { Byline } from "../../ui/Byline.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import { decidedBy, reviewerOf, roleOf } from "./decision-words.ts";
import * as css from "./verification.module.css";

interface VerificationFactsProps {
  item: ContentDetail;
  /** The decision that counts for the displayed revision. */
  word: Review | undefined;
}

export function VerificationFacts({ item, word }: VerificationFactsProps) {
  const written = item.revisions.find(({ number }) => number === item.revision);
  const zone = useZone();
  const newest = Math.max(item.revision, item.pending_revision ?? 0);
  return (
    <dl className={`${layoutCss.small} ${css.facts}`}>
      {word && (
        <>
          <div>
            <dt>{decidedBy[word.decision]}</dt>
            <dd>
              <Byline name={reviewerOf(word)} note={roleOf(word)} size={32} />
            </dd>
          </div>
          <div>
            <dt>When</dt>
            <dd>
              {formatMoment(word.decided_at, zone)}
              <small>
                <TimeAgo instant={word.decided_at} isDated />
              </small>
            </dd>
          </div>
        </>
      )}
      {word?.reason && (
        <div>
          <dt>Reason</dt>
          <dd className={css.isText}>{word.reason}</dd>
        </div>
      )}
      {word?.answer && (
        <div>
          <dt>The author’s answer</dt>
          <dd className={css.isText}>{word.answer}</dd>
        </div>
      )}
      {word?.note && (
        <div>
          <dt>Note to the author</dt>
          <dd className={css.isText}>{word.note}</dd>
        </div>
      )}
      <div>
        <dt>Revision</dt>
        <dd>
          {item.revision} of {newest}
          {written && (
            <small>
              {item.revision === 1 ? "Written" : "Edited"} {formatDay(written.created_at, zone)}
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
}
