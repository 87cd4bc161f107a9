import { Parser } from "htmlparser2";
import { OutsideFailure } from "../../../lib/outside-failure.ts";
import { textOfHtml } from "./html-text.ts";
import { itemCap } from "./items.ts";

/** Where a field stands inside an entry: RSS, then Atom, then the extensions that channels use; the first found wins. */
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
 * The entries of an RSS or Atom document, with the fields named as the conversion service names them. The parser knows
 * no document types and no entities but XML's own five, so nothing in the text can grow or lead elsewhere.
 * @throws OutsideFailure for anything that is not such a document, or only its beginning
 */
export function readXmlEntries(bytes: Uint8Array): Record<string, string>[] {
  const handler = new FeedHandler();
  new Parser(handler, { xmlMode: true }).end(decode(bytes));
  if (!handler.isWhole) throw new OutsideFailure("it ends too early");
  return handler.entries;
}

/** XML says its encoding in its first line. */
function decode(bytes: Uint8Array): string {
  const firstLine = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const label = /^[^<]{0,3}<\?xml[^>]+encoding=["']([\w-]+)["']/.exec(firstLine)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    throw new OutsideFailure("its encoding is unknown");
  }
}

class FeedHandler {
  readonly entries: Record<string, string>[] = [];
  isWhole = false;
  readonly #open: string[] = [];
  /** How many elements are open outside of the entry that is being read; 0 between entries. */
  #entryDepth = 0;
  #texts = new Map<string, string>();
  /** Of fields that come more than once the first counts. */
  #read = new Set<string>();
  #isHtml = new Set<string>();

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#open.length === 0 && !roots.has(name))
      throw new OutsideFailure("it is no RSS or Atom document");
    if (this.#open.length >= depthCap) throw new OutsideFailure("it is nested too deeply");
    this.#open.push(name);
    if (this.#entryDepth === 0) {
      if (name === "item" || name === "entry") this.#entryDepth = this.#open.length;
      return;
    }
    const place = this.#place();
    // RSS writes descriptions as HTML, Atom says so.
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
