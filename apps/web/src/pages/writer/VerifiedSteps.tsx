import { lazy, Suspense } from "react";

const StepsToVerified = lazy(async () => ({
  default: (await import("./StepsToVerified.tsx")).StepsToVerified,
}));

/** The steps from a post to "verified", beside the form. Lazy: the form itself comes first. */
export const VerifiedSteps = () => (
  <Suspense>
    <StepsToVerified />
  </Suspense>
);
