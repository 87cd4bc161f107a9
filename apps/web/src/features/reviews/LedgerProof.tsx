import { getCanonicalRevision, getContentProof, listReviews, screens } from "@cairn/contract";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { apiHost } from "../../lib/api/host.ts";
import { readItem } from "../../lib/storage.ts";
import { Box } from "../../ui/Box.tsx";
import { Button } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import type { Subject } from "./check/check-log.ts";
import { evidenceKey } from "./check/evidence-key.ts";
import type { LogCheck } from "./check/LogCheck.tsx";
import { Fact } from "./VerificationFacts.tsx";
import * as verificationCss from "./verification.module.css";

/** Where the approval is in the public log, and the hashes behind the mark, for readers who want to check them. */
export function LedgerProof({ item, review, seenBy }: Subject & { seenBy: number | undefined }) {
  const addressOf = ({ path }: { path: string }) =>
    `${apiHost}/api${path.replace(":id", String(review.content_id))}`;
  return (
    <>
      <div className={verificationCss.part}>
        <p>This decision is in the public log{seenBy !== undefined && `, seen by ${witnesses(seenBy)}`}.</p>
        <CheckHere key={review.seq} item={item} review={review} />
      </div>
      <details className={`${verificationCss.part} ${verificationCss.proof}`}>
        <summary className={kit.unfold}>Check it yourself</summary>
        <Text above={3}>
          A row of the ledger contains the SHA-256 hash of this exact revision, and the hash of the row before
          it. If one letter changes anywhere, the hashes no longer match.
        </Text>
        <Stack as="dl" gap={2} above={3}>
          <Fact name="Revision">
            <code>{review.revision_hash}</code>
          </Fact>
          {review.media_hash && (
            <Fact name="File">
              <code>{review.media_hash}</code>
            </Fact>
          )}
          <Fact name={`Ledger row ${review.seq}`}>
            <code>{review.hash}</code>
          </Fact>
          <Fact name="Row before it">
            <code>{review.previous_hash}</code>
          </Fact>
        </Stack>
        <Stack as="p" starts gap={2} above={3}>
          <a className={kit.link} href={addressOf(getContentProof)} download>
            Download proof
          </a>
          <a className={kit.link} href={addressOf(getCanonicalRevision)} download={`post-${item.id}.json`}>
            Download text
          </a>
          <Link className={kit.link} to={screens.ledger}>
            The whole ledger
          </Link>
          <a className={kit.link} href={addressOf(listReviews)}>
            All decisions about this item, as data
          </a>
        </Stack>
      </details>
    </>
  );
}

const witnesses = (count: number) =>
  count === 0 ? "no witness yet" : count === 1 ? "one witness" : `${count} witnesses`;

/** The check is loaded once somebody asks for it, or if an earlier one found evidence. */
function CheckHere(subject: Subject) {
  const [run, setRun] = useState(0);
  const [Check, setCheck] = useState<typeof LogCheck | "failed">();
  const load = useCallback(
    () =>
      import("./check/LogCheck.tsx").then(
        (loaded) => setCheck(() => loaded.LogCheck),
        () => setCheck("failed"),
      ),
    [],
  );
  useEffect(() => {
    if (readItem(evidenceKey)) void load();
  }, [load]);
  const press = () => {
    setRun(run + 1);
    void load();
  };
  return (
    <>
      <Box above={3} className={kit.scripted}>
        <Button size="sm" onClick={press}>
          {run === 0 ? "Check it here" : "Check again"}
        </Button>
      </Box>
      {Check === "failed" && <p role="alert">The check could not be loaded.</p>}
      {Check && Check !== "failed" && <Check key={run} {...subject} isWanted={run > 0} />}
    </>
  );
}
