import { limits } from "@cairn/contract";
import { isEmail, normaliseEmail } from "../../lib/email.ts";
import type { Identity } from "./provider.ts";
import { SignInRefused } from "./sign-in-refused.ts";

/**
 * How somebody who is new here gets in. `open`: a new account. `join`: the account whose owner has shown that the
 * mailbox is theirs. `claim`: nobody had shown that, so whoever opened the account is a stranger to the one who
 * shows it now, and keeps nothing of it (D58).
 */
export type WayIn = "open" | "join" | "claim";

/** Only a mailbox that the provider has verified leads anywhere (D24). @throws SignInRefused. */
export function verifiedEmail({ email, emailVerified }: Pick<Identity, "email" | "emailVerified">): string {
  if (email === null || !isEmail(normaliseEmail(email))) throw new SignInRefused("emailMissing");
  if (!emailVerified) throw new SignInRefused("emailUnverified");
  return normaliseEmail(email);
}

/** @param account the one that has this e-mail. @throws SignInRefused for a deactivated one. */
export function wayInto(account: { active: boolean; emailConfirmedAt: Date | null } | null): WayIn {
  if (account === null) return "open";
  if (!account.active) throw new SignInRefused("deactivated");
  return account.emailConfirmedAt === null ? "claim" : "join";
}

/** The provider's name for them in one line, else the first part of their address. */
export function nameFrom({ name }: Pick<Identity, "name">, email: string): string {
  const line = (name ?? "")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const words = line || email.slice(0, email.indexOf("@"));
  return [...words].slice(0, limits.nameLength).join("").trim();
}
