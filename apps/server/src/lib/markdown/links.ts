import type MarkdownIt from "markdown-it";

type Match = NonNullable<ReturnType<MarkdownIt["linkify"]["matchAtStart"]>>;

const sentenceEnds = "?!.,:;*_~'\"";

/** Leaves the end of a sentence out of an address: the library keeps a full stop before a bracket. */
function withoutEnd(found: Match): Match {
  const { raw } = found;
  let end = raw.length;
  // A regular expression would look through each run of such signs again and again.
  while (end > 0 && sentenceEnds.includes(raw.charAt(end - 1))) end -= 1;
  const surplus = raw.length - end;
  if (surplus === 0) return found;
  found.lastIndex -= surplus;
  for (const part of ["raw", "text", "url"] as const) found[part] = found[part].slice(0, -surplus);
  return found;
}

/** In characters. */
const longestAddress = 4_000;

/**
 * Which bare addresses become links, as in GitHub's Markdown: those with a scheme, those that begin with `www.`, and
 * email addresses. Any other name with a dot may be a file: README.md and main.rs are also domains of countries.
 */
export function linkAddresses({ linkify }: MarkdownIt): void {
  linkify.set({ fuzzyLink: false });
  // An address without a scheme, which looks like a comment in many languages.
  linkify.add("//", null);
  linkify.add("www.", {
    validate(text, at, itself) {
      // The rest is an address of the web without its scheme.
      const length = itself.testSchemaAt(`//${text.slice(at, at + longestAddress)}`, "http:", 0);
      return Math.max(0, length - "//".length);
    },
    normalize(found) {
      found.url = `http://${found.url}`;
    },
  });
  const [match, matchAtStart] = [linkify.match.bind(linkify), linkify.matchAtStart.bind(linkify)];
  linkify.match = (text) => match(text)?.map(withoutEnd) ?? null;
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    return found && withoutEnd(found);
  };
}
