import {
  authorPath,
  type ContentDetail,
  postPath,
  type Review,
  type StandingReason,
  searchPath,
} from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDay, formatMoment, formatTermDay } from "../../lib/time/dates.ts";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { useZone } from "../../lib/time/useZone.ts";
import { Byline } from "../../ui/Avatar.tsx";
import { Chip } from "../../ui/Chip.tsx";
import * as kit from "../../ui/kit.module.css";
import { Row } from "../../ui/Stack.tsx";
import { termNameOf } from "../../ui/VerifiedMark.tsx";
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
    <dl className={`${kit.small} ${kit.lined} ${css.facts}`}>
      {word && (
        <>
          <Fact name={decidedBy[word.decision]}>
            <Byline
              name={reviewerOf(word)}
              photo={word.reviewer?.avatar_small_url}
              note={roleOf(word)}
              to={word.reviewer?.has_page ? authorPath(word.reviewer.id) : undefined}
              size={32}
            />
          </Fact>
          <Fact name="When">
            {formatMoment(word.decided_at, zone)}
            <small className={kit.subline}>
              <TimeAgo instant={word.decided_at} isDated />
            </small>
          </Fact>
        </>
      )}
      {word?.reason && (
        <Fact name="Reason" isText>
          {word.reason}
        </Fact>
      )}
      {word?.answer && (
        <Fact name="The author’s answer" isText>
          {word.answer}
        </Fact>
      )}
      {word?.note && (
        <Fact name="Note to the author" isText>
          {word.note}
        </Fact>
      )}
      <Fact name="Revision">
        {item.revision} of {newest}
        {written && (
          <small className={kit.subline}>
            {item.revision === 1 ? "Written" : "Edited"} {formatDay(written.created_at, zone)}
          </small>
        )}
      </Fact>
      {standing.kind !== "unverified" && <Fact name="Checked">{checkedParts(item)}</Fact>}
      {renewal && (
        <Fact name={decidedBy.reaffirmed}>
          {reviewerOf(renewal)}
          <small className={kit.subline}>{formatMoment(renewal.decided_at, zone)}</small>
        </Fact>
      )}
      {standing.kind !== "unverified" && <HoldingFacts item={item} />}
      {item.applies_to.length > 0 && (
        <Fact name="Applies to" isTop>
          <Row as="ul" wrap>
            {item.applies_to.map((label) => (
              <Row as="li" gap={1} key={label}>
                <Chip to={searchPath(label)}>{label}</Chip>
                {/* What nobody can read yet tells its followers nothing. */}
                {standing.kind !== "unverified" && besideLabel?.(label)}
              </Row>
            ))}
          </Row>
        </Fact>
      )}
    </dl>
  );
}

interface FactProps {
  name: string;
  /** Its lines begin at the name's. */
  isTop?: boolean;
  isText?: boolean;
  children: ReactNode;
}

export const Fact = ({ name, isTop, isText, children }: FactProps) => (
  <div className={isTop ? css.isTop : undefined}>
    <dt>{name}</dt>
    <dd className={isText ? css.isText : undefined}>{children}</dd>
  </div>
);

/** Until when the verification holds, and why it does not (docs/rules.md#standing). */
function HoldingFacts({ item }: { item: ContentDetail }) {
  const { good_until, standing, standing_reasons, superseded_by, dead_links = [] } = item;
  // A server with the specification's calls alone says nothing of it.
  if (!standing) return null;
  return (
    <>
      <Fact name={termNameOf(standing)}>
        {good_until ? <time dateTime={good_until}>{formatTermDay(good_until)}</time> : "No end"}
      </Fact>
      {standing_reasons.length > 0 && (
        <Fact name="Why" isTop isText>
          {standing_reasons.map((reason) => (
            <p key={`${reason.kind} ${reason.text}`}>
              {whenOf(reason, item)} <time dateTime={reason.since}>{formatTermDay(reason.since)}</time>:{" "}
              {reason.text}
              {reason.kind === "links" &&
                dead_links.map(({ url }) => (
                  <small className={kit.subline} key={url}>
                    {url}
                  </small>
                ))}
            </p>
          ))}
        </Fact>
      )}
      {superseded_by !== null && (
        <Fact name="Superseded by">
          <SuccessorLink id={superseded_by} />
        </Fact>
      )}
    </>
  );
}

/** What the reviewers approved. */
function checkedParts({ media, embed }: ContentDetail): string {
  if (embed) return "Title, text and film";
  return media ? "Title, text and file" : "Title and text";
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
