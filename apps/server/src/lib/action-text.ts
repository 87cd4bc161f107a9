/**
 * The second line of a notice: a title, and in brackets the action that leads to it. Brackets of the title are replaced, so
 * that a client that parses the action finds only one pair.
 */
export const withAction = (title: string, action: string): string =>
  `${title.replaceAll("[", "(").replaceAll("]", ")")} [${action}]`;

/** The title alone. */
export const withoutAction = (text: string): string => text.replace(/ \[[^\]]*\]$/, "");
