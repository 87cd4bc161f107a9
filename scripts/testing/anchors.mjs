/** @param {string} title of a heading. @returns {string} its anchor, as pages of repositories make it */
export const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
