import { limits, type Role, screens } from "@cairn/contract";

/*
 * These mails contain nothing about an account that a user typed in. Otherwise anyone could register a stranger's
 * e-mail and have us send them arbitrary text.
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
        "Confirm your e-mail address",
        `there is a Cairn account with this e-mail address, with the role of ${roleNames[role]}. If you have opened it, follow this link and press the button there to confirm the address:`,
        link,
        `The link is good for ${linkDays} days and works once. Opening it alone changes nothing.`,
        ...(isListedAdmin && role === "Admin"
          ? [
              "This address is on the list of Cairn's admins: confirming it gives the account an admin's power.",
            ]
          : []),
        "If you did not open this account, you need do nothing, and nothing is confirmed. Or make it yours: follow the link and press “This mailbox is mine, but I did not register”. That drops the account's password, signs everybody out and mails you a link to set a password of your own.",
      ),

    takenOver: (link: string): MailText =>
      write(
        "Your Cairn account is yours alone now",
        "the address of this mailbox was confirmed for a Cairn account by somebody who followed our link here, but was not signed in to the account and did not give its password. A stranger may have opened it, so its password was dropped and everybody was signed out.",
        "Follow this link to set a password of your own:",
        link,
        `The link is good for ${linkDays} days and works once. After that you can ${takeItBack}.`,
      ),

    /** Does not mention the new address, which may belong to someone else. */
    addressReplaced: (): MailText =>
      write(
        "Your Cairn account has another e-mail address",
        "an admin of Cairn has given your account another e-mail address just now. It no longer opens with this one, and everybody was signed out of it.",
        "If you did not expect this, tell an admin of Cairn.",
      ),

    resetCode: (code: string): MailText =>
      write(
        "Your code to reset your password",
        `this is your code to set a new password at ${publicUrl}${screens.code}:`,
        `    ${code}`,
        `It is good for ${limits.resetCodeMinutes} minutes, for the browser that asked for it, and works once. If you asked more than once, only the newest code works.`,
        "If this was not you, you need do nothing: your password stays as it is. Never pass the code on; nobody at Cairn asks for it.",
      ),

    invitation: (link: string, role: Role): MailText =>
      write(
        "You have a Cairn account",
        `an admin of Cairn has opened an account for you, with the role of ${roleNames[role]}. Open this link to set your password and sign in with this e-mail address:`,
        link,
        `The link is good for ${linkDays} days and works once. After that you can ${takeItBack}.`,
        "If you did not expect this, you need do nothing: nobody can sign in to the account before a password is set.",
      ),

    passwordSet: (): MailText =>
      write(
        "Your password was changed",
        "a new password was set for your Cairn account just now, and other devices were signed out.",
        "If this was you, there is nothing to do.",
        `If this was not you, ${takeItBack} at once and set a password of your own: that signs everybody else out.`,
      ),
  };
}
export type AuthMails = ReturnType<typeof createAuthMails>;
