import { listReviews, type Review, screens } from "@cairn/contract";
import { Link } from "react-router";
import { apiHost } from "../../lib/api/host.ts";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import * as verificationCss from "./verification.module.css";

/** The hashes behind the mark, for readers who want to check them. */
export function LedgerProof({ review }: { review: Review }) {
  const rows = `${apiHost}/api${listReviews.path.replace(":id", String(review.content_id))}`;
  return (
    <details className={`${verificationCss.part} ${verificationCss.proof}`}>
      <summary>Check it yourself</summary>
      <p>
        A row of the ledger names this exact revision by its SHA-256, and carries the hash of the row before
        it. Change one letter anywhere, and the rows no longer fit.
      </p>
      <dl className={layoutCss.stack}>
        <Hash of="Revision" value={review.revision_hash} />
        {review.media_hash && <Hash of="File" value={review.media_hash} />}
        <Hash of={`Ledger row ${review.seq}`} value={review.hash} />
        <Hash of="Row before it" value={review.previous_hash} />
      </dl>
      <p className={`${layoutCss.stack} ${partsCss.starts} ${verificationCss.links}`}>
        <Link className={layoutCss.link} to={screens.ledger}>
          The whole ledger
        </Link>
        <a className={layoutCss.link} href={rows}>
          All decisions about this item, as data
        </a>
      </p>
    </details>
  );
}

function Hash({ of, value }: { of: string; value: string }) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>{value}</dd>
    </div>
  );
}
