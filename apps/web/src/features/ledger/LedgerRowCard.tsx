import {
  type Decision,
  formerMember,
  isRole,
  type LedgerNote,
  type LedgerRow,
  postPath,
  roleLabel,
} from "@cairn/contract";
import { Check, Flag, type LucideIcon, RefreshCw, Replace, Trash2, Undo2 } from "lucide-react";
import { Link } from "react-router";
import { formatMoment } from "../../lib/time/dates.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Fact, Facts } from "../../ui/Facts.tsx";
import * as kit from "../../ui/kit.module.css";
import { Row } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { TitleText } from "../../ui/TitleText.tsx";
import * as ledgerCss from "./ledger.module.css";

const looks: Record<Decision, { kind: "success" | "danger" | "neutral"; icon: LucideIcon; word: string }> = {
  approved: { kind: "success", icon: Check, word: "Approved" },
  flagged: { kind: "danger", icon: Flag, word: "Flagged" },
  removed: { kind: "neutral", icon: Trash2, word: "Removed" },
  withdrawn: { kind: "neutral", icon: Undo2, word: "Withdrawn" },
  reaffirmed: { kind: "success", icon: RefreshCw, word: "Renewed" },
  superseded: { kind: "neutral", icon: Replace, word: "Superseded" },
  reinstated: { kind: "neutral", icon: Undo2, word: "No longer superseded" },
};

/** One decision: what, on which revision, by whom, when and why, and the hashes that bind it. */
export function LedgerRowCard({ row }: { row: LedgerRow }) {
  const { seq, decision, content_id, title, revision, reviewer, decided_at, reason } = row;
  const zone = useZone();
  const isOpen = reviewer !== null || row.reviewer_erased;
  const isErased = isOpen && reason === null && row.reason_commitment !== null;
  const { word, ...look } = looks[decision];
  return (
    <>
      <Text as="span" kind="muted" className={`${kit.num} ${ledgerCss.seq}`}>
        <span className={kit.srOnly}>Row </span>
        {seq}
      </Text>
      <div>
        <Row as="h3" wrap className={ledgerCss.title}>
          <Badge {...look}>{word}</Badge>
          {title === null ? (
            <span>Item {content_id}, not public now</span>
          ) : (
            <Link className={kit.link} dir="auto" to={postPath(content_id)}>
              <TitleText>{title}</TitleText>
            </Link>
          )}
          <span className={ledgerCss.revision}>revision {revision}</span>
        </Row>
        <p>
          {reviewer
            ? `${reviewer.name} (${isRole(reviewer.role) ? roleLabel[reviewer.role] : reviewer.role})`
            : row.reviewer_erased
              ? formerMember
              : "Reviewer and reason are not public"}
          , <time dateTime={decided_at}>{formatMoment(decided_at, zone)}</time>
        </p>
        {reason && <blockquote dir="auto">{reason}</blockquote>}
        {isErased && <p>Reason erased</p>}
        <details>
          <summary className={kit.unfold}>
            Hash <code>{row.hash.slice(0, 12)}…</code>
          </summary>
          <Facts above={2}>
            <Hash of="This row" value={row.hash} />
            <Hash of="Row before it" value={row.previous_hash} />
            <Hash of="Revision" value={row.revision_hash} />
            {row.media_hash && <Hash of="File" value={row.media_hash} />}
          </Facts>
        </details>
      </div>
    </>
  );
}

/** A row about the log itself, such as how its older rows were taken over. */
export function LedgerNoteCard({ note: { seq, leaf, hash, reason } }: { note: LedgerNote }) {
  return (
    <>
      <Text as="span" kind="muted" className={`${kit.num} ${ledgerCss.seq}`}>
        <span className={kit.srOnly}>Row </span>
        {seq}
      </Text>
      <div>
        <Row as="h3" wrap className={ledgerCss.title}>
          About the log itself
        </Row>
        {reason && <p>{reason}</p>}
        <details>
          <summary className={kit.unfold}>
            Hash <code>{hash.slice(0, 12)}…</code>
          </summary>
          <Facts above={2}>
            <Hash of="This row" value={hash} />
            <Hash of="What it says" value={leaf} />
          </Facts>
        </details>
      </div>
    </>
  );
}

function Hash({ of, value }: { of: string; value: string }) {
  return (
    <Fact name={of}>
      <code>{value}</code>
    </Fact>
  );
}
