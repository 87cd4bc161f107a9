import { authorPath } from "@cairn/contract";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { Mentioned } from "./comments.repository.ts";

/** Links the members whom a comment names, where they have a page; not in its code and its links. */
export function linkMentions(html: string, mentions: readonly Mentioned[]): string {
  // Longer names first: one may begin with another.
  const known = mentions
    .filter(({ hasPage }) => hasPage)
    .sort((one, other) => other.name.length - one.name.length);
  if (known.length === 0) return html;
  let depth = 0;
  const pieces = html.split(/(<[^>]*>)/).map((piece) => {
    if (/^<(?:a|code)\b/.test(piece)) depth += 1;
    if (/^<\/(?:a|code)>/.test(piece)) depth -= 1;
    if (depth > 0 || piece.startsWith("<")) return piece;
    // A stand-in first, in which no other name is found.
    return known.reduce(
      (text, { name }, index) => text.replaceAll(`@${escapeHtml(name)}`, `\0${index}\0`),
      piece,
    );
  });
  return pieces.join("").replaceAll(/\0(\d+)\0/g, (_, index) => {
    const member = known[Number(index)];
    return member ? `<a href="${authorPath(member.id)}">@${escapeHtml(member.name)}</a>` : "";
  });
}
