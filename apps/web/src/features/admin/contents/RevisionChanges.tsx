import {
  directionControls,
  formerMember,
  type Media,
  nameOfControl,
  type Review,
  type RevisionText,
  writeChapters,
} from "@cairn/contract";
import { Fragment, useMemo } from "react";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Text } from "../../../ui/Text.tsx";
import * as css from "./revision-changes.module.css";
import { diffTexts, type Part, type Stretch } from "./text-diff.ts";

interface RevisionChangesProps {
  revision: RevisionText;
  old: RevisionText;
  /** The decision about the earlier one; undefined if it is the approved revision. */
  decision: Review | undefined;
}

/** What the author changed since the approved revision, or since the one that was last decided on. */
export function RevisionChanges({ revision, old, decision }: RevisionChangesProps) {
  const facts = changedFacts(old, revision);
  const isTextSame = old.body === revision.body;
  return (
    <Text as="section" kind="small" className={css.root} aria-labelledby="revision-changes">
      <h3 className={css.heading} id="revision-changes">
        Changes since revision {old.number}
      </h3>
      {decision ? (
        <Text kind="soft" above={1}>
          {decision.reviewer?.name ?? formerMember} {decision.decision} it{" "}
          <TimeAgo instant={decision.decided_at} />
          {decision.reason && `: “${decision.reason}”`}
        </Text>
      ) : (
        <Text kind="soft" above={1}>
          Readers see revision {old.number} until another one is approved.
        </Text>
      )}
      {facts.length > 0 && (
        <Facts above={3}>
          {facts.map(({ name, before, after }) => (
            <Fact name={name} key={name}>
              {before !== "" && <Marked parts={[{ kind: "removed", text: before }]} />}{" "}
              {after !== "" && <Marked parts={[{ kind: "added", text: after }]} />}
            </Fact>
          ))}
        </Facts>
      )}
      {isTextSame ? (
        <Text kind="soft" above={1}>
          {facts.length > 0 ? "The text is the same." : "Nothing changed."}
        </Text>
      ) : (
        <TextChanges before={old.body} after={revision.body} />
      )}
    </Text>
  );
}

/** What became of a text, with what stayed folded. */
export function TextChanges({ before, after }: { before: string; after: string }) {
  const stretches = useMemo(() => diffTexts(before, after), [before, after]);
  return (
    <div className={css.textChanges}>
      {stretches.map((stretch, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one text never move
        <TextStretch key={place} stretch={stretch} />
      ))}
    </div>
  );
}

function TextStretch({ stretch }: { stretch: Stretch }) {
  switch (stretch.kind) {
    case "changed":
      return (
        <p className={css.isChanged}>
          <Marked parts={stretch.parts} />
        </p>
      );
    case "same":
      return (
        <p>
          <Exactly text={stretch.lines.join("\n")} />
        </p>
      );
    case "folded":
      return (
        <details>
          <summary>{stretch.lines.length} unchanged lines</summary>
          <p>
            <Exactly text={stretch.lines.join("\n")} />
          </p>
        </details>
      );
  }
}

/** Marks additions and removals by more than colour, and in words for screen readers. */
function Marked({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ kind, text }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={place}>
      {kind === "same" && <Exactly text={text} />}
      {kind === "removed" && (
        <del>
          <Spoken text="[removed: " />
          <Exactly text={text} />
          <Spoken text="]" />
        </del>
      )}
      {kind === "added" && (
        <ins>
          <Spoken text="[added: " />
          <Exactly text={text} />
          <Spoken text="]" />
        </ins>
      )}
    </Fragment>
  ));
}

/** The text with its controls of direction as marks: they could show it in another order than it is written. */
const Exactly = ({ text }: { text: string }) =>
  text.split(directionControls).map((part, place) =>
    directionControls.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span className={css.control} key={place}>
        {nameOfControl(part)}
      </span>
    ) : (
      part
    ),
  );

const Spoken = ({ text }: { text: string }) => <span className={kit.srOnly}>{text}</span>;

interface ChangedFact {
  name: string;
  /** Empty if there was none, or is none now. */
  before: string;
  after: string;
}

/** What changed besides the body. */
function changedFacts(old: RevisionText, now: RevisionText): ChangedFact[] {
  const facts: ChangedFact[] = [
    { name: "Title", before: old.title, after: now.title },
    { name: "Category", before: old.category_name, after: now.category_name },
    { name: "Type", before: old.content_type, after: now.content_type },
    { name: "Summary", before: old.summary, after: now.summary },
    { name: "Cover", before: nameOf(old.cover?.url), after: nameOf(now.cover?.url) },
    { name: "Applies to", before: old.applies_to.join(", "), after: now.applies_to.join(", ") },
    { name: "File", before: fileOf(old.media), after: fileOf(now.media) },
    { name: "Film", before: old.embed?.address ?? "", after: now.embed?.address ?? "" },
    { name: "Poster", before: nameOf(old.poster), after: nameOf(now.poster) },
    { name: "Captions", before: tracksOf(old), after: tracksOf(now) },
    { name: "Chapters", before: writeChapters(old.chapters), after: writeChapters(now.chapters) },
    { name: "Nobody speaks", before: old.no_speech ? "Yes" : "", after: now.no_speech ? "Yes" : "" },
    { name: "What the file shows", before: old.media?.alt ?? "", after: now.media?.alt ?? "" },
  ];
  return facts.filter(({ before, after }) => before !== after);
}

const tracksOf = ({ captions }: RevisionText) =>
  captions.map(({ label, url }) => `${label} (${nameOf(url)})`).join(", ");

const fileOf = (media: Media | null) => (media ? `${nameOf(media.url)} (${media.type})` : "");

/** The file name is derived from its content; the rest of a private address differs in every response. */
const nameOf = (url: string | null | undefined) => url?.replace(/[?#].*$/, "").replace(/^.*\//, "") ?? "";
