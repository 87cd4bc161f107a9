/** Whether the page reads from right to left: `dir` of the document, which never changes while it is shown. */
export const isMirrored = globalThis.document?.dir === "rtl";

/** The arrow keys that lead to the next and to the previous one of a row. */
export const [nextKey, previousKey] = isMirrored ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
