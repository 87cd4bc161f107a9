import { defaultSite, type ShownSite } from "@cairn/contract";

/** The page's `<meta name="site">`; an untouched site has none. */
function readSite(): ShownSite {
  const written =
    typeof document === "undefined"
      ? undefined
      : document.querySelector<HTMLMetaElement>('meta[name="site"]')?.content;
  const { name, tagline } = defaultSite;
  const untouched: ShownSite = {
    name,
    tagline,
    logo: null,
    joining: "open",
    audience: "everyone",
    pages: [],
  };
  // A page that this device keeps may be older than one of these facts.
  return written ? { ...untouched, ...JSON.parse(written) } : untouched;
}

let shown: ShownSite | null = null;

/** What this site is called and looks like (docs/rules.md#settings). It is in the page, so it costs no call. */
export function currentSite(): ShownSite {
  shown ??= readSite();
  return shown;
}

export const siteName = (): string => currentSite().name;

/** Where pages are rendered for a site: its facts; null: they are read from the page again. */
export function showSite(site: ShownSite | null): void {
  shown = site;
}
