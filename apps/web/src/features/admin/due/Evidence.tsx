import { messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { lineOf } from "../../../lib/checks/check-words.ts";
import { formatTermDay } from "../../../lib/time/dates.ts";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import { answerOf } from "../live/answer.ts";
import { evidenceQuery, type ItemEvidence } from "../live/due.queries.ts";
import { LoadFailure } from "../useAction.tsx";
import * as css from "./due.module.css";

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** What Cairn found out by itself about an item's links and code, the bad news by name. */
export function Evidence({ id }: { id: number }) {
  const { value, failure } = answerOf(useQuery(evidenceQuery(id)));
  return (
    <section className={css.since} aria-label="Links and code">
      <h3>Links and code</h3>
      {failure ? (
        <LoadFailure failure={failure} />
      ) : value ? (
        <Found {...value} />
      ) : (
        <LoadingLine text={messages.loading} />
      )}
    </section>
  );
}

function Found({ links, checks }: ItemEvidence) {
  const missing = links.filter(({ state }) => state === "dead" || state === "failing");
  const ran = checks.filter(({ outcome }) => outcome !== "unchecked");
  const failed = ran.filter(({ outcome }) => outcome === "failed");
  if (links.length === 0 && ran.length === 0)
    return <p className={partsCss.note}>It has no links and no code to run.</p>;
  return (
    <ul>
      {links.length > 0 && (
        <li>
          {missing.length === 0
            ? `${count(links.length, "link")}, none of them dead`
            : `${missing.length} of ${count(links.length, "link")} did not answer`}
        </li>
      )}
      {missing.map(({ url, state, since }) => (
        <li key={url}>
          {state === "dead" ? "Dead" : "Failing"}
          {since && ` since ${formatTermDay(since)}`}:{" "}
          <a className={layoutCss.link} href={url} target="_blank" rel="noopener noreferrer nofollow">
            {url}
          </a>
        </li>
      ))}
      {ran.length > 0 && (
        <li>
          {failed.length === 0
            ? `${count(ran.length, "code block")}, none of them failed`
            : `${failed.length} of ${count(ran.length, "code block")} failed`}
        </li>
      )}
      {failed.map((check) => (
        <li key={check.block}>
          Block {check.block} ({check.language}): {lineOf(check)}
        </li>
      ))}
    </ul>
  );
}
