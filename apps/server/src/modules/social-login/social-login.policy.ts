import { limits, oneForm, trimmed, withoutUnseen } from "@cairn/contract";
import { isEmail, normaliseEmail } from "../../lib/email.ts";
import type { Identity } from "./provider.ts";
import { SignInRefused } from "./sign-in-refused.ts";

/**
 * How a new identity gets in. `open`: a new account. `join`: the account whose owner has proven ownership of the
 * mailbox. `claim`: an account with an unproven mailbox; the person who opened it may be a stranger and loses
 * everything in it (docs/rules.md#accounts-that-were-never-confirmed).
 */
export type WayIn = "open" | "join" | "claim";

/** Accepts only a mailbox that the provider has verified (docs/rules.md#sign-in-by-a-provider). @throws SignInRefused. */
export function verifiedEmail({ email, emailVerified }: Pick<Identity, "email" | "emailVerified">): string {
  if (email === null || !isEmail(normaliseEmail(email))) throw new SignInRefused("emailMissing");
  if (!emailVerified) throw new SignInRefused("emailUnverified");
  return normaliseEmail(email);
}

interface Account {
  readonly active: boolean;
  readonly waitingSince: Date | null;
  readonly emailConfirmedAt: Date | null;
}

/** @throws SignInRefused if the account is deactivated, or waits for approval. */
export function ensureOpen({ active, waitingSince }: Omit<Account, "emailConfirmedAt">): void {
  if (waitingSince !== null) throw new SignInRefused("waiting");
  if (!active) throw new SignInRefused("deactivated");
}

/** @param account the account with this email. @throws SignInRefused as `ensureOpen` */
export function wayInto(account: Account | null): WayIn {
  if (account === null) return "open";
  ensureOpen(account);
  return account.emailConfirmedAt === null ? "claim" : "join";
}

/** What is read of a name at a provider, before signs that nobody sees are taken out. */
const longestGivenName = 1_000;

/** The user's name at the provider on one line, else the local part of their email. */
export function nameFrom({ name }: Pick<Identity, "name">, email: string): string {
  const given = (name ?? "")
    .slice(0, longestGivenName)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ");
  const line = trimmed(withoutUnseen(oneForm(given)));
  const words = line || email.slice(0, email.indexOf("@"));
  return [...words].slice(0, limits.nameLength).join("").trim();
}
