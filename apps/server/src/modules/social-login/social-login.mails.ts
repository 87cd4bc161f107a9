import { screens } from "@cairn/contract";
import type { WayIn } from "./social-login.policy.ts";

/**
 * The notice to a mailbox's owner when a provider opens their account for the first time. It contains no user input:
 * until the account is claimed, a stranger may have chosen its name.
 */
export function firstSignInNotice(way: WayIn, provider: string, publicUrl: string) {
  const { subject, happened } = notices[way](provider);
  const resetPage = `${publicUrl}${screens.forgotPassword}`;
  const paragraphs = [
    "Hello,",
    happened,
    `If you want a password of your own, ask for a reset code at ${resetPage}.`,
    "If this was not you, tell an admin of Cairn.",
    `Cairn, ${publicUrl}`,
  ];
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}

const notices: Record<WayIn, (provider: string) => { subject: string; happened: string }> = {
  open: (provider) => ({
    subject: `Your Cairn account, opened with ${provider}`,
    happened: `you signed in to Cairn with ${provider}, and an account was opened for this e-mail address. It has no password: sign in with ${provider} again.`,
  }),
  join: (provider) => ({
    subject: `First sign-in to your Cairn account with ${provider}`,
    happened: `somebody signed in to your Cairn account with ${provider} for the first time. ${provider} has verified that this e-mail address is theirs. From now on the account opens with ${provider} as well; its password stays as it is.`,
  }),
  claim: (provider) => ({
    subject: `Your Cairn account is secured: signed in with ${provider}`,
    happened: `somebody signed in with ${provider} to the Cairn account of this e-mail address. Nobody had confirmed the address before, so a stranger may have opened the account: its password and all its sessions were dropped. From now on it opens with ${provider}.`,
  }),
};
