import { Fragment } from "react";
import type { Part } from "./text-diff.ts";

/** What came and what went, for the eye by more than colour, and in words for those who listen. */
export function Marked({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ kind, text }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={place}>
      {kind === "same" && text}
      {kind === "removed" && (
        <del>
          <Spoken text="[removed: " />
          {text}
          <Spoken text="]" />
        </del>
      )}
      {kind === "added" && (
        <ins>
          <Spoken text="[added: " />
          {text}
          <Spoken text="]" />
        </ins>
      )}
    </Fragment>
  ));
}

const Spoken = ({ text }: { text: string }) => <span className="sr-only">{text}</span>;
