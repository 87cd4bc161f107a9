import { type ComponentProps, lazy, Suspense } from "react";

// Lazy: many writers have no series.
const SeriesField = lazy(async () => ({ default: (await import("./SeriesField.tsx")).SeriesField }));

/** The field "Series" of the writing forms. */
export const SeriesChoice = (props: ComponentProps<typeof SeriesField>) => (
  <Suspense>
    <SeriesField {...props} />
  </Suspense>
);
