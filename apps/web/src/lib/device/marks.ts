/** On an answer from this device: when the server gave it, as ISO 8601. */
export const keptAtHeader = "x-kept-at";

/** The same in a page from this device: the name of a `meta` element. */
export const keptAtMeta = "kept-at";
