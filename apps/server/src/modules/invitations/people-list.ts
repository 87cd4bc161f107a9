import { type InvitedRole, isOneLine, limits } from "@cairn/contract";
import { parse } from "csv-parse/sync";
import { isEmail, normaliseEmail } from "../../lib/email.ts";

export interface Person {
  readonly email: string;
  readonly role: InvitedRole;
}

interface Problem {
  readonly line: number;
  readonly problem: string;
}

export interface PeopleList {
  readonly rows: number;
  /** Each email once. */
  readonly people: readonly Person[];
  readonly wrong: readonly Problem[];
}

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const roles: Readonly<Record<string, InvitedRole>> = {
  "": "User",
  user: "User",
  techwriter: "TechWriter",
  "tech writer": "TechWriter",
};

/**
 * The people of a list as spreadsheets save it: CSV with the columns name, email and role, with commas or semicolons. The
 * line of names may be missing. Only the email is needed.
 */
export function readPeople(file: Buffer): PeopleList {
  const text = decode(file);
  if (text === null) return refused(1, "The file is not text in UTF-8. Save it as CSV UTF-8.");
  let rows: Row[];
  try {
    rows = parse(text, {
      bom: true,
      // The first line says which of them it is.
      delimiter: /^[^\n]*;/.test(text) && !/^[^\n;]*,/.test(text) ? ";" : ",",
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      max_record_size: 10_000,
      to: limits.importRows + 2,
    }) as unknown as Row[];
  } catch (error) {
    const { lines } = error as { lines?: number };
    return refused(Math.max(1, lines ?? 1), "This line cannot be read: a quotation mark may be missing.");
  }
  const hasNames = rows[0]?.record.some((cell) => cell.toLowerCase() === "email") ?? false;
  const columns = hasNames
    ? (rows[0]?.record ?? []).map((cell) => cell.toLowerCase())
    : ["name", "email", "role"];
  const lines = rows.filter(
    ({ record }, index) => !(hasNames && index === 0) && record.some((cell) => cell !== ""),
  );
  if (lines.length > limits.importRows) {
    const line = lines[limits.importRows]?.info.lines ?? 1;
    return refused(
      line,
      `The list has more than ${limits.importRows.toLocaleString("en")} people. Send it in parts.`,
    );
  }

  const people = new Map<string, Person>();
  const wrong: Problem[] = [];
  for (const { record, info } of lines) {
    const cellOf = (name: string) => record[columns.indexOf(name)] ?? "";
    const email = normaliseEmail(cellOf("email"));
    const role = roles[cellOf("role").toLowerCase()];
    const problem = problemOf(cellOf("name"), email, role);
    if (problem !== null) wrong.push({ line: info.lines, problem });
    else if (people.has(email)) wrong.push({ line: info.lines, problem: "This email is in the list twice." });
    else if (role) people.set(email, { email, role });
  }
  return { rows: lines.length, people: [...people.values()], wrong };
}

function problemOf(name: string, email: string, role: InvitedRole | undefined): string | null {
  if (name.length > limits.nameLength || !isOneLine(name))
    return "The name is too long or has invisible characters.";
  if (email === "") return "The email is missing.";
  if (!isEmail(email)) return "This is not an email address.";
  return role ? null : "The role must be User or TechWriter.";
}

const refused = (line: number, problem: string): PeopleList => ({
  rows: 0,
  people: [],
  wrong: [{ line, problem }],
});

function decode(file: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return null;
  }
}
