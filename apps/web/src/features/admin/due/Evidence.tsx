import { messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { MarkedRun } from "../../../lib/code/marked-run.ts";
import { counted } from "../../../lib/counted.ts";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { formatTermDay } from "../../../lib/time/dates.ts";
import * as kit from "../../../ui/kit.module.css";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { answerOf } from "../live/answer.ts";
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
  const { value, failure } = answerOf(useQuery(evidenceQuery(id, revision)));
  return (
    <section className={css.since} aria-label="Links and code">
      <h3>Links and code</h3>
      {failure ? (
        <LoadFailure failure={failure} />
      ) : value ? (
        <Found {...value} onCode={onCode} />
      ) : (
        <LoadingLine text={messages.loading} />
      )}
    </section>
  );
}

function Found({ links, checks, onCode }: ItemEvidence & Pick<EvidenceProps, "onCode">) {
  const missing = links.filter(({ state }) => state === "dead" || state === "failing");
  const hasCode = checks.items.length > 0;
  if (links.length === 0 && !hasCode) return <p className={kit.note}>It has no links and no code to run.</p>;
  return (
    <>
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
      {hasCode && (
        <Suspense fallback={<LoadingLine text={messages.loading} />}>
          <CodeRun checks={checks} isAuto onChange={onCode} />
        </Suspense>
      )}
    </>
  );
}
