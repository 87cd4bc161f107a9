import { type ComponentProps, lazy, Suspense } from "react";
import * as css from "./label-field.module.css";

// Lazy: many texts apply to no version.
const LabelField = lazy(async () => ({ default: (await import("./LabelField.tsx")).LabelField }));

/** The field "Applies to" of the writing forms; its place is kept while it loads. */
export const Labels = (props: ComponentProps<typeof LabelField>) => (
  <Suspense fallback={<div className={css.place} />}>
    <LabelField {...props} />
  </Suspense>
);
