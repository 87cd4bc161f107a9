import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestApp } from "./app.ts";

/** A mail as its recipient reads it. */
export interface ReadMail {
  readonly headers: Readonly<Record<string, string>>;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What was mailed to an address, or to everybody, in order; what is due is sent first. */
export async function mailsTo(app: TestApp, address?: string): Promise<ReadMail[]> {
  await app.jobs.runDue("reset", "mail");
  const mails = await readOutbox(app.db.dataDir);
  return address === undefined ? mails : mails.filter(({ to }) => to === address);
}

export async function lastMailTo(app: TestApp, address: string): Promise<ReadMail> {
  const mail = (await mailsTo(app, address)).at(-1);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

export async function readOutbox(dataDir: string): Promise<ReadMail[]> {
  const directory = join(dataDir, "outbox");
  const names = await readdir(directory).catch(() => []); // nothing was sent yet
  const mails = names.filter((name) => name.endsWith(".eml")).sort(byTimeAndNumber);
  return Promise.all(mails.map((name) => readOnce(join(directory, name))));
}

/** A mail's file never changes. */
const known = new Map<string, Promise<ReadMail>>();

function readOnce(file: string): Promise<ReadMail> {
  const mail = known.get(file) ?? readFile(file, "utf8").then(readMail);
  known.set(file, mail);
  return mail;
}

/** Of one millisecond, 10 comes after 9. */
const byTimeAndNumber = (one: string, other: string) =>
  one.slice(0, 24).localeCompare(other.slice(0, 24)) || one.localeCompare(other, "en", { numeric: true });

/** A mail as it lies in the outbox, or reached a mail server. */
export function readMail(message: string): ReadMail {
  const end = message.indexOf("\r\n\r\n");
  const lines = message
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name.toLowerCase(), value.join(": ")] as const;
    }),
  );
  return {
    headers,
    to: headers.to ?? "",
    subject: headers.subject ?? "",
    text: message.slice(end + 4).replaceAll("\r\n", "\n"),
  };
}

/** The token of the one link in a mail, which leads to this screen. */
export function tokenIn({ text }: ReadMail, path: string): string {
  const links = [...text.matchAll(/^(http\S+)\?token=(\S+)$/gm)];
  const [link] = links;
  if (links.length !== 1 || !link?.[1]?.endsWith(path) || !link[2]) throw new Error(`no link in: ${text}`);
  return link[2];
}

/** The reset code in a mail. */
export function codeIn({ text }: ReadMail): string {
  const code = /^ {4}([0-9A-Z]{6})$/m.exec(text)?.[1];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}
