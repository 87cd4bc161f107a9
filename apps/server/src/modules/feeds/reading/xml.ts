import { Parser } from "htmlparser2";
import { ExternalFailure } from "../../../lib/external-failure.ts";
import { itemCap } from "./items.ts";

/**
 * Where to find each field in an entry: RSS, then Atom, then the extensions that channels use. The first match wins.
 */
const placesOf: Record<string, readonly string[]> = {
  guid: ["guid", "id"],
  title: ["title"],
  pubDate: ["pubDate", "published", "dc:date", "updated"],
  description: ["media:group/media:description", "media:description", "description", "summary", "content"],
  link: ["link"],
  author: ["author/name", "dc:creator", "itunes:author", "author"],
};
const roots = new Set(["rss", "feed", "rdf:RDF"]);
const depthCap = 50;

/**
 * The entries of an RSS or Atom document, with the fields named as the conversion service names them. The parser
 * supports no document types and only XML's five built-in entities, so the text can neither expand nor refer to
 * external files.
 * @throws ExternalFailure for anything else, and for a truncated document
 */
export function readXmlEntries(bytes: Uint8Array): Record<string, string>[] {
  const handler = new FeedHandler();
  new Parser(handler, { xmlMode: true }).end(decode(bytes));
  if (!handler.isWhole) throw new ExternalFailure("it ends too early");
  return handler.entries;
}

/** An XML document declares its encoding in its first line. */
function decode(bytes: Uint8Array): string {
  const firstLine = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const label = /^[^<]{0,3}<\?xml[^>]+encoding=["']([\w-]+)["']/.exec(firstLine)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    throw new ExternalFailure("its encoding is unknown");
  }
}

class FeedHandler {
  readonly entries: Record<string, string>[] = [];
  isWhole = false;
  readonly #open: string[] = [];
  /** The depth at which the current entry is open; 0 between entries. */
  #entryDepth = 0;
  #texts = new Map<string, string>();
  /** Fields already read: if a field occurs more than once, the first one counts. */
  #read = new Set<string>();
  #isHtml = new Set<string>();

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#open.length === 0 && !roots.has(name))
      throw new ExternalFailure("it is no RSS or Atom document");
    if (this.#open.length >= depthCap) throw new ExternalFailure("it is nested too deeply");
    this.#open.push(name);
    if (this.#entryDepth === 0) {
      if (name === "item" || name === "entry") this.#entryDepth = this.#open.length;
      return;
    }
    const place = this.#place();
    // RSS descriptions are HTML; Atom declares it.
    if (attributes.type === "html" || (place === "description" && this.#open[0] !== "feed"))
      this.#isHtml.add(place);
    const isAlternate = (attributes.rel ?? "alternate") === "alternate";
    if (place === "link" && isAlternate && attributes.href && !this.#texts.has("link")) {
      this.#texts.set("link", attributes.href);
    }
  }

  ontext(text: string): void {
    if (this.#entryDepth === 0) return;
    const place = this.#place();
    if (!this.#read.has(place)) this.#texts.set(place, (this.#texts.get(place) ?? "") + text);
  }

  onclosetag(_name: string, isImplied: boolean): void {
    if (this.#open.length === this.#entryDepth) {
      if (!isImplied && this.entries.length < itemCap) this.entries.push(this.#entry());
      this.#entryDepth = 0;
      this.#texts = new Map();
      this.#read = new Set();
      this.#isHtml = new Set();
    } else if (this.#entryDepth > 0) {
      this.#read.add(this.#place());
    }
    this.#open.pop();
    if (this.#open.length === 0) this.isWhole = !isImplied;
  }

  #place(): string {
    return this.#open.slice(this.#entryDepth).join("/");
  }

  #entry(): Record<string, string> {
    const found = (places: readonly string[]) => {
      const place = places.find((candidate) => this.#texts.get(candidate)?.trim());
      if (place === undefined) return "";
      const text = this.#texts.get(place) ?? "";
      return this.#isHtml.has(place) ? textOfHtml(text) : text;
    };
    return Object.fromEntries(Object.entries(placesOf).map(([field, places]) => [field, found(places)]));
  }
}

const inline = new Set("a abbr b code em i mark small span strong sub sup u".split(" "));
const hidden = new Set(["script", "style"]);

/** The visible text of the HTML, as plain text. */
function textOfHtml(html: string): string {
  let text = "";
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentag(name) {
      if (hidden.has(name)) hiddenDepth += 1;
      else if (!inline.has(name)) text += " ";
    },
    ontext(data) {
      if (hiddenDepth === 0) text += data;
    },
    onclosetag(name) {
      if (hidden.has(name)) hiddenDepth -= 1;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, " ");
}
