/** The first match wins: a browser's user agent also names the browsers it derives from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPad\b/, "iPad"],
  [/\biPhone\b/, "iPhone"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstOf = (names: readonly [RegExp, string][], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** "Firefox on Windows", from a user agent string, which may be anything or missing. */
export function deviceName(agent: string | null): string {
  const browser = firstOf(browsers, agent ?? "");
  const system = firstOf(systems, agent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : "An unknown browser");
}

export const isHandheld = (agent: string | null) => /\b(iPad|iPhone|Android|Mobile)\b/.test(agent ?? "");
