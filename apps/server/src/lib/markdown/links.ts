import type MarkdownIt from "markdown-it";

/** In characters. */
const longestAddress = 4_000;

/**
 * Which bare addresses become links, as in GitHub's Markdown: those with a scheme, those that begin with `www.`, and
 * e-mail addresses. Any other name with a dot may be a file: README.md and main.rs are also domains of countries.
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
}
