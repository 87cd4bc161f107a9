import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "@cairn/node";
import { createTransport } from "nodemailer";
import { type MailTransport, messageOf, type OutgoingMail, readsNothing } from "./transport.ts";

/**
 * Without a mail server, writes every mail atomically to a file that mail programs can open. The file name contains the
 * mail's number, so that a mail written again after a crash replaces the first file.
 */
export function createOutbox(directory: string): MailTransport {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    ...readsNothing,
  });

  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail));
      // These files contain codes and links: only their owner may read them.
      const name = `${mail.date.toISOString().replaceAll(/[:.]/g, "-")}-${mail.id}.eml`;
      await replaceFile(join(directory, name), readable(String(message), mail));
    },

    async forget(address) {
      const names = await readdir(directory).catch(() => []); // nothing was sent yet
      for (const name of names.filter((one) => one.includes(".eml"))) {
        const path = join(directory, name);
        const text = await readFile(path, "utf8");
        const [head = ""] = text.split("\r\n\r\n", 1);
        const isTo = /^To: (.*)$/m.exec(head)?.[1]?.trim() === address;
        // A kill amid writing leaves a file under another name, perhaps without all of its head.
        const isDraft = !name.endsWith(".eml");
        if (isTo || (isDraft && text.includes(address))) await rm(path, { force: true });
      }
    },
  };
}

/** For people who read the raw file: lines of plain mails are not wrapped, so that a link can be copied. */
function readable(message: string, { text, html }: OutgoingMail): string {
  if (html !== null) return message;
  const [head = ""] = message.split("\r\n\r\n", 1);
  const plainHead = head.replace(/^Content-Transfer-Encoding: .*$/m, "Content-Transfer-Encoding: 8bit");
  return `${plainHead}\r\n\r\n${text.replaceAll("\n", "\r\n")}\r\n`;
}
