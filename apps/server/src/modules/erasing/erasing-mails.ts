import { type Role, screens } from "@cairn/contract";
import { formatDay } from "../../lib/format-day.ts";
import type { Site } from "../../lib/site-look.ts";

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Where a member of this role finds their request. */
export const profilePath = (role: Role): string =>
  role === "TechWriter" ? screens.techWriterProfile : screens.profile;

/** Mails about the deletion of an account. */
export function createErasingMails(publicUrl: string, site: Site) {
  const write = (subject: string, ...paragraphs: string[]): MailText => ({
    subject,
    text: `${["Hello,", ...paragraphs, `${site().name}, ${publicUrl}`].join("\n\n")}\n`,
  });
  const profileOf = (role: Role) => `${publicUrl}${profilePath(role)}`;

  return {
    approved: (erasedAt: Date, role: Role): MailText =>
      write(
        `Your ${site().name} account will be erased`,
        `We will erase your account on ${formatDay(erasedAt)}, as you asked. Nobody can bring it back afterwards.`,
        `If you change your mind, log in before that day and take your request back on your profile: ${profileOf(role)}`,
      ),

    refused: (reason: string, role: Role): MailText =>
      write(
        `Your ${site().name} account will not be erased`,
        "An admin looked at your request to delete your account and did not approve it. The reason:",
        reason,
        `You can ask again on your profile: ${profileOf(role)}`,
      ),

    /** The last one. */
    erased: (): MailText =>
      write(
        `Your ${site().name} account is being erased`,
        "We are erasing your account now. Afterwards we no longer have your name or this email address, so this is our last email to you.",
      ),
  };
}
export type ErasingMails = ReturnType<typeof createErasingMails>;
