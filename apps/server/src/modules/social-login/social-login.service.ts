import { createHash, randomBytes } from "node:crypto";
import { namedProviders, type SignInProvider } from "@cairn/contract";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import type { Database } from "../../db/database.ts";
import { addressKey } from "../../lib/client-address.ts";
import type { Clock } from "../../lib/clock.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Provider } from "./provider.ts";
import type { Admission } from "./provider-admission.ts";
import type { ProviderGroups } from "./provider-groups.ts";
import { SignInRefused } from "./sign-in-refused.ts";
import { deleteAttemptsBefore, insertAttempt, takeAttempt } from "./social-login.repository.ts";

const attemptLife = 10 * 60 * 1000;

interface Dependencies {
  db: Database;
  /** By their ids. */
  providers: ReadonlyMap<string, Provider>;
  /** With demo data the named providers stand, as specified, whether or not they are set up (docs/rules.md#social-buttons). */
  showsNamed: boolean;
  admission: Admission;
  groups: Pick<ProviderGroups, "follow">;
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

/** Sign-in by a provider (docs/rules.md#sign-in-by-a-provider). A failed attempt creates and changes no account. */
export function createSocialLoginService(dependencies: Dependencies) {
  const { db, providers, showsNamed, admission, groups, sessions, rateLimits, clock } = dependencies;
  const oldest = () => new Date(clock().getTime() - attemptLife);

  /** A named one may be called, but is not set up. */
  function providerOf(id: string): Provider {
    const provider = providers.get(id);
    if (!provider) throw new SignInRefused("failed");
    return provider;
  }

  const shown = [
    ...(showsNamed ? namedProviders : namedProviders.filter(({ id }) => providers.has(id))),
    ...[...providers.values()].filter(({ id }) => !namedProviders.some((named) => named.id === id)),
  ].map(({ id, name }): SignInProvider => ({ id, name }));

  return {
    /** Those whose buttons stand on the login and register screens. */
    shown,

    /** What a provider is called; undefined for an id that none has. */
    nameOf: (id: string): string | undefined =>
      (providers.get(id) ?? namedProviders.find((named) => named.id === id))?.name,

    /** The provider's page to send the browser to, and the mark that the browser must carry until it returns. */
    async begin(
      id: string,
      { address, mark, invitation = null }: Visitor & { readonly invitation?: string | null },
    ): Promise<{ page: URL; mark: string }> {
      await rateLimits.take("providerStartByAddress", addressKey(address));
      const provider = providerOf(id);
      const secrets = { state: randomState(), codeVerifier: randomPKCECodeVerifier(), nonce: randomNonce() };
      const page = await provider.signInPage(secrets);
      // One mark per browser, not per attempt: two tabs may sign in at once.
      const kept = mark ?? randomBytes(32).toString("base64url");
      const { state, ...proofs } = secrets;
      const attempt = { ...proofs, invitation, stateHash: sha256(state), browserHash: sha256(kept) };
      await insertAttempt(db.query, { ...attempt, provider: id, createdAt: clock() });
      return { page, mark: kept };
    },

    /** The tokens of a new session; works once per attempt. @throws SignInRefused, or any other error on the way. */
    async finish(
      id: string,
      returned: URL,
      { address, mark, userAgent }: Visitor & { readonly userAgent: string | null },
    ): Promise<{ access_token: string; refresh_token: string }> {
      const from = addressKey(address);
      await rateLimits.take("providerReturnByAddress", from);
      const provider = providerOf(id);
      const [state, ...more] = returned.searchParams.getAll("state");
      if (!state || more.length > 0 || mark === null) throw new SignInRefused("failed");
      const named = { stateHash: sha256(state), browserHash: sha256(mark), provider: id };
      const attempt = await takeAttempt(db.query, named, oldest());
      if (!attempt) throw new SignInRefused("failed");
      const identity = await provider.identify(returned, { state, ...attempt });
      const userId = await admission.admit(provider, identity, attempt.invitation);
      const tokens = await sessions.start({ userId, userAgent, provider: id });
      await groups.follow(tokens.access_token, id, identity);
      await rateLimits.giveBack("providerStartByAddress", from);
      await rateLimits.giveBack("providerReturnByAddress", from);
      return tokens;
    },

    /** Where a browser signs out at this provider; null if it offers that nowhere, or cannot be asked. */
    signOutPage: async (id: string): Promise<URL | null> =>
      (await providers
        .get(id)
        ?.signOutPage?.()
        .catch(() => null)) ?? null,

    sweep: () => deleteAttemptsBefore(db.query, oldest()),
  };
}
export type SocialLoginService = ReturnType<typeof createSocialLoginService>;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
