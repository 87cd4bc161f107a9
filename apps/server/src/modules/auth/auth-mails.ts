import { limits, type Role, screens } from "@cairn/contract";

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

export function createAuthMails(publicUrl: string) {
  const write = (subject: string, ...paragraphs: string[]): MailText => ({
    subject,
    text: `${["Hello,", ...paragraphs, `Cairn, ${publicUrl}`].join("\n\n")}\n`,
  });
  const page = (path: string, token: string) => `${publicUrl}${path}?token=${token}`;
  const takeItBack = `ask for a reset code at ${publicUrl}${screens.forgotPassword}`;

  return {
    confirmLink: (token: string) => page(screens.confirmEmail, token),
    passwordLink: (token: string) => page(screens.newPassword, token),

    confirm: (link: string, role: Role, isListedAdmin: boolean): MailText =>
      write(
        "Confirm your email address",
        `Someone opened a Cairn account with this email address, as ${roleNames[role]}. If it was you, open this link and press the button there to confirm the address:`,
        link,
        `The link works once, for ${linkDays} days. Nothing changes until you press the button.`,
        ...(isListedAdmin && role === "Admin"
          ? [
              "This address is on the list of Cairn's admins. When you confirm it, the account becomes an admin.",
            ]
          : []),
        "If you did not open this account, ignore this email: nothing is confirmed. Or claim the account: open the link and press “This mailbox is mine, but I did not register”. We then remove its password, sign everyone out and email you a link to set your own password.",
      ),

    takenOver: (link: string): MailText =>
      write(
        "You claimed your Cairn account",
        "Someone opened the link that we sent to this mailbox and claimed the Cairn account with this address, without being signed in and without its password. A stranger may have opened the account, so we removed its password and signed everyone out.",
        "Open this link to set your own password:",
        link,
        `The link works once, for ${linkDays} days. After that, ${takeItBack}.`,
      ),

    /** Does not mention the new address, which may belong to someone else. */
    addressReplaced: (): MailText =>
      write(
        "The email address of your Cairn account has changed",
        "An admin of Cairn gave your account a different email address. You can no longer sign in with this address, and we signed everyone out of the account.",
        "If you did not expect this, contact an admin of Cairn.",
      ),

    resetCode: (code: string): MailText =>
      write(
        "Your code to reset your password",
        `Enter this code at ${publicUrl}${screens.code} to set a new password:`,
        `    ${code}`,
        `The code works once, for ${limits.resetCodeMinutes} minutes, in the browser where you asked for it. If you asked more than once, only the newest code works.`,
        "If you did not ask for it, ignore this email: your password stays the same. Never share the code. Nobody at Cairn will ask you for it.",
      ),

    invitation: (link: string, role: Role): MailText =>
      write(
        "You have a Cairn account",
        `An admin of Cairn opened an account for you, as ${roleNames[role]}. Open this link to set your password, then log in with this email address:`,
        link,
        `The link works once, for ${linkDays} days. After that, ${takeItBack}.`,
        "If you did not expect this, ignore this email: nobody can log in to the account until it has a password.",
      ),

    passwordSet: (): MailText =>
      write(
        "Your password was changed",
        "The password of your Cairn account was changed, and every device was signed out.",
        "If it was you, there is nothing to do.",
        `If it was not you, ${takeItBack} now and set your own password. That signs everyone else out.`,
      ),
  };
}
export type AuthMails = ReturnType<typeof createAuthMails>;
