import { lazy, Suspense } from "react";
import type { SafeHtmlProps } from "./CleanHtml.tsx";
// With the page, not with the code below: its text has its look before any script.
import "./prose.module.css";

// Lazy: it sanitises. Hydration leaves a text of the page as it is until this code has loaded.
const load = async () => ({ default: (await import("./CleanHtml.tsx")).CleanHtml });
const CleanHtml = lazy(load);

/** Fetches the code while the text itself is on its way. What can't be loaded is found missing when it is rendered. */
export const prepareSafeHtml = () => void load().catch(() => {});

/** Renders HTML made from user text, sanitised once more in the browser. */
export const SafeHtml = (props: SafeHtmlProps) => (
  <Suspense>
    <CleanHtml {...props} />
  </Suspense>
);
