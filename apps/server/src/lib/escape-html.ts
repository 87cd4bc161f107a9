const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for use inside an element or a double-quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
