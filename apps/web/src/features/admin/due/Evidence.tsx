import { messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import type { MarkedRun } from "../../../lib/code/marked-run.ts";
import { counted } from "../../../lib/counted.ts";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { formatTermDay } from "../../../lib/time/dates.ts";
import * as kit from "../../../ui/kit.module.css";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { Text } from "../../../ui/Text.tsx";
import { revisionQuery } from "../live/contents.queries.ts";
import { evidenceQuery, type ItemEvidence } from "../live/due.queries.ts";
import { LoadFailure } from "../useAction.tsx";
import * as css from "./due.module.css";

// Lazy: few texts have code that asks for a check.
const CodeRun = lazyNamed(() => import("../../../ui/checks/CodeRun.tsx"), "CodeRun");

interface EvidenceProps {
  id: number;
  /** The one that readers are served. */
  revision: number;
  /** Called for each change of what the item's code does in this browser. */
  onCode?: ((run: MarkedRun) => void) | undefined;
}

/** What Cairn knows of an item's links, and what its code does now, in this browser. */
export function Evidence({ id, revision, onCode }: EvidenceProps) {
  const query = useQuery(evidenceQuery(id, revision));
  return (
    <section className={css.since} aria-label="Links and code">
      <h3>Links and code</h3>
      {query.isLoadingError ? (
        <LoadFailure query={query} />
      ) : query.data ? (
        <Found {...query.data} unmarked={<Unmarked id={id} revision={revision} />} onCode={onCode} />
      ) : (
        <LoadingLine text={messages.loading} />
      )}
    </section>
  );
}

interface FoundProps extends ItemEvidence, Pick<EvidenceProps, "onCode"> {
  /** In place of code to run. */
  unmarked: ReactNode;
}

function Found({ links, checks, unmarked, onCode }: FoundProps) {
  const missing = links.filter(({ state }) => state === "dead" || state === "failing");
  const hasCode = checks.items.length > 0;
  return (
    <>
      {links.length === 0 && <Text kind="note">It has no links.</Text>}
      {links.length > 0 && (
        <ul>
          <li>
            {missing.length === 0
              ? `${counted(links.length, "link")}, none of them dead`
              : `${missing.length} of ${counted(links.length, "link")} did not answer`}
          </li>
          {missing.map(({ url, state, since }) => (
            <li key={url}>
              {state === "dead" ? "Dead" : "Failing"}
              {since && ` since ${formatTermDay(since)}`}:{" "}
              <a className={kit.link} href={url} target="_blank" rel="noopener noreferrer nofollow">
                {url}
              </a>
            </li>
          ))}
        </ul>
      )}
      {hasCode ? (
        <Suspense fallback={<LoadingLine text={messages.loading} />}>
          <CodeRun checks={checks} isAuto onChange={onCode} />
        </Suspense>
      ) : (
        unmarked
      )}
    </>
  );
}

/** How much code there is that the site cannot run: none of it says `check`. */
function Unmarked({ id, revision }: Pick<EvidenceProps, "id" | "revision">) {
  const { data } = useQuery(revisionQuery(id, revision));
  if (!data) return null;
  // The text's own signs are escaped.
  const blocks = data.body_html.split("<pre").length - 1;
  return <Text kind="note">{unmarkedWords(blocks)}</Text>;
}

function unmarkedWords(blocks: number): string {
  if (blocks === 0) return "It has no code.";
  if (blocks === 1) return "It has 1 code block, which asks for no check: read it yourself.";
  return `It has ${blocks} code blocks, and none asks for a check: read them yourself.`;
}
