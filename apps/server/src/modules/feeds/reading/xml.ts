import { Parser } from "htmlparser2";
import { cutText } from "../../../lib/cut-text.ts";
import { ExternalFailure } from "../../../lib/external-failure.ts";
import { readFeedDate } from "./feed-dates.ts";
import { hiddenElements, inlineElements, inOneLine, looksLikeHtml, textOfHtml } from "./html-text.ts";
import { itemCap } from "./items.ts";
import { decodeXml, withWindowsSigns } from "./xml-encoding.ts";
import { localName, type Scope, scopeOf, usualName } from "./xml-names.ts";

type Attributes = Readonly<Record<string, string>>;

/** Where a document comes from. */
export interface XmlOrigin {
  /** What relative links refer to, unless the document says otherwise. */
  readonly address: string;
  /** The encoding that the server named. */
  readonly charset: string | null;
}

/** The fields of an entry, named as the conversion service names them, or why it has none. */
export type XmlEntry = Record<string, string> | ExternalFailure;

const authors = ["author/name", "dc:creator", "itunes:author", "author", "atom:author/atom:name"];
/**
 * Where to find each field in an entry: RSS, then Atom, then the extensions that channels use. The first place with a
 * usable text counts. Names with # are no elements: a permalink, a player, a file and a link to no page are links where
 * there is no other.
 */
const placesOf = {
  guid: ["guid", "id", "atom:id", "rdf:about"],
  title: [
    "title",
    "atom:title",
    "media:group/media:title",
    "media:title",
    "media:content/media:title",
    "dc:title",
  ],
  pubDate: [
    ...["pubdate", "published", "issued", "atom:published", "dc:date", "dcterms:issued", "dcterms:created"],
    ...["created", "updated", "atom:updated", "modified", "dcterms:modified"],
  ],
  description: [
    ...[
      "media:group/media:description",
      "media:description",
      "media:content/media:description",
      "description",
      "summary",
      "content:encoded",
    ],
    ...["content", "atom:summary", "atom:content", "xhtml:body", "itunes:summary", "itunes:subtitle"],
  ],
  link: ["link", "#permalink", "atom:link", "#player", "#file", "#other"],
  author: authors,
} as const satisfies Record<string, readonly string[]>;
const authorsOfFeed = [...authors, "managingeditor"];
const textPlaces = new Set<string>([...Object.values(placesOf).flat(), ...authorsOfFeed]);
const htmlPlaces = new Set(["description", "content:encoded", "xhtml:body"]);

const roots = new Set(["rss", "feed", "rdf:rdf"]);
/** An entry that is deeper is left out; a document that is so deep altogether is refused. */
const [depthCap, documentDepthCap] = [50, 2_000];

/**
 * The entries of an RSS document of any version, or of Atom 0.3 or 1.0. The parser supports no document types and only
 * XML's five built-in entities, so the text can neither expand nor refer to external files.
 * @throws ExternalFailure for anything else, and for a truncated document
 */
export function readXmlEntries(bytes: Uint8Array, { address, charset }: XmlOrigin): XmlEntry[] {
  const handler = new FeedHandler(address);
  new Parser(handler, { xmlMode: true }).end(decodeXml(bytes, charset));
  if (!handler.isWhole) throw new ExternalFailure("it ends too early");
  return handler.entries;
}

/** A longer one counts for nothing: every element within would have one as long. */
const baseCap = 2_000;

interface OpenElement {
  readonly name: string;
  readonly scope: Scope;
  /** What relative links in it refer to. */
  readonly base: string;
}

/** The text of a field while it is read, with that of the elements in it. */
interface Capture {
  readonly place: string;
  readonly depth: number;
  /** "escaped" is HTML, unless there are elements in it; "guess" may be. */
  readonly format: "plain" | "guess" | "escaped" | "html" | "none";
  readonly isBase64: boolean;
  hasMarkup: boolean;
  text: string;
}

