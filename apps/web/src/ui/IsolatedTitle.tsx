import { directionRuns } from "@cairn/contract";
import type { ReactNode } from "react";

/** A title from right to left, with its names from left to right. */
export function IsolatedTitle({ title }: { title: string }): ReactNode {
  let at = 0;
  return directionRuns(title).map(({ text, isName }) => {
    at += text.length;
    return isName ? (
      <bdi dir="ltr" key={at}>
        {text}
      </bdi>
    ) : (
      text
    );
  });
}
