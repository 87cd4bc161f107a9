import type { ContentDetail, ContentStatus } from "@cairn/contract";
import { Stones } from "../../art/Stones.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import type { Standing } from "./standing.ts";

/** What comes next for an item that carries no mark. */
export const nextStep: Record<ContentStatus, string> = {
  Draft: "It goes to a reviewer once it is submitted.",
  Pending: "A reviewer reads it before anybody else does.",
  Flagged: "A reviewer sent it back. It can be edited and submitted again.",
  Removed: "It is not shown to readers any more.",
  Published: "The ledger holds no approval of this revision.",
};

interface VerificationHeadProps {
  item: ContentDetail;
  standing: Standing;
  headingId: string;
}

export function VerificationHead({ item, standing, headingId }: VerificationHeadProps) {
  switch (standing.kind) {
    case "verified":
      return (
        <div className="verification-head is-verified">
          <span className="verification-seal">
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
        <div className="verification-head">
          <div className="grid gap-1.5">
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
        <div className="verification-head">
          <div className="grid gap-1.5">
            <h2 id={headingId}>
              <span className="sr-only">Review: </span>
              <StatusBadge status={item.status} />
            </h2>
            <p>{nextStep[item.status]}</p>
          </div>
        </div>
      );
  }
}
