import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** Every mail to an address, as the server wrote it into its outbox, the oldest first. */
async function mailsTo(email: string): Promise<string[]> {
  const outbox = join(process.env.CAIRN_DATA_DIR ?? "", "outbox");
  const names = await readdir(outbox).catch(() => []); // nothing was sent yet
  const mails = names.filter((name) => name.endsWith(".eml")).sort();
  const texts = await Promise.all(mails.map((name) => readFile(join(outbox, name), "utf8")));
  return texts.filter((text) => text.includes(`To: ${email}\r\n`));
}

/** What the pattern finds in an address's mails; waits, because mails are sent a moment after their cause. */
async function found(email: string, pattern: RegExp): Promise<string[]> {
  let matches: string[] = [];
  await expect
    .poll(
      async () => {
        matches = (await mailsTo(email)).flatMap((text) => pattern.exec(text)?.[1] ?? []);
        return matches.length;
      },
      { message: `a mail to ${email} with ${pattern}` },
    )
    .toBeGreaterThan(0);
  return matches;
}

/** The codes that were mailed to an address, the oldest first. */
export const codesMailedTo = (email: string) => found(email, /^ {4}([0-9A-Z]{6})\r$/m);

/** The path, with its token, of the newest link to a screen that was mailed to an address. */
export async function linkMailedTo(email: string, screen: string): Promise<string> {
  const links = await found(email, new RegExp(`^http\\S+?(${screen}\\?token=\\S+)\\r$`, "m"));
  return links.at(-1) ?? "";
}
