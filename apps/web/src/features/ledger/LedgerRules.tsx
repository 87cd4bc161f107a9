import { getCanonicalRevision, listLedger } from "@cairn/contract";
import { useQueryClient } from "@tanstack/react-query";
import { apiHost } from "../../lib/api/host.ts";
import { useHydrated } from "../../lib/store.ts";
import * as kit from "../../ui/kit.module.css";
import { Stack } from "../../ui/Stack.tsx";
import * as css from "./ledger.module.css";
import { publicUrlKey } from "./ledger.queries.ts";

/** How to verify the ledger without trusting this page: docs/guides/verify.md in short. */
export function LedgerRules() {
  const publicUrl = useQueryClient().getQueryData(publicUrlKey);
  const isHydrated = useHydrated();
  const site = apiHost || (isHydrated ? window.location.origin : publicUrl);
  const canonical = getCanonicalRevision.path.replace(":id", "1");
  return (
    <details className={css.rules}>
      <summary className={kit.unfold}>How to check it yourself</summary>
      <p>
        Every row contains three hashes: of the row before it, of the exact revision that was reviewed, and of
        its file. Anyone who later changes a text, a file or a decision has to change every later row too, and
        everyone who noted the newest hash will see it.
      </p>
      <Stack as="ol" gap={2}>
        <li>
          Take the rows as data from{" "}
          <a className={kit.link} href={`${apiHost}/api${listLedger.path}`}>
            {listLedger.path}
          </a>
          , page by page, and begin at row 1. Its <code>previous_hash</code> is 64 zeros; every other row’s is
          the <code>hash</code> of the row before.
        </li>
        <li>
          Write what a row says as JSON without white space, with these keys in this order:{" "}
          <code>content</code> (the item’s id), <code>decision</code>, <code>media_hash</code>,{" "}
          <code>previous</code>, <code>reason_commitment</code>, <code>reviewer_commitment</code>,{" "}
          <code>revision</code>, <code>revision_hash</code>, <code>seq</code>, <code>time</code>,{" "}
          <code>v</code> (3). Its SHA-256 is the row’s <code>hash</code>. Rows about the log itself stand in{" "}
          <code>notes</code>, and <code>hash</code> is the SHA-256 of their <code>leaf</code>.
        </li>
        <li>
          A row does not say who decided and why, but commits to both: the SHA-256 of{" "}
          <code>reviewer_salt</code> and the reviewer’s id is <code>reviewer_commitment</code>, the SHA-256 of{" "}
          <code>reason_salt</code> and the reason is <code>reason_commitment</code>. Where they are null, the
          decision is about work that is not public: who decided and why is for its author and the admins.
          With <code>reviewer_erased</code> the salt was destroyed with the reviewer’s account.
        </li>
        <li>
          The text of a published item is hashed like this, and gives the <code>revision_hash</code> of its
          newest approving row:
          <pre>
            <code>{`curl -s ${site}${canonical} | sha256sum`}</code>
          </pre>
        </li>
        <li>Save the newest hash. If it is still here tomorrow, nothing before it has changed.</li>
      </Stack>
      <p>
        Each post’s page shows its hashes under “Check it yourself”, and “Check it here” compares its text,
        file and decision with the signed log in your own browser.
      </p>
    </details>
  );
}
