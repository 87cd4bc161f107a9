import { Suspense } from "react";
import { lazyNamed } from "../../lib/lazy-named.ts";

const StepsToVerified = lazyNamed(() => import("./StepsToVerified.tsx"), "StepsToVerified");

/** The steps from a post to "verified", beside the form. Lazy: the form itself comes first. */
export const VerifiedSteps = () => (
  <Suspense>
    <StepsToVerified />
  </Suspense>
);
