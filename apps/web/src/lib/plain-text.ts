const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#x27": "'",
  "#39": "'",
};

/** The text that HTML without markup shows, as the server and React write its entities. */
export const plainText = (html: string): string =>
  html.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
