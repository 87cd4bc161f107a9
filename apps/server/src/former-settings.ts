/** A line about each setting of earlier versions that is still there; an empty one counts as left out. */
export const warningsAbout = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  environment.CODE_CHECKS?.trim() ? ["CODE_CHECKS no longer does anything: code runs in browsers only"] : [];
