import type { Role, SiteSettings } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { type JobRunner, TryAgain } from "../../jobs/jobs.ts";
import type { Clock } from "../../lib/clock.ts";
import { createSealedTexts } from "../../lib/sealed-text.ts";
import type { ActivityService } from "../admin/activity.service.ts";
import type { Sessions } from "../auth/sessions.ts";
import { changesOf } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import { type Identity, type Provider, SessionOver } from "./provider.ts";
import { roleAfter, roleByGroups } from "./social-login.policy.ts";
import {
  accountDueForCheck,
  insertProviderSession,
  lockJoinedAccount,
  readGroupRole,
  readProviderSession,
  renewProviderSession,
  setGroupRole,
} from "./social-login.repository.ts";

/** In milliseconds: a provider is asked about a session once a minute at most. */
const checkedEvery = 60_000;
/** Then the next renewal asks again. */
const attempts = 5;

interface Dependencies {
  db: Database;
  jobs: Pick<JobRunner, "define">;
  providers: ReadonlyMap<string, Provider>;
  settings: { values(): Pick<SiteSettings, "groups"> };
  users: Pick<UserService, "find" | "setRole">;
  sessions: Pick<Sessions, "bearerOf" | "endAllOf" | "endOwn" | "onRenewed">;
  activity: Pick<ActivityService, "note">;
  clock: Clock;
  secret: string;
}

/**
 * Roles by the groups that members have at their provider (docs/rules.md#roles-by-groups): at each sign-in, and again
 * whenever a session is renewed, if the provider can be asked.
 */
export function createProviderGroups(dependencies: Dependencies) {
  const { db, jobs, providers, settings, users, sessions, activity, clock, secret } = dependencies;
  const sealed = createSealedTexts(secret, "refresh tokens of providers");
  const rowsOf = (provider: string) => settings.values().groups.filter((row) => row.provider === provider);

  /**
   * Gives the member the role that their groups have, and takes away what they gave before. The account is locked.
   * @returns what to call after the commit; null if nothing was taken away
   */
  async function apply(
    tx: Transaction,
    userId: number,
    { issuer, subject, groups }: Pick<Identity, "issuer" | "subject" | "groups">,
    provider: string,
  ): Promise<(() => void) | null> {
    if (groups === null) return null;
    const before = await readGroupRole(tx, { issuer, subject });
    const named = roleByGroups(rowsOf(provider), groups);
    const role = roleAfter(before, named);
    if (role === null) return null;
    await setGroupRole(tx, { issuer, subject }, named);
    const doneAt = clock();
    const { was, is } = await users.setRole(tx, userId, { role, verified: role === "Admin", at: doneAt });
    // No admin decided this, so it is recorded as the member's own act.
    const facts = { adminId: userId, subjectId: userId, subject: is.name, doneAt };
    const changes = changesOf(was, is);
    if (changes !== null) await activity.note(tx, { ...facts, kind: "userUpdated", changes });
    const [hadGrant, hasGrant] = [was, is].map(({ verifiedAt }) => verifiedAt !== null);
    if (hadGrant !== hasGrant)
      await activity.note(tx, { ...facts, kind: hasGrant ? "userVerified" : "userUnverified" });
    const isLess = rankOf(is.role) < rankOf(was.role) || (hadGrant && !hasGrant);
    return isLess ? sessions.endAllOf(tx, userId) : null;
  }

  const checks = jobs.define<{ session: string }>({
    name: "groups",
    atOnce: 4,
    async run(job) {
      const { session } = job.payload;
      const row = await readProviderSession(db.query, session);
      const provider = row && providers.get(row.provider);
      const token = row && sealed.open(row.refreshToken, session);
      if (!row || !provider?.renew || !token || rowsOf(row.provider).length === 0) return;
      const { userId } = row;
      try {
        const renewed = await provider.renew(token, row.subject);
        const afterCommit = await db.transaction(async (tx) => {
          if (!(await lockJoinedAccount(tx, row))) return null;
          const next = renewed.refreshToken === null ? null : sealed.seal(renewed.refreshToken, session);
          await renewProviderSession(tx, session, next, clock());
          return apply(tx, userId, { ...row, ...renewed }, row.provider);
        });
        afterCommit?.();
      } catch (error) {
        if (error instanceof SessionOver)
          // It may have ended here as well.
          return void (await sessions.endOwn({ userId, sessionId: session }, session).catch(() => {}));
        if (job.attempts >= attempts) return;
        throw new TryAgain("the provider could not be asked", checks.retryAt(job));
      }
    },
  });

  sessions.onRenewed(async (sessionId) => {
    const before = new Date(clock().getTime() - checkedEvery);
    const userId = await accountDueForCheck(db.query, sessionId, before);
    if (userId === null) return;
    const sender = String(userId);
    await checks.add(db.query, [{ key: sessionId, sender, payload: { session: sessionId }, dueAt: clock() }]);
  });

  return {
    apply,

    /** Whether roles depend on the groups of this provider. */
    areNamed: (provider: string): boolean => rowsOf(provider).length > 0,

    /** Notes by what the provider can be asked about this session. */
    async follow(accessToken: string, provider: string, identity: Identity): Promise<void> {
      const bearer = identity.refreshToken === null ? null : await sessions.bearerOf(accessToken);
      if (!bearer || identity.refreshToken === null || rowsOf(provider).length === 0) return;
      await insertProviderSession(db.query, {
        sessionId: bearer.sessionId,
        provider,
        issuer: identity.issuer,
        subject: identity.subject,
        refreshToken: sealed.seal(identity.refreshToken, bearer.sessionId),
        checkedAt: clock(),
      });
    },
  };
}
export type ProviderGroups = ReturnType<typeof createProviderGroups>;

const rankOf = (role: Role): number => ["User", "TechWriter", "Admin"].indexOf(role);
