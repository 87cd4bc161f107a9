import { createHash, randomBytes } from "node:crypto";
import { type ProviderName, providerNames } from "@cairn/contract";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import type { Database } from "../../db/database.ts";
import { addressKey } from "../../lib/client-address.ts";
import type { Clock } from "../../lib/clock.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Provider } from "./provider.ts";
import type { Admission } from "./provider-admission.ts";
import { SignInRefused } from "./sign-in-refused.ts";
import { deleteAttemptsBefore, insertAttempt, takeAttempt } from "./social-login.repository.ts";

const attemptLife = 10 * 60 * 1000;

interface Dependencies {
  db: Database;
  /** null: not configured. */
  providers: Readonly<Record<ProviderName, Provider | null>>;
  admission: Admission;
  sessions: Pick<Sessions, "start">;
  rateLimits: RateLimits;
  clock: Clock;
}

/** A browser on its way to a provider or back. */
interface Visitor {
  readonly address: string;
  /** The mark that identifies this browser; null if it has none yet. */
  readonly mark: string | null;
}

/** Sign-in with Google or GitHub (docs/rules.md#sign-in-by-a-provider). A failed attempt creates and changes no account. */
export function createSocialLoginService(dependencies: Dependencies) {
  const { db, providers, admission, sessions, rateLimits, clock } = dependencies;
  const oldest = () => new Date(clock().getTime() - attemptLife);

  function providerOf(name: ProviderName): Provider {
    const provider = providers[name];
    if (!provider) throw new SignInRefused("failed");
    return provider;
  }

  return {
    /** Providers that this site is a client of. */
    configured: (): ProviderName[] => providerNames.filter((name) => providers[name] !== null),

    /** The provider's page to send the browser to, and the mark that the browser must carry until it returns. */
    async begin(
      name: ProviderName,
      { address, mark, invitation = null }: Visitor & { readonly invitation?: string | null },
    ): Promise<{ page: URL; mark: string }> {
      await rateLimits.take("providerStartByAddress", addressKey(address));
      const provider = providerOf(name);
      const secrets = { state: randomState(), codeVerifier: randomPKCECodeVerifier(), nonce: randomNonce() };
      const page = await provider.signInPage(secrets);
      // One mark per browser, not per attempt: two tabs may sign in at once.
      const kept = mark ?? randomBytes(32).toString("base64url");
      const { state, ...proofs } = secrets;
      const attempt = { ...proofs, invitation, stateHash: sha256(state), browserHash: sha256(kept) };
      await insertAttempt(db.query, { ...attempt, provider: name, createdAt: clock() });
      return { page, mark: kept };
    },

    /** The tokens of a new session; works once per attempt. @throws SignInRefused, or any other error on the way. */
    async finish(
      name: ProviderName,
      returned: URL,
      { address, mark, userAgent }: Visitor & { readonly userAgent: string | null },
    ): Promise<{ access_token: string; refresh_token: string }> {
      const from = addressKey(address);
      await rateLimits.take("providerReturnByAddress", from);
      const provider = providerOf(name);
      const [state, ...more] = returned.searchParams.getAll("state");
      if (!state || more.length > 0 || mark === null) throw new SignInRefused("failed");
      const named = { stateHash: sha256(state), browserHash: sha256(mark), provider: name };
      const attempt = await takeAttempt(db.query, named, oldest());
      if (!attempt) throw new SignInRefused("failed");
      const identity = await provider.identify(returned, { state, ...attempt });
      const userId = await admission.admit(name, identity, attempt.invitation);
      const tokens = await sessions.start({ userId, userAgent });
      await rateLimits.giveBack("providerStartByAddress", from);
      await rateLimits.giveBack("providerReturnByAddress", from);
      return tokens;
    },

    sweep: () => deleteAttemptsBefore(db.query, oldest()),
  };
}
export type SocialLoginService = ReturnType<typeof createSocialLoginService>;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
