import { useMemo } from "react";
import { TimeAgo } from "../../../../lib/time/TimeAgo.tsx";
import type { RevisionWords } from "../../admin-model.ts";
import type { Comparison } from "../../admin-source.ts";
import { changedFacts } from "./changed-facts.ts";
import { Marked } from "./Marked.tsx";
import "./revision-changes.css";
import { diffTexts, type Stretch } from "./text-diff.ts";

interface RevisionChangesProps {
  revision: RevisionWords;
  comparison: Comparison;
}

/** What the author changed since the revision that readers have, or since the one that was sent back. */
export function RevisionChanges({ revision, comparison: { words: old, decision } }: RevisionChangesProps) {
  const facts = changedFacts(old, revision);
  const stretches = useMemo(() => diffTexts(old.body, revision.body), [old.body, revision.body]);
  const isTextSame = stretches.every(({ kind }) => kind !== "changed");
  return (
    <section className="revision-changes" aria-labelledby="revision-changes">
      <h3 id="revision-changes">Changes since revision {old.number}</h3>
      {decision ? (
        <p>
          {decision.by} {decision.decision} it <TimeAgo instant={decision.time} />
          {decision.reason && `: “${decision.reason}”`}
        </p>
      ) : (
        <p>Readers have revision {old.number} until another one is approved.</p>
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {before !== "" && <Marked parts={[{ kind: "removed", text: before }]} />}{" "}
                {after !== "" && <Marked parts={[{ kind: "added", text: after }]} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isTextSame ? (
        <p>{facts.length > 0 ? "The text is the same." : "Nothing changed."}</p>
      ) : (
        <div className="text-changes">
          {stretches.map((stretch, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one text never move
            <TextStretch key={place} stretch={stretch} />
          ))}
        </div>
      )}
    </section>
  );
}

function TextStretch({ stretch }: { stretch: Stretch }) {
  switch (stretch.kind) {
    case "changed":
      return (
        <p className="is-changed">
          <Marked parts={stretch.parts} />
        </p>
      );
    case "same":
      return <p>{stretch.lines.join("\n")}</p>;
    case "folded":
      return (
        <details>
          <summary>{stretch.lines.length} unchanged lines</summary>
          <p>{stretch.lines.join("\n")}</p>
        </details>
      );
  }
}
