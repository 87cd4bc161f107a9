/**
 * One line of a CSV file (RFC 4180). Spreadsheets run cells that begin like a formula, even quoted ones: an apostrophe
 * in front makes them text.
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^\s*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Byte order mark: without it Excel does not recognise UTF-8. */
export const csvMark = "\ufeff";
