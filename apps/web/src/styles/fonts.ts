import displayFont from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import bodyFont from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";

/** The built addresses of both font files, for `<link rel="preload" as="font" crossorigin>`. */
export const fontUrls = [displayFont, bodyFont] as const;
