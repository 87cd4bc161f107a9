import { limits, type Role, screens } from "@cairn/contract";

/*
 * What these mails hold of an account is nothing that somebody typed in: whoever registers a stranger's e-mail
 * could otherwise have us write to them.
 */

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Days that a mailed or printed link is good for. */
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
        `there is a Cairn account with this e-mail address, with the role of ${roleNames[role]}. If it is yours, open this link to confirm the address:`,
        link,
        `The link is good for ${linkDays} days. You can use Cairn without it; once the address is confirmed, nobody else can claim it.`,
        ...(isListedAdmin && role === "Admin"
          ? [
              "This address is on the list of Cairn's admins: opening the link gives the account an admin's power. Open it only if you have opened the account yourself.",
            ]
          : []),
        `If you did not open this account, do not open the link, and nothing is confirmed. The account becomes yours if you ${takeItBack}: a new password signs everybody else out.`,
      ),

    resetCode: (code: string): MailText =>
      write(
        "Your code to reset your password",
        `this is your code to set a new password at ${publicUrl}${screens.code}:`,
        `    ${code}`,
        `It is good for ${limits.resetCodeMinutes} minutes and works once. If you asked more than once, only the newest code works.`,
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
