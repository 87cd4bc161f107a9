import { directionRuns } from "@cairn/contract";
import type { ReactNode } from "react";

/** A title. In one from right to left, names such as C++ and range() keep their signs on their side. */
export function TitleText({ children: title }: { children: string }): ReactNode {
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
