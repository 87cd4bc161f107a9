import { screens } from "@cairn/contract";
import type { WayIn } from "./social-login.policy.ts";

interface SiteOfMail {
  readonly publicUrl: string;
  readonly siteName: string;
}

/**
 * The notice to a mailbox's owner when a provider opens their account for the first time. It contains no user input:
 * until the account is claimed, a stranger may have chosen its name.
 */
export function firstSignInNotice(
  way: Exclude<WayIn, "ask">,
  provider: string,
  { publicUrl, siteName }: SiteOfMail,
) {
  const { subject, happened } = notices[way](provider, siteName);
  const resetPage = `${publicUrl}${screens.forgotPassword}`;
  const paragraphs = [
    "Hello,",
    happened,
    `To set your own password, ask for a reset code at ${resetPage}.`,
    `If it was not you, contact an admin of ${siteName}.`,
    `${siteName}, ${publicUrl}`,
  ];
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}

const notices: Record<
  Exclude<WayIn, "ask">,
  (provider: string, site: string) => { subject: string; happened: string }
> = {
  open: (provider, site) => ({
    subject: `You opened an account at ${site} with ${provider}`,
    happened: `You signed in to ${site} with ${provider}, and we opened an account for this email address. It has no password: sign in with ${provider} next time too.`,
  }),
  join: (provider, site) => ({
    subject: `First sign-in to your ${site} account with ${provider}`,
    happened: `Someone signed in to your ${site} account with ${provider} for the first time. ${provider} has verified that this email address is theirs. From now on you can sign in with ${provider} too. Your password stays the same.`,
  }),
  claim: (provider, site) => ({
    subject: `We secured your ${site} account after a sign-in with ${provider}`,
    happened: `Someone signed in with ${provider} to the ${site} account of this email address. Nobody had confirmed the address before, so a stranger may have opened the account. We removed its password and signed everyone out. From now on, sign in with ${provider}.`,
  }),
};
