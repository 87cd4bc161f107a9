import { type Edit, insertion, linkOver, type Marked } from "./edits.ts";

/** What a paste does, where it is more than inserting its text. */
type Pasted =
  | { kind: "pictures"; files: File[] }
  | { kind: "edit"; edit: Edit }
  | { kind: "rich"; html: string };

const marks = /<(?:h[1-6]|ul|ol|table|pre|blockquote|a\s[^>]*href|b|strong|i|em|del|s|code|sup)[\s>]/i;
const boldStyle = /<span[^>]*font-(?:weight:\s*(?:bold|[6-9]00)|style:\s*italic)/i;

/**
 * Undefined: let the box insert the plain text. Editors of code put HTML on the clipboard that only colours, so HTML
 * counts only where it has marks that Markdown knows.
 */
export function readPaste(data: DataTransfer, marked: Marked): Pasted | undefined {
  const plain = data.getData("text/plain");
  const html = data.getData("text/html");
  const files = picturesOf(data);
  // Programs for tables and texts add a picture of what was copied.
  if (files.length > 0 && plain === "") return { kind: "pictures", files };
  const linked = linkOver(marked, plain);
  if (linked) return { kind: "edit", edit: linked };
  return marks.test(html) || boldStyle.test(html) ? { kind: "rich", html } : undefined;
}

const picturesOf = (data: DataTransfer): File[] =>
  [...data.files].filter(({ type }) => type.startsWith("image/"));

/** The edit that inserts converted rich text; the plain text where the conversion left nothing. */
export const insertConverted = (marked: Marked, markdown: string, plain: string): Edit =>
  insertion(markdown.trim() === "" ? plain : markdown)(marked);
