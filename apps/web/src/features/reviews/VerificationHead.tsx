import type { ContentDetail } from "@cairn/contract";
import { Stones } from "../../art/Stones.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import { nextStep } from "./decision-words.ts";
import type { Standing } from "./standing.ts";

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
