import { type ContentDetail, postPath, type Review, type StandingReason, searchPath } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDay, formatMoment, formatTermDay } from "../../lib/time/dates.ts";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { useZone } from "../../lib/time/useZone.ts";
import { Byline } from "../../ui/Avatar.tsx";
import { Chip } from "../../ui/Chip.tsx";
import * as kit from "../../ui/kit.module.css";
import { titleQuery } from "./reviews.queries.ts";
import { decidedBy, renewalOf, reviewerOf, roleOf, type Standing } from "./standing.ts";
import * as css from "./verification.module.css";

interface VerificationFactsProps {
  item: ContentDetail;
  reviews: readonly Review[];
  standing: Standing;
  /** The decision that counts for the displayed revision. */
  word: Review | undefined;
  besideLabel?: BesideLabel | undefined;
}
/** What a page puts beside each label that a public post applies to. */
export type BesideLabel = (label: string) => ReactNode;

export function VerificationFacts({ item, reviews, standing, word, besideLabel }: VerificationFactsProps) {
  const written = item.revisions.find(({ number }) => number === item.revision);
  const zone = useZone();
  const renewal = renewalOf(standing, reviews);
  const newest = Math.max(item.revision, item.pending_revision ?? 0);
  return (
    <dl className={`${kit.small} ${css.facts}`}>
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
      {renewal && (
        <div>
          <dt>{decidedBy.reaffirmed}</dt>
          <dd>
            {reviewerOf(renewal)}
            <small>{formatMoment(renewal.decided_at, zone)}</small>
          </dd>
        </div>
      )}
      {standing.kind !== "unverified" && <HoldingFacts item={item} />}
      {item.applies_to.length > 0 && (
        <div className={css.isTop}>
          <dt>Applies to</dt>
          <dd>
            <ul className={`${kit.cluster} ${kit.gap2}`}>
              {item.applies_to.map((label) => (
                <li key={label} className={css.label}>
                  <Chip to={searchPath(label)}>{label}</Chip>
                  {/* What nobody can read yet tells its followers nothing. */}
                  {standing.kind !== "unverified" && besideLabel?.(label)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Until when the verification holds, and why it does not (docs/rules.md#d86). */
function HoldingFacts({ item }: { item: ContentDetail }) {
  const { good_until, standing, standing_reasons, superseded_by } = item;
  // A server with the specification's calls alone says nothing of it.
  if (!standing) return null;
  return (
    <>
      <div>
        <dt>Good until</dt>
        <dd>{good_until ? <time dateTime={good_until}>{formatTermDay(good_until)}</time> : "No end"}</dd>
      </div>
      {standing_reasons.length > 0 && (
        <div className={css.isTop}>
          <dt>Why</dt>
          <dd className={css.isText}>
            {standing_reasons.map((reason) => (
              <p key={`${reason.kind} ${reason.text}`}>
                {whenOf(reason, item)} <time dateTime={reason.since}>{formatTermDay(reason.since)}</time>:{" "}
                {reason.text}
              </p>
            ))}
          </dd>
        </div>
      )}
      {superseded_by !== null && (
        <div>
          <dt>Superseded by</dt>
          <dd>
            <SuccessorLink id={superseded_by} />
          </dd>
        </div>
      )}
    </>
  );
}

/** "Due since", "Outdated from": what the reason makes of the item, and whether it does already. */
function whenOf({ kind }: StandingReason, { standing }: ContentDetail): string {
  if (kind === "age" || kind === "review") return "Due since";
  return standing === "verified" || standing === "due" ? "Outdated from" : "Outdated since";
}

/** With the title once it is loaded: the page comes with this item alone. */
function SuccessorLink({ id }: { id: number }) {
  const { data } = useQuery(titleQuery(id));
  return (
    <Link className={kit.link} to={postPath(id)}>
      {data ?? "Another post"}
    </Link>
  );
}
