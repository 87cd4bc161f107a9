/** Joins class names and drops what a condition turned off. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
