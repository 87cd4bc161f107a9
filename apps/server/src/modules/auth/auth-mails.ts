import { limits, type Role, screens } from "@cairn/contract";
import { formatDay } from "../../lib/format-day.ts";
import type { Site } from "../../lib/site-look.ts";

/*
 * These mails contain nothing about an account that a user typed in. Otherwise anyone could register a stranger's
 * email and have us send them arbitrary text.
 */

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Days for which a mailed or printed link is valid. */
export const linkDays = 7;

const roleNames: Record<Role, string> = { Admin: "an Admin", TechWriter: "a Tech Writer", User: "a User" };

export function createAuthMails(publicUrl: string, site: Site) {
  const write = (subject: string, ...paragraphs: string[]): MailText => ({
    subject,
    text: `${["Hello,", ...paragraphs, `${site().name}, ${publicUrl}`].join("\n\n")}\n`,
  });
  const page = (path: string, token: string) => `${publicUrl}${path}?token=${token}`;
  /** "a Cairn account", "an Oak Academy account" */
  const anAccount = () => `${/^[aeiou]/i.test(site().name) ? "an" : "a"} ${site().name} account`;
  const takeItBack = `ask for a reset code at ${publicUrl}${screens.forgotPassword}`;

  return {
    confirmLink: (token: string) => page(screens.confirmEmail, token),
    passwordLink: (token: string) => page(screens.newPassword, token),

    confirm: (link: string, role: Role, isListedAdmin: boolean): MailText =>
      write(
        "Confirm your email address",
        `Someone opened ${anAccount()} with this email address, as ${roleNames[role]}. If it was you, open this link and press the button there to confirm the address:`,
        link,
        `The link works once, for ${linkDays} days. Nothing changes until you press the button.`,
        ...(isListedAdmin && role === "Admin"
          ? [
              `This address is on the list of admins of ${site().name}. When you confirm it, the account becomes an admin.`,
            ]
          : []),
        "If you did not open this account, ignore this email: nothing is confirmed. Or claim the account: open the link and press “This mailbox is mine, but I did not register”. We then remove its password, sign everyone out and email you a link to set your own password.",
      ),

    takenOver: (link: string): MailText =>
      write(
        `You claimed your ${site().name} account`,
        `Someone opened the link that we sent to this mailbox and claimed the ${site().name} account with this address, without being signed in and without its password. A stranger may have opened the account, so we removed its password and signed everyone out.`,
        "Open this link to set your own password:",
        link,
        `The link works once, for ${linkDays} days. After that, ${takeItBack}.`,
      ),

    /** Does not mention the new address, which may belong to someone else. */
    addressReplaced: (): MailText =>
      write(
        `The email address of your ${site().name} account has changed`,
        `An admin of ${site().name} gave your account a different email address. You can no longer sign in with this address, and we signed everyone out of the account.`,
        `If you did not expect this, contact an admin of ${site().name}.`,
      ),

    resetCode: (code: string): MailText =>
      write(
        "Your code to reset your password",
        `Enter this code at ${publicUrl}${screens.code} to set a new password:`,
        `    ${code}`,
        `The code works once, for ${limits.resetCodeMinutes} minutes, in the browser where you asked for it. If you asked more than once, only the newest code works.`,
        `If you did not ask for it, ignore this email: your password stays the same. Never share the code. Nobody at ${site().name} will ask you for it.`,
      ),

    invitation: (link: string, role: Role): MailText =>
      write(
        `You have ${anAccount()}`,
        `An admin of ${site().name} opened an account for you, as ${roleNames[role]}. Open this link to set your password, then log in with this email address:`,
        link,
        `The link works once, for ${linkDays} days. After that, ${takeItBack}.`,
        "If you did not expect this, ignore this email: nobody can log in to the account until it has a password.",
      ),

    /** To somebody whom an admin invites; without words of anybody else. */
    joinInvitation: (link: string, role: Role, endsAt: Date): MailText =>
      write(
        `You are invited to ${site().name}`,
        `An admin of ${site().name} invites you to join, as ${roleNames[role]}. Open this link to register with this email address:`,
        link,
        `The link works once, until ${formatDay(endsAt)}.`,
        "If you did not expect this, ignore this email.",
      ),

    approved: (): MailText =>
      write(
        `You can now log in to ${site().name}`,
        `An admin of ${site().name} approved your account. Log in here:`,
        `${publicUrl}${screens.login}`,
      ),

    refused: (): MailText =>
      write(
        `Your account at ${site().name} was not approved`,
        `An admin of ${site().name} did not approve your account. You cannot log in.`,
        `If you think that this is a mistake, contact an admin of ${site().name}.`,
      ),

    passwordSet: (): MailText =>
      write(
        "Your password was changed",
        `The password of your ${site().name} account was changed, and every device was signed out.`,
        "If it was you, there is nothing to do.",
        `If it was not you, ${takeItBack} now and set your own password. That signs everyone else out.`,
      ),
  };
}
export type AuthMails = ReturnType<typeof createAuthMails>;
