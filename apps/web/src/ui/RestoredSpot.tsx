import { type ComponentProps, Suspense } from "react";
import { lazyNamed } from "../lib/lazy-named.ts";
import { Alert } from "./Alert.tsx";

// Lazy: few forms are opened with unsent work.
const RestoredLine = lazyNamed(() => import("./RestoredLine.tsx"), "RestoredLine");

/** The place of the line that says that a form was restored. */
export const RestoredSpot = (props: ComponentProps<typeof RestoredLine>) => (
  <Suspense fallback={<Alert kind="info" text="&nbsp;" />}>
    <RestoredLine {...props} />
  </Suspense>
);
