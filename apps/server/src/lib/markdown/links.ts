import MarkdownIt from "markdown-it";
import { addressLength } from "./address-length.ts";

type Match = NonNullable<ReturnType<MarkdownIt["linkify"]["matchAtStart"]>>;

/** Most addresses end in the beginning of their words; each scheme and each open bracket within reads on to its end. */
const [beginning, word] = [/\S{0,1000}/y, /\S*/y];
/** Characters of an address in the beginning from which it is read to the end of its word. */
const long = 500;
/** The name of a host has 253 characters at most, and takes long to read. */
const noHost = /^\/\/[\p{L}\p{N}\p{M}.@:_-]{350}/u;

/** Reads addresses of the web without their schemes: how many characters belong to the one at a place. */
function createReader() {
  const web = new MarkdownIt().linkify;
  let last = { text: "", from: 0, to: 0 };
  return (text: string, at: number, slashes: string): number => {
    // What begins within an address is part of it.
    if (at > last.from && at < last.to && text === last.text) return 0;
    const lengthIn = (part: RegExp) => {
      part.lastIndex = at;
      const address = slashes + (part.exec(text)?.[0] ?? "");
      const most = noHost.test(address) ? 0 : web.testSchemaAt(address, "http:", 0);
      const length = addressLength(address.slice(0, most));
      // At least a letter after the slashes.
      return length > 2 ? length : 0;
    };
    const seen = lengthIn(beginning);
    const length = seen > long ? lengthIn(word) : seen;
    last = { text, from: at, to: at + length - slashes.length };
    return Math.max(0, length - slashes.length);
  };
}

/**
 * Which bare addresses become links, as in GitHub's Markdown: those with a scheme, those that begin with `www.`, and
 * email addresses. Any other name with a dot may be a file: README.md and main.rs are also domains of countries.
 */
export function linkAddresses({ linkify }: MarkdownIt): void {
  linkify.set({ fuzzyLink: false });
  // An address without a scheme, which looks like a comment in many languages.
  linkify.add("//", null);
  const read = createReader();
  for (const scheme of ["http:", "https:"])
    linkify.add(scheme, { validate: (text, at) => read(text, at, "") });
  linkify.add("www.", {
    validate: (text, at) => read(text, at, "//"),
    normalize(found) {
      found.url = `http://${found.url}`;
    },
  });
  // Ends the match of an email address, which may be inside marks: ~~mailto:a@b.example~~.
  const ended = (found: Match): Match => {
    const surplus = found.raw.length - addressLength(found.raw);
    if (surplus === 0) return found;
    found.lastIndex -= surplus;
    for (const part of ["raw", "text", "url"] as const) found[part] = found[part].slice(0, -surplus);
    return found;
  };
  const [match, matchAtStart] = [linkify.match.bind(linkify), linkify.matchAtStart.bind(linkify)];
  linkify.match = (text) => match(text)?.map(ended) ?? null;
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    return found && ended(found);
  };
}
