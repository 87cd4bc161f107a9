import { parseArgs } from "node:util";
import {
  isRole,
  limits,
  type PostsChoice,
  postsChoices,
  type Role,
  roles,
  withoutUnseen,
} from "@cairn/contract";
import { isEmail } from "../lib/email.ts";

/** A command that an operator gives on the command line. */
export type Command =
  | { readonly name: "create"; readonly email: string; readonly accountName?: string; readonly role: Role }
  | { readonly name: "verify" | "reset-password"; readonly email: string }
  /** `posts`: what becomes of posts and comments. `isNow`: without the 14 days. */
  | { readonly name: "erase"; readonly email: string; readonly posts: PostsChoice; readonly isNow: boolean }
  | { readonly name: "list"; readonly role: Role }
  | { readonly name: "end-demo" }
  | { readonly name: "check" }
  | { readonly name: "links run" }
  /** `key`: of a provider's settings, in lower case. */
  | { readonly name: "sign-in check"; readonly key: string }
  /** `email`: one address instead of all. */
  | { readonly name: "mail retry"; readonly email?: string }
  /** `folder`: as it was typed. `send`: to the reviewers, not as drafts. */
  | { readonly name: "import"; readonly folder: string; readonly author: string; readonly send: boolean }
  /** `file`: a backup's own ledger instead of the current one. `head`: a head that it had before. */
  | { readonly name: "ledger verify"; readonly file?: string; readonly head?: NotedHead }
  /** `reason`: why the log goes on under another name after the database was taken back. */
  | { readonly name: "log fork"; readonly reason: string }
  | { readonly name: "log new-key" }
  /** `url`: another site than the own one. */
  | { readonly name: "log audit"; readonly url?: string }
  | { readonly name: "version" }
  | { readonly name: "help" };

/** A row of the ledger as an operator noted it. */
export interface NotedHead {
  readonly seq: number;
  /** 64 lower-case hexadecimal digits. */
  readonly hash: string;
}

/** The command cannot be parsed. The message is one line. */
export class Misuse extends Error {
  override readonly name = "Misuse";
}

export const help = `Usage: npm run admin -- COMMAND

  create EMAIL [--name NAME] [--role ROLE]   creates an account (role ${roles.join(", ")}; default User) and prints a
                                             one-time link to set its password
  verify EMAIL                               makes an account with the role Admin a verified admin
  reset-password EMAIL                       prints a one-time link to set a new password
  erase EMAIL [--posts CHOICE] [--now]       erases an account in 14 days, or at once with --now; posts and comments
                                             stay as those of "A former member" (keep, the default) or go (withdraw)
  list [--role ROLE]                         lists the accounts with a role (default Admin)
  end-demo                                   deactivates the demo accounts that still have the published password and
                                             removes their passwords, sessions and admin rights; also removes the
                                             admin rights of everyone whom a demo account made a verified admin
  ledger verify [--file BACKUP]              compares the content of the site, or of a backup, with the decisions in
                [--head SEQ:HASH]            the ledger, and names the first row or item that does not match; --head
                                             is a row that you noted earlier
  log fork --reason TEXT                     if the database is older than the signed log: starts a new log, whose
                                             first row gives the reason
  log new-key                                prints a new key for LOG_KEY
  log audit [--url ADDRESS]                  reads what is new in a site's log from outside (default PUBLIC_URL) and
                                             compares it with what the site shows readers
  import DIR --author EMAIL [--send]         imports the Markdown files of a folder, with their media, as drafts of
                                             this author; --send: for review. Lists problems by file and line
  links run                                  checks all links of published items that are due now, and prints how
                                             many are alive, failing and dead
  sign-in check KEY                          asks the provider of SIGN_IN_KEY_ISSUER, or google, for its settings, and
                                             says what is wrong and which return address to register there
  mail retry [EMAIL]                         retries failed mail now and re-enables addresses that were rejected;
                                             with EMAIL, only that address
  version                                    prints the release of Cairn
  check                                      checks everything that is stored (pages of the database, references,
                                             files, counters, ledger) and lists the first few problems,
                                             and says which mail does not arrive

You can run these while the server is running or stopped. Exit status: 0 done, 1 refused or failed, 2 wrong usage or,
for "check", problems found.`;

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
    case "erase":
      refuse(name, values, ["posts", "now"]);
      return { name, email: emailOf(name, rest), posts: postsOf(values.posts), isNow: values.now ?? false };
    case "list":
      refuse(name, values, ["role"]);
      if (rest.length > 0) throw new Misuse(`"list" does not accept "${rest[0]}"`);
      return { name, role: roleOf(values.role ?? "Admin") };
    case "end-demo":
    case "version":
    case "check":
      refuse(name, values, []);
      if (rest.length > 0) throw new Misuse(`"${name}" does not accept "${rest[0]}"`);
      return { name };
    case "ledger":
      refuse(name, values, ["file", "head"]);
      if (rest.length !== 1 || rest[0] !== "verify")
        throw new Misuse('"ledger" must be followed by "verify"');
      return {
        name: "ledger verify",
        ...(values.file !== undefined && { file: values.file }),
        ...(values.head !== undefined && { head: headOf(values.head) }),
      };
    case "links":
      refuse(name, values, []);
      if (rest.length !== 1 || rest[0] !== "run") throw new Misuse('"links" must be followed by "run"');
      return { name: "links run" };
    case "sign-in": {
      refuse(name, values, []);
      const [verb, key, ...more] = rest;
      if (verb !== "check" || key === undefined || more.length > 0)
        throw new Misuse('"sign-in" must be followed by "check" and the key of one provider');
      return { name: "sign-in check", key: key.toLowerCase() };
    }
    case "mail": {
      refuse(name, values, []);
      const [verb, ...addresses] = rest;
      if (verb !== "retry") throw new Misuse('"mail" must be followed by "retry"');
      return { name: "mail retry", ...(addresses.length > 0 && { email: emailOf("mail retry", addresses) }) };
    }
    case "import": {
      refuse(name, values, ["author", "send"]);
      const [folder, extra] = rest;
      if (folder === undefined || extra !== undefined) throw new Misuse('"import" needs one folder');
      const author = emailOf("import --author", values.author === undefined ? [] : [values.author]);
      return { name, folder, author, send: values.send ?? false };
    }
    case "log":
      return logCommand(rest, values);
    default:
      throw new Misuse(`There is no command "${name}"`);
  }
}

