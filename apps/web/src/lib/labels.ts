import { limits } from "@cairn/contract";

/** Between labels where forms and the journal hold them as one text: no label has a comma. */
export const labelGap = ", ";

/** As the server keeps it: in lower case, with single spaces. */
export const plainLabel = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();

const pattern = /^[a-z0-9.+#_-]+( [a-z0-9.+#_-]+)+$/;

/** Why a text is no label; undefined if it is one. */
export function labelProblem(text: string): string | undefined {
  const label = plainLabel(text);
  return pattern.test(label) && label.length <= limits.labelLength
    ? undefined
    : "Please enter a name and a version, such as node 20.";
}

/** The labels of a form's text, which may have been stored by anything. */
export const listOfLabels = (text: string): string[] =>
  [...new Set(text.split(",").map(plainLabel))]
    .filter((label) => labelProblem(label) === undefined)
    .slice(0, limits.labels);
