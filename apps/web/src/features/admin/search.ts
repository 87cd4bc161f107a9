/** Whether any of the texts holds the words looked for, in any case. */
export function matches(search: string, ...texts: string[]): boolean {
  const words = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(words));
}
