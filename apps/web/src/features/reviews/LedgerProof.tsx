import { getContentProof, listReviews, type Review, screens } from "@cairn/contract";
import { Link } from "react-router";
import { apiHost } from "../../lib/api/host.ts";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import * as verificationCss from "./verification.module.css";

/** Where the approval is in the public log, and the hashes behind the mark, for readers who want to check them. */
export function LedgerProof({ review }: { review: Review }) {
  const addressOf = ({ path }: { path: string }) =>
    `${apiHost}/api${path.replace(":id", String(review.content_id))}`;
  return (
    <>
      <p className={verificationCss.part}>
        In the public log as entry {review.seq - 1}.{" "}
        <a className={layoutCss.link} href={addressOf(getContentProof)} download>
          Download proof
        </a>
      </p>
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
          <a className={layoutCss.link} href={addressOf(listReviews)}>
            All decisions about this item, as data
          </a>
        </p>
      </details>
    </>
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
