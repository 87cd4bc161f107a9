import { limits, type Role, type SessionTokens } from "@cairn/contract";
import { registerMember, type TestApp, verifiedAdmin } from "../../support/server/app.ts";

/** Everybody who may call, each with what they carry. */
export const callers = [
  "nobody",
  "an expired token",
  "a refresh token",
  "user A",
  "user B",
  "a writer",
  "an unverified Admin",
  "a verified Admin",
  "a deactivated Admin",
] as const;
export type Caller = (typeof callers)[number];

export interface Account extends SessionTokens {
  readonly email: string;
}

export interface Callers {
  /** The user whose resources count as the caller's own; null if there is no signed-in user. */
  readonly accounts: Readonly<Record<Caller, Account | null>>;
  /** What stands in the Authorization header. */
  readonly tokens: Readonly<Record<Caller, string | undefined>>;
  /** A verified Admin who decides about what the others write. */
  readonly reviewer: Account;
}

/** The dead tokens are those of verified Admins: whatever they could do, they cannot. */
export async function makeCallers(app: TestApp): Promise<Callers> {
  const expired = await verifiedAdmin(app);
  app.passTime((limits.accessTokenSeconds + 1) * 1000);
  const refresh = await verifiedAdmin(app);
  const verified = await verifiedAdmin(app);
  const deactivated = await verifiedAdmin(app);
  const member = (role: Role) => registerMember(app, role);
  const accounts: Record<Caller, Account | null> = {
    nobody: null,
    "an expired token": expired,
    "a refresh token": refresh,
    "user A": await member("User"),
    "user B": await member("User"),
    "a writer": await member("TechWriter"),
    "an unverified Admin": await member("Admin"),
    "a verified Admin": verified,
    "a deactivated Admin": deactivated,
  };
  const tokens = Object.fromEntries(
    callers.map((caller) => [
      caller,
      caller === "a refresh token" ? accounts[caller]?.refresh_token : accounts[caller]?.access_token,
    ]),
  ) as Callers["tokens"];
  const reviewer = await verifiedAdmin(app);
  const answer = await app.call("PATCH", `/admin/users/${deactivated.user_id}`, {
    token: reviewer.access_token,
    body: { active: false },
  });
  if (answer.status !== 200) throw new Error("nobody could be deactivated");
  return { accounts, tokens, reviewer };
}
