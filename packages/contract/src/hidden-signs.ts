import { Type } from "typebox";

/**
 * A sign that can be seen (docs/rules.md#invisible-text): no white space, no control, nothing that Unicode ignores by default
 * (U+200B, U+2060, U+3164 among them), no half of a character, no format control that draws nothing, and no sign that is
 * drawn blank.
 */
const visible =
  /[^\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{1d159}]/u;
/** The same for a schema. */
export const visibleSign = visible.source;

/** Whether nobody can see anything of a text: it counts as empty. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Without white space around it; empty if nobody can see anything of it. */
export const trimmed = (text: string): string => (isBlank(text) ? "" : text.trim());

/**
 * A name in the one form in which names are stored and compared (docs/rules.md#invisible-text): Unicode's NFC, and one space wherever
 * there are several or wider ones, since a page shows them as one.
 */
export const oneForm = (name: string): string => name.normalize("NFC").replaceAll(/\p{Zs}+/gu, " ");

/** A text of which something can be seen. */
export const VisibleText = (maxLength: number, options: { format?: string; pattern?: string } = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: visibleSign, ...options });

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
