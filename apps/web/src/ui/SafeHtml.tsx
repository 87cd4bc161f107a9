import { laterPart } from "../lib/later-part.tsx";
// With the page, not with the code below: its text has its look before any script.
import "./prose.module.css";

// Later: it sanitises.
const load = async () => (await import("./CleanHtml.tsx")).CleanHtml;

/** Fetches the code while the text itself is on its way. A failed load surfaces when the component renders. */
export const prepareSafeHtml = () => void load().catch(() => {});

/** Renders HTML made from user text, sanitised once more in the browser. */
export const SafeHtml = laterPart(load);
