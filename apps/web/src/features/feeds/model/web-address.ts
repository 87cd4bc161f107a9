/** An address that is safe in a link: http or https only; else null. */
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