const logOptions = { fork: ["reason"], "new-key": [], audit: ["url"] } as const;

function logCommand(rest: readonly string[], values: Options): Command {
  const [verb = "", ...more] = rest;
  if (more.length > 0 || !Object.hasOwn(logOptions, verb)) {
    throw new Misuse('"log" must be followed by "fork", "audit" or "new-key"');
  }
  refuse(`log ${verb}`, values, logOptions[verb as keyof typeof logOptions]);
  if (verb === "fork") return { name: "log fork", reason: reasonOf(values.reason) };
  if (verb === "new-key") return { name: "log new-key" };
  return { name: "log audit", ...(values.url !== undefined && { url: siteOf(values.url) }) };
}

function siteOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSite = url && ["http:", "https:"].includes(url.protocol) && !url.search && !url.hash;
  if (!isSite) throw new Misuse(`--url must be an address such as https://cairn.example, not "${text}"`);
  return url.href;
}

interface Options {
  readonly name?: string;
  readonly role?: string;
  readonly file?: string;
  readonly head?: string;
  readonly reason?: string;
  readonly url?: string;
  readonly author?: string;
  readonly send?: boolean;
  readonly posts?: string;
  readonly now?: boolean;
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
        head: { type: "string" },
        reason: { type: "string" },
        url: { type: "string" },
        author: { type: "string" },
        send: { type: "boolean" },
        posts: { type: "string" },
        now: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // The rest of the parser's message explains how to pass such a word anyway.
    const [sentence = "The options are not valid"] = (error as Error).message.split(". ", 1);
    throw new Misuse(sentence);
  }
}

const options = ["name", "role", "file", "head", "reason", "url", "author", "send", "posts", "now"] as const;

function refuse(command: string, values: Options, allowed: readonly (keyof Options)[]): void {
  for (const option of options) {
    if (values[option] !== undefined && !allowed.includes(option))
      throw new Misuse(`"${command}" does not accept --${option}`);
  }
}

function emailOf(command: string, rest: readonly string[]): string {
  const [email, extra] = rest;
  if (email === undefined) throw new Misuse(`"${command}" needs an email address`);
  if (extra !== undefined) throw new Misuse(`"${command}" accepts one email address, not "${extra}" as well`);
  if (!isEmail(email)) throw new Misuse(`"${email}" is not an email address`);
  return email;
}

function headOf(text: string): NotedHead {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new Misuse(`--head must be a row number, a colon and a hash of 64 digits, not "${text}"`);
  }
  return { seq: Number(seq), hash: hash.toLowerCase() };
}

/** The reason of a fork, which is stored like a reviewer's. @throws Misuse */
export function reasonOf(text = "", option = "--reason"): string {
  const reason = withoutUnseen(text).trim();
  if (reason === "" || reason.length > limits.reasonLength) {
    throw new Misuse(`${option} must be a text of 1 to ${limits.reasonLength} characters`);
  }
  return reason;
}

function postsOf(text = "keep"): PostsChoice {
  const choice = postsChoices.find((known) => known === text);
  if (choice === undefined) throw new Misuse(`--posts must be keep or withdraw, not "${text}"`);
  return choice;
}

function roleOf(text: string): Role {
  const role = roles.find((known) => known.toLowerCase() === text.toLowerCase().replace(/[\s_-]/g, ""));
  if (!isRole(role)) throw new Misuse(`--role must be one of ${roles.join(", ")}, not "${text}"`);
  return role;
}
