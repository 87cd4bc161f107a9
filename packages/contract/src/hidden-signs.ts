/**
 * The controls of direction (Unicode's Bidi_Control), with which code can look other than it runs ("Trojan Source",
 * CVE-2021-42574). A group of its own, so that `split` keeps them.
 */
export const directionControls = /([\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])/;

/** What stands in the place of a control that is to be seen: "U+202E". */
export const nameOfControl = (control: string): string =>
  `U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The class of an element that holds such a name. */
export const controlClass = "code-control";
