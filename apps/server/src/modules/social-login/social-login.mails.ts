import { screens } from "@cairn/contract";
import type { WayIn } from "./social-login.policy.ts";

/**
 * The notice to a mailbox's owner when a provider opens their account for the first time. It contains no user input:
 * until the account is claimed, a stranger may have chosen its name.
 */
export function firstSignInNotice(way: Exclude<WayIn, "ask">, provider: string, publicUrl: string) {
  const { subject, happened } = notices[way](provider);
  const resetPage = `${publicUrl}${screens.forgotPassword}`;
  const paragraphs = [
    "Hello,",
    happened,
    `To set your own password, ask for a reset code at ${resetPage}.`,
    "If it was not you, contact an admin of Cairn.",
    `Cairn, ${publicUrl}`,
  ];
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}

const notices: Record<Exclude<WayIn, "ask">, (provider: string) => { subject: string; happened: string }> = {
  open: (provider) => ({
    subject: `You opened a Cairn account with ${provider}`,
    happened: `You signed in to Cairn with ${provider}, and we opened an account for this email address. It has no password: sign in with ${provider} next time too.`,
  }),
  join: (provider) => ({
    subject: `First sign-in to your Cairn account with ${provider}`,
    happened: `Someone signed in to your Cairn account with ${provider} for the first time. ${provider} has verified that this email address is theirs. From now on you can sign in with ${provider} too. Your password stays the same.`,
  }),
  claim: (provider) => ({
    subject: `We secured your Cairn account after a sign-in with ${provider}`,
    happened: `Someone signed in with ${provider} to the Cairn account of this email address. Nobody had confirmed the address before, so a stranger may have opened the account. We removed its password and signed everyone out. From now on, sign in with ${provider}.`,
  }),
};
