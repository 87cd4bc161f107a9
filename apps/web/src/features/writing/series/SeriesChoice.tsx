import { type ComponentProps, Suspense } from "react";
import { lazyNamed } from "../../../lib/lazy-named.ts";

// Lazy: many writers have no series.
const SeriesField = lazyNamed(() => import("./SeriesField.tsx"), "SeriesField");

/** The field "Series" of the writing forms. */
export const SeriesChoice = (props: ComponentProps<typeof SeriesField>) => (
  <Suspense>
    <SeriesField {...props} />
  </Suspense>
);
