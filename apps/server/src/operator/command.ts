import { parseArgs } from "node:util";
import { isRole, type Role, roles } from "@cairn/contract";

/** What an operator asks for on the command line. */
export type Command =
  | { readonly name: "create"; readonly email: string; readonly accountName?: string; readonly role: Role }
  | { readonly name: "verify" | "reset-password"; readonly email: string }
  | { readonly name: "list"; readonly role: Role }
  /** `file`: a backup's own ledger instead of the one in use. */
  | { readonly name: "ledger verify"; readonly file?: string }
  | { readonly name: "help" };

/** The command cannot be understood. The message is one line. */
export class Misuse extends Error {
  override readonly name = "Misuse";
}

export const help = `Usage: npm run admin -- COMMAND

  create EMAIL [--name NAME] [--role ROLE]   opens an account (role ${roles.join(", ")}; default User) and prints a
                                             one-time link to set its password
  verify EMAIL                               gives an account of role Admin the grant that makes it a verified admin
  reset-password EMAIL                       prints a one-time link to set a new password
  list [--role ROLE]                         lists the accounts of a role (default Admin)
  ledger verify [--file BACKUP]              checks the whole ledger, or that of a backup, and names the first row
                                             that does not fit

Works while the server runs and while it does not. Exit status: 0 done, 1 refused or failed, 2 not understood.`;

/** @throws Misuse */
export function parseCommand(argv: readonly string[]): Command {
  const { positionals, values } = parse(argv);
  const [name, ...rest] = positionals;
  if (values.help || name === undefined || name === "help") return { name: "help" };
  switch (name) {
    case "create": {
      refuse(name, values, ["name", "role"]);
      const role = roleOf(values.role ?? "User");
      const email = emailOf(name, rest);
      return { name, email, role, ...(values.name !== undefined && { accountName: values.name }) };
    }
    case "verify":
    case "reset-password":
      refuse(name, values, []);
      return { name, email: emailOf(name, rest) };
    case "list":
      refuse(name, values, ["role"]);
      if (rest.length > 0) throw new Misuse(`"list" takes no "${rest[0]}"`);
      return { name, role: roleOf(values.role ?? "Admin") };
    case "ledger":
      refuse(name, values, ["file"]);
      if (rest.length !== 1 || rest[0] !== "verify") throw new Misuse('"ledger" is followed by "verify"');
      return { name: "ledger verify", ...(values.file !== undefined && { file: values.file }) };
    default:
      throw new Misuse(`There is no command "${name}"`);
  }
}

interface Options {
  readonly name?: string;
  readonly role?: string;
  readonly file?: string;
  readonly help?: boolean;
}

function parse(argv: readonly string[]): { positionals: string[]; values: Options } {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        name: { type: "string" },
        role: { type: "string" },
        file: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // Its message goes on about how to pass such a word all the same.
    const [sentence = "The options are not understood"] = (error as Error).message.split(". ", 1);
    throw new Misuse(sentence);
  }
}

function refuse(command: string, values: Options, allowed: readonly (keyof Options)[]): void {
  for (const option of ["name", "role", "file"] as const) {
    if (values[option] !== undefined && !allowed.includes(option))
      throw new Misuse(`"${command}" takes no --${option}`);
  }
}

function emailOf(command: string, rest: readonly string[]): string {
  const [email, extra] = rest;
  if (email === undefined) throw new Misuse(`"${command}" needs an e-mail`);
  if (extra !== undefined) throw new Misuse(`"${command}" takes one e-mail, not "${extra}" as well`);
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) throw new Misuse(`"${email}" is no e-mail`);
  return email;
}

function roleOf(text: string): Role {
  const role = roles.find((known) => known.toLowerCase() === text.toLowerCase().replace(/[\s_-]/g, ""));
  if (!isRole(role)) throw new Misuse(`--role is one of ${roles.join(", ")}, not "${text}"`);
  return role;
}
