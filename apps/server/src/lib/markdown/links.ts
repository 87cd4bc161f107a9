import type MarkdownIt from "markdown-it";

/**
 * Which bare addresses become links, as in GitHub's Markdown: those with a scheme, those that begin with `www.`, and
 * e-mail addresses. Any other name with a dot may be a file: README.md and main.rs are also domains of countries.
 */
export function linkAddresses({ linkify }: MarkdownIt): void {
  linkify.set({ fuzzyLink: false });
  // An address without a scheme, which looks like a comment in many languages.
  linkify.add("//", null);
  linkify.add("www.", {
    validate(text, at, { re }) {
      const { src_host_port_strict: host, src_path: path } = re as unknown as Record<string, string>;
      re.www ??= new RegExp(`${host}${path}`, "iy");
      re.www.lastIndex = at;
      return re.www.exec(text)?.[0].length ?? 0;
    },
    normalize(found) {
      found.url = `http://${found.url}`;
    },
  });
}
