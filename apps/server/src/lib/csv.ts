/**
 * One line of a CSV file (RFC 4180). Spreadsheets run cells that begin like a formula, also from inside of quotes: an
 * apostrophe before them makes them text.
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^\s*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Without it Excel takes UTF-8 for something else. */
export const csvMark = "\ufeff";
