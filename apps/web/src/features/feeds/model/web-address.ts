/** An address that may stand in a link: http or https, nothing else. */
export function webAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.protocol === "https:" || url.protocol === "http:" ? url : null;
  } catch {
    return null;
  }
}

/** "dev.to", "youtube.com": the site as people call it. */
export const siteOf = (url: URL) => url.hostname.replace(/^www\./, "");
