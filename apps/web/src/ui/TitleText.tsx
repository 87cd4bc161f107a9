import { rightToLeft } from "@cairn/contract";
import { type ReactNode, Suspense } from "react";
import { lazyNamed } from "../lib/lazy-named.ts";

// Lazy: most titles are from left to right.
const IsolatedTitle = lazyNamed(() => import("./IsolatedTitle.tsx"), "IsolatedTitle");

/** A title. In one from right to left, names such as C++ and range() keep their signs on their side. */
export function TitleText({ children: title }: { children: string }): ReactNode {
  if (!rightToLeft.test(title)) return title;
  return (
    <Suspense fallback={title}>
      <IsolatedTitle title={title} />
    </Suspense>
  );
}
