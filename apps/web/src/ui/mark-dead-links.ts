/** A link of a text that is dead. */
export interface DeadLink {
  readonly url: string;
  /** Its first failure. */
  readonly since: string;
}

const dayOf = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/**
 * Writes behind each dead link since when it has been gone, with the archived copy that its title names
 * (docs/rules.md#d120). A text that is marked already stays as it is.
 */
export function markDeadLinks(html: string, dead: readonly DeadLink[]): string {
  const sinceOf = new Map(dead.map(({ url, since }) => [url, since]));
  return html.replaceAll(
    /<a href="([^"]*)"([^>]*)>(?:(?!<\/a>)[\s\S])*<\/a>(?! <em>\(gone since )/g,
    (link, href: string, attributes: string) => {
      const since = sinceOf.get(addressOf(href));
      if (since === undefined) return link;
      const [, copy] = /title="archived: (https?:[^"\s<>]+)"/i.exec(attributes) ?? [];
      const archived = copy ? `; <a href="${copy}" rel="nofollow noopener ugc">archived copy</a>` : "";
      return `${link} <em>(gone since ${dayOf.format(new Date(since))}${archived})</em>`;
    },
  );
}

/** As links are asked about: without the fragment. */
function addressOf(href: string): string {
  const plain = href.replaceAll("&amp;", "&");
  if (!URL.canParse(plain)) return plain;
  const url = new URL(plain);
  url.hash = "";
  return url.href;
}
