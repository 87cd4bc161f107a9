import { limits, oneForm, type Role, type SiteSettings, trimmed, withoutUnseen } from "@cairn/contract";
import { domainOf, isEmail, normaliseEmail } from "../../lib/email.ts";
import type { Identity, ProviderTerms } from "./provider.ts";
import { SignInRefused } from "./sign-in-refused.ts";

/**
 * How a new identity gets in. `open`: a new account. `ask`: a new account whose owner has yet to confirm the mailbox.
 * `join`: the account whose owner has proven ownership of the mailbox. `claim`: an account with an unproven mailbox; the
 * person who opened it may be a stranger and loses everything in it (docs/rules.md#accounts-that-were-never-confirmed).
 */
export type WayIn = "open" | "ask" | "join" | "claim";

/** In the form in which it is stored; null: none that could be one. */
export function emailOf({ email }: Pick<Identity, "email">): string | null {
  const stored = email === null ? null : normaliseEmail(email);
  return stored !== null && isEmail(stored) ? stored : null;
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

/** @throws SignInRefused where the operator lets other domains in than this email's. */
export function refuseDomain(email: string | null, { domains }: Pick<ProviderTerms, "domains">): void {
  if (domains.length === 0 || email === null) return;
  if (!domains.includes(domainOf(email))) throw new SignInRefused("domainRefused");
}

/**
 * The table of docs/rules.md#sign-in-by-a-provider, for an identity that is new here.
 *
 * @param account the account with this email. @throws SignInRefused.
 */
export function wayInto(
  { emailVerified }: Pick<Identity, "emailVerified">,
  terms: Pick<ProviderTerms, "trustsEmails" | "refusesUnverified">,
  account: Account | null,
): WayIn {
  if (emailVerified ?? terms.trustsEmails) {
    if (account === null) return "open";
    ensureOpen(account);
    return account.emailConfirmedAt === null ? "claim" : "join";
  }
  if (emailVerified === false && terms.refusesUnverified) throw new SignInRefused("emailUnverified");
  if (account !== null) throw new SignInRefused("emailTaken");
  return "ask";
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

/** The highest role that the table gives to one of these groups; null: it names none of them. */
export function roleByGroups(
  table: readonly Pick<SiteSettings["groups"][number], "group" | "role">[],
  groups: readonly string[],
): Role | null {
  const named = table.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return highestFirst.find((role) => named.includes(role)) ?? null;
}
const highestFirst: readonly Role[] = ["Admin", "TechWriter", "User"];

/**
 * The role of a member whose groups gave `before` and give `now`; null: groups have no say in it. What they gave ends with
 * them.
 */
export const roleAfter = (before: Role | null, now: Role | null): Role | null =>
  now ?? (before === null ? null : "User");
