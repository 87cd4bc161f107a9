import {
  blockInsertion,
  type Edit,
  fenced,
  insertion,
  languageNamed,
  linkOver,
  type Marked,
} from "./edits.ts";

/** What a paste does, where it is more than inserting its text. */
type Pasted =
  | { kind: "pictures"; files: File[] }
  | { kind: "edit"; edit: Edit }
  | { kind: "rich"; html: string };

const marks =
  /<(?:h[1-6]|ul|ol|dl|table|pre|blockquote|a\s[^<>]*href|b|strong|i|em|del|s|strike|code|tt|kbd|samp|sup|math)[\s>]/i;
/** Styles and classes that say it where the name of the element does not. */
const looks =
  /<[a-z][^<>]*(?:font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through|white-space:\s*pre\s*[;"']|mono|courier|consolas|menlo|mso-list|mwe-math)/i;

/**
 * Undefined: let the box insert the plain text. Editors of code put HTML on the clipboard that only colours, so HTML
 * counts only where it has marks that Markdown knows, or says that it is code.
 */
export function readPaste(data: DataTransfer, marked: Marked): Pasted | undefined {
  if (isInCode(marked)) return undefined;
  const plain = plainOf(data);
  const html = data.getData("text/html");
  const files = picturesOf(data);
  // Programs for tables and texts add a picture of what was copied.
  if (files.length > 0 && plain === "") return { kind: "pictures", files };
  const linked = linkOver(marked, plain);
  if (linked) return { kind: "edit", edit: linked };
  const mode = modeOf(data.getData("vscode-editor-data"));
  if (mode !== undefined) return fromCodeEditor(plain, mode, marked);
  return marks.test(html) || looks.test(html) ? { kind: "rich", html } : undefined;
}

const picturesOf = (data: DataTransfer): File[] =>
  [...data.files].filter(({ type }) => type.startsWith("image/"));

export const plainOf = (data: DataTransfer): string => data.getData("text/plain").replaceAll(/\r\n?/g, "\n");

/** The language of the file that VS Code copied from; undefined for other programs. */
function modeOf(data: string): string | undefined {
  try {
    const { mode } = JSON.parse(data);
    return typeof mode === "string" ? mode : "";
  } catch {
    return undefined;
  }
}

function fromCodeEditor(plain: string, mode: string, marked: Marked): Pasted | undefined {
  // People write Markdown in VS Code, too.
  if (/^(?:markdown|mdx|plaintext)$/.test(mode) || !plain.trimEnd().includes("\n")) return undefined;
  return { kind: "edit", edit: blockInsertion(fenced(plain, languageNamed(mode)))(marked) };
}

const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)]) +)?(`{3,}|~{3,})(.*)$/;

/** Whether the selection begins in a fenced block, or lies between the backticks of code in a line. */
function isInCode({ text, from, to }: Marked): boolean {
  const lines = text.slice(0, from).split("\n");
  let open = "";
  for (const line of lines) {
    const [, signs = "", rest = ""] = fence.exec(line) ?? [];
    if (open === "") open = signs.startsWith("`") && rest.includes("`") ? "" : signs;
    else if (signs.startsWith(open) && rest.trim() === "") open = "";
  }
  if (open !== "") return true;
  const isOdd = (lines.at(-1) ?? "").split("`").length % 2 === 0;
  return isOdd && (text.slice(to).split("\n", 1)[0] ?? "").includes("`");
}

const startOfBlock = /^(?:#{1,6} |[-*+] |\d+[.)] |>|\||```|\$\$)/m;

/** The edit that inserts converted rich text; the plain text where the conversion left nothing. */
export function insertConverted(marked: Marked, markdown: string, plain: string): Edit {
  const text = markdown.trim() === "" ? plain : markdown;
  return (text !== plain && startOfBlock.test(text) ? blockInsertion(text) : insertion(text))(marked);
}
