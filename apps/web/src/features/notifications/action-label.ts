/**
 * Splits "A title [Watch Now]" into the text and the action's label from the square brackets
 * (docs/rules.md#s3-notification).
 */
export function splitAction(subMessage: string): { text: string; label: string } {
  const [whole, label] = [...subMessage.matchAll(/\[\s*([^[\]]*[^[\]\s])\s*\]/g)].at(-1) ?? [];
  if (whole === undefined || label === undefined) return { text: subMessage.trim(), label: "View" };
  const at = subMessage.lastIndexOf(whole);
  const text = `${subMessage.slice(0, at)} ${subMessage.slice(at + whole.length)}`;
  return { text: text.replace(/\s+/g, " ").trim(), label };
}
