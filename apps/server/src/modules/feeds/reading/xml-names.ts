/** The usual prefix of each namespace that feeds use; RSS has none. */
const prefixes: Readonly<Record<string, string>> = {
  "http://www.w3.org/2005/atom": "atom",
  "http://purl.org/atom/ns#": "atom",
  "http://purl.org/rss/1.0/": "",
  "http://my.netscape.com/rdf/simple/0.9/": "",
  "http://channel.netscape.com/rdf/simple/0.9/": "",
  "http://backend.userland.com/rss": "",
  "http://backend.userland.com/rss2": "",
  "http://blogs.law.harvard.edu/tech/rss": "",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
  "http://purl.org/rss/1.0/modules/content/": "content",
  "http://purl.org/dc/elements/1.0/": "dc",
  "http://purl.org/dc/elements/1.1/": "dc",
  "http://purl.org/dc/terms/": "dcterms",
  "http://search.yahoo.com/mrss": "media",
  "http://search.yahoo.com/mrss/": "media",
  "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
  "http://www.w3.org/1999/xhtml": "xhtml",
};

/** The prefixes that an element and those around it declare, by the document's own names for them. */
export type Scope = ReadonlyMap<string, string>;

/** Names beyond this many stay as they are written: each element that declares one has a copy of all. */
const scopeCap = 50;

export function scopeOf(outer: Scope, attributes: Readonly<Record<string, string>>): Scope {
  const declared = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    const own = name === "xmlns" ? "" : name.startsWith("xmlns:") ? name.slice(6) : null;
    if (own === null) return [];
    return [[own, prefixes[value.trim().toLowerCase()] ?? own]];
  });
  if (declared.length === 0) return outer;
  return new Map([...outer, ...declared.slice(0, scopeCap)].slice(0, scopeCap));
}

/** An element's name with the usual prefix, in lower case: feeds differ in both. */
export function usualName(name: string, scope: Scope): string {
  const colon = name.indexOf(":");
  const own = colon < 0 ? "" : name.slice(0, colon);
  const prefix = scope.get(own) ?? own;
  const local = name.slice(colon + 1);
  return (prefix === "" ? local : `${prefix}:${local}`).toLowerCase();
}

export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