class FeedHandler {
  readonly entries: XmlEntry[] = [];
  isWhole = false;
  readonly #open: OpenElement[] = [];
  /** The depth at which the current entry is open; 0 between entries. */
  #entryDepth = 0;
  #problem: string | null = null;
  #texts = new Map<string, string>();
  /** The texts of the feed itself: an entry without an author has the feed's. */
  readonly #ofFeed = new Map<string, string>();
  #capture: Capture | null = null;
  #hiddenDepth = 0;
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  onopentag(written: string, attributes: Attributes): void {
    if (this.isWhole) return;
    const outer = this.#open.at(-1);
    const scope = scopeOf(outer?.scope ?? new Map(), attributes);
    const name = this.#nameOf(written, scope);
    if (!outer && !roots.has(name)) throw new ExternalFailure("it is no RSS or Atom document");
    const base = baseWithin(attributes["xml:base"], outer?.base ?? this.#address);
    this.#open.push({ name, scope, base });
    this.#checkDepth();
    const isEntry = name === "item" || name === "entry";
    // An item inside an item: the outer one was never closed.
    if (isEntry && this.#entryDepth > 0 && this.entries.length < itemCap) {
      this.#problem = "it is empty or not closed";
      this.#endEntry();
    }
    if (isEntry && this.#entryDepth === 0) {
      this.#entryDepth = this.#open.length;
      this.#keep("rdf:about", attributes["rdf:about"] ?? "");
      return;
    }
    // Nothing of it is shown.
    if (this.#problem !== null) return;
    // The parts of an author are fields themselves.
    if (this.#capture?.place.endsWith("author")) this.#capture = null;
    if (this.#capture) this.#openInside(this.#capture, localName(name));
    else this.#openField(attributes, base);
  }

  ontext(text: string): void {
    if (this.#capture && this.#hiddenDepth === 0) this.#capture.text += withWindowsSigns(text);
  }

  onclosetag(_name: string, isImplied: boolean): void {
    // Anything that a provider appends to the feed, such as a tracking script, is ignored.
    if (this.isWhole) return;
    const depth = this.#open.length;
    const name = localName(this.#open.at(-1)?.name ?? "");
    if (this.#capture?.depth === depth) this.#closeField(this.#capture);
    else if (this.#capture) this.#closeInside(this.#capture, name);
    if (depth === this.#entryDepth) {
      // An empty element is reported in the same way.
      if (isImplied) this.#problem = "it is empty or not closed";
      this.#endEntry();
    }
    this.#open.pop();
    if (this.#open.length === 0) this.isWhole = !isImplied;
  }

  /** Atom's elements have their prefix in RSS alone. */
  #nameOf(written: string, scope: Scope): string {
    const name = usualName(written, scope);
    const isOfFeed = name.startsWith("atom:") && (this.#open[0]?.name ?? "feed") === "feed";
    return isOfFeed ? localName(name) : name;
  }

  #checkDepth(): void {
    const depth = this.#open.length;
    const isTooDeep = depth - this.#entryDepth > depthCap;
    if (depth > documentDepthCap || (isTooDeep && this.#entryDepth === 0))
      throw new ExternalFailure("it is nested too deeply");
    if (isTooDeep) this.#problem = "it is nested too deeply";
  }

  /** Of an entry, or of the feed outside entries. */
  #place(): string {
    const start = this.#entryDepth || (this.#open[0]?.name === "feed" ? 1 : 2);
    return this.#open
      .slice(start)
      .map(({ name }) => name)
      .join("/");
  }

  #openField(attributes: Attributes, base: string): void {
    const place = this.#place();
    if (this.#entryDepth > 0) this.#keepLinks(place, attributes, base);
    if (!textPlaces.has(place)) return;
    const isAtom = this.#open[0]?.name === "feed" || place.startsWith("atom:");
    this.#capture = {
      place: place === "guid" && /^false$/i.test(attributes.isPermaLink?.trim() ?? "") ? "id" : place,
      depth: this.#open.length,
      format: isAtom ? atomFormat(attributes) : formatOf(place, attributes),
      isBase64: isAtom && attributes.mode?.trim().toLowerCase() === "base64",
      hasMarkup: false,
      text: "",
    };
  }

  #openInside(capture: Capture, name: string): void {
    capture.hasMarkup = true;
    if (hiddenElements.has(name)) this.#hiddenDepth += 1;
    else if (!inlineElements.has(name)) capture.text += " ";
  }

  #closeInside(capture: Capture, name: string): void {
    if (hiddenElements.has(name)) this.#hiddenDepth -= 1;
    else if (!inlineElements.has(name)) capture.text += " ";
  }

  #closeField(capture: Capture): void {
    const { place } = capture;
    this.#capture = null;
    this.#hiddenDepth = 0;
    const text = textOf(capture);
    if (place === "link") this.#keep("link", resolved(text, this.#open.at(-1)?.base ?? ""));
    else this.#keep(place, text);
    // A guid is a link unless it says that it is none; only one that looks like a link is believed.
    if (place === "guid" && isWebLink(text)) this.#keep("#permalink", text);
  }

  #keepLinks(place: string, attributes: Attributes, base: string): void {
    const { href, url, rel, type } = attributes;
    if (place === "link" || place === "atom:link") {
      const relation = relationOf(rel);
      const address = resolved(href ?? "", base);
      if (relation === "enclosure") this.#keep("#file", address);
      if (relation !== "alternate") return;
      const isPage = !type || /html/i.test(type);
      this.#keep(isPage ? place : "#other", address);
    }
    if (place.endsWith("media:player")) this.#keep("#player", resolved(url ?? "", base));
    if (place === "enclosure" || place.endsWith("media:content"))
      this.#keep("#file", resolved(url ?? "", base));
  }

  /** If a field occurs more than once, the first text counts. */
  #keep(place: string, text: string): void {
    const texts = this.#entryDepth > 0 ? this.#texts : this.#ofFeed;
    if (text.trim() !== "" && !texts.has(place)) texts.set(place, text);
  }

  #endEntry(): void {
    if (this.entries.length < itemCap)
      this.entries.push(this.#problem === null ? this.#entry() : new ExternalFailure(this.#problem));
    this.#entryDepth = 0;
    this.#problem = null;
    this.#texts = new Map();
    this.#capture = null;
    this.#hiddenDepth = 0;
  }

  #entry(): Record<string, string> {
    const found = (places: readonly string[], texts: ReadonlyMap<string, string> = this.#texts) =>
      places.map((place) => texts.get(place) ?? "").find(Boolean) ?? "";
    const { guid, title, pubDate, description, link, author } = placesOf;
    const dates = pubDate.map((place) => readFeedDate(this.#texts.get(place) ?? ""));
    const words = found(description);
    return {
      guid: found(guid),
      // Short posts have no title: their first words stand for one.
      title: withoutMarks(inOneLine(found(title))) || cutText(inOneLine(words.slice(0, 1_000)), 80),
      pubDate: dates.find(Boolean) ?? "",
      description: words,
      link: found(link),
      author: nameOf(found(author) || found(authorsOfFeed, this.#ofFeed)),
    };
  }
}

/** Some programs escape the marks of a CDATA section with what is in it. */
const withoutMarks = (title: string): string => /^<!\[CDATA\[(.*)\]\]>$/s.exec(title)?.[1]?.trim() ?? title;

function formatOf(place: string, { type }: Attributes): Capture["format"] {
  if (htmlPlaces.has(place) || type?.trim().toLowerCase() === "html") return "html";
  return place.includes("media:") ? "plain" : "guess";
}

/** As Atom 1.0's `type` or Atom 0.3's `type` and `mode` say. */
function atomFormat({ type = "text", mode = "" }: Attributes): Capture["format"] {
  const kind = type.trim().toLowerCase();
  if (kind === "html" || kind === "text/html")
    return mode.trim().toLowerCase() === "xml" ? "plain" : "escaped";
  if (kind === "text" || kind === "xhtml" || kind.startsWith("text/") || /[+/]xml$/.test(kind))
    return "plain";
  return "none";
}

function textOf({ text, format, isBase64, hasMarkup }: Capture): string {
  const written = isBase64 ? Buffer.from(text, "base64").toString("utf8") : text;
  if (format === "none") return "";
  const isHtml =
    format === "html" ||
    (format === "escaped" && !hasMarkup) ||
    (format === "guess" && looksLikeHtml(written));
  if (isHtml) return textOfHtml(written);
  return hasMarkup ? inOneLine(written) : written.trim();
}

/** "alternate" where nothing is said; the registered relations have addresses as well. */
const relationOf = (rel = ""): string =>
  rel
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/www\.iana\.org\/assignments\/(?:link-)?relations?\//, "") || "alternate";

const isWebLink = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text);

/** The address that a link has, as written if it is absolute; text that is not an address stays as it is. */
function resolved(written: string, base: string): string {
  const link = written.trim();
  if (link === "" || isWebLink(link) || !URL.canParse(link, base)) return link;
  return new URL(link, base).href;
}

function baseWithin(written: string | undefined, outer: string): string {
  const base = resolved(written ?? "", outer);
  return isWebLink(base) && base.length <= baseCap ? base : outer;
}

/** RSS writes an email address and a name: the name alone is shown. */
function nameOf(author: string): string {
  const line = inOneLine(author);
  const [, name = line] =
    /^[^\s@]+@[^\s@()]+ ?\((.+)\)$/.exec(line) ?? /^(.+?) ?[(<][^\s@()<>]+@[^\s@()<>]+[)>]$/.exec(line) ?? [];
  return name.replace(/^"(.+)"$/, "$1");
}
