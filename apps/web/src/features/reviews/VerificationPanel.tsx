import type { ContentDetail } from "@cairn/contract";
import { useId } from "react";
import { ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { LedgerProof } from "./LedgerProof.tsx";
import { RevisionHistory } from "./RevisionHistory.tsx";
import { wordOf } from "./standing.ts";
import { useVerification } from "./useVerification.ts";
import { VerificationFacts } from "./VerificationFacts.tsx";
import { VerificationHead } from "./VerificationHead.tsx";
import { VerificationSkeleton } from "./VerificationSkeleton.tsx";
import "../../ui/card.css";
import "./verification.css";

/** Where the line under the title leads to on phones. */
export const verificationId = "verification";

/** Who decided about the revision on the page, when, and what came before (DESIGN 5). */
export function VerificationPanel({ item }: { item: ContentDetail }) {
  const { known, isLoading, retry } = useVerification(item);
  const signShown = useDelayedFlag(isLoading);
  const headingId = useId();

  if (isLoading || signShown) return <VerificationSkeleton shown={signShown} />;
  return (
    <section
      className="card verification"
      id={verificationId}
      tabIndex={-1}
      aria-label={known ? undefined : "Verification"}
      aria-labelledby={known && headingId}
    >
      {known ? (
        <>
          <VerificationHead item={item} standing={known.standing} headingId={headingId} />
          <VerificationFacts item={item} word={wordOf(known.standing)} />
          <RevisionHistory item={item} {...known} />
          {known.standing.kind !== "unverified" && <LedgerProof review={known.standing.review} />}
        </>
      ) : (
        <ErrorState title="The verification could not be loaded." onRetry={retry} />
      )}
    </section>
  );
}
