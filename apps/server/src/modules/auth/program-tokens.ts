import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  adminScopes,
  type NewProgramToken,
  type ProgramToken,
  type ProgramTokenDraft,
  tokenLimits,
} from "@cairn/contract";
import { LRUCache } from "lru-cache";
import { type Bearer, signedIn } from "../../calls/bearer.ts";
import type { Database } from "../../db/database.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import { isVerifiedAdmin } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import {
  deleteEndedTokens,
  deleteToken,
  findToken,
  insertToken,
  lockMember,
  noteUse,
  type TokenRow,
  tokensOf,
} from "./program-tokens.repository.ts";
import { hashToken } from "./secrets.ts";
import { holdSession } from "./sessions.repository.ts";

/** Scanners find leaked tokens by it (docs/guides/programs.md). */
const prefix = "cairn_";
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const pattern = /^cairn_([0-9A-Za-z]{36})([0-9A-Za-z]{6})$/;

/** The CRC-32 of the text in base 62, six digits. */
function checksumOf(text: string): string {
  let [rest, written] = [crc32(text), ""];
  for (let place = 0; place < 6; place += 1) {
    written = digits.charAt(rest % 62) + written;
    rest = Math.floor(rest / 62);
  }
  return written;
}

/** 214 random bits and their checksum. */
export function newProgramToken(): string {
  const random = Array.from({ length: 36 }, () => digits.charAt(randomInt(62))).join("");
  return prefix + random + checksumOf(random);
}

/** Whether it claims to be a token for a program. */
export const isProgramToken = (token: string): boolean => token.startsWith(prefix);

/** Whether it can be one of ours: a typing mistake costs no query. */
export function isWellFormed(token: string): boolean {
  const [, random = "", checksum] = pattern.exec(token) ?? [];
  return checksumOf(random) === checksum;
}

const [minute, day] = [60_000, 24 * 60 * 60_000];
/** Hashes of tokens that were good here: 2 MB. */
const maxRemembered = 20_000;

interface Dependencies {
  readonly db: Database;
  readonly users: UserService;
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/** Tokens by which programs make calls in a member's name (docs/rules.md#tokens-for-programs). */
export function createProgramTokens({ db, users, rateLimits, clock }: Dependencies) {
  const good = new LRUCache<string, true>({ max: maxRemembered });

  return {
    /**
     * The member and scopes of a token; null for one that is unknown or has ended. `place`: whose tries an unknown
     * token uses; tokens that were good here never wait for them.
     */
    async bearerOf(token: string, place: string): Promise<Bearer | null> {
      if (!isWellFormed(token)) return null;
      const [hash, now] = [hashToken(token), clock()];
      const key = hash.toString("base64");
      if (!good.has(key)) await rateLimits.ensureLeft("tokenByAddress", place);
      const found = await findToken(db.query, hash, now);
      if (!found) {
        good.delete(key);
        await rateLimits.take("tokenByAddress", place);
        return null;
      }
      good.set(key, true);
      const { id, userId, scopes, lastUsedAt } = found;
      if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= minute) await noteUse(db.query, id, now);
      return { userId, sessionId: null, scopes };
    },

    async list({ userId }: Bearer): Promise<ProgramToken[]> {
      await users.active(userId);
      return (await tokensOf(db.query, userId, clock(), tokenLimits.ofMember)).map(present);
    },

    /** @throws AppError invalid_input for an end that has passed or is too far, not_allowed, list_full */
    async create(bearer: Bearer, { name, scopes, ends_at }: ProgramTokenDraft): Promise<NewProgramToken> {
      const { userId, sessionId } = signedIn(bearer);
      await rateLimits.take("changeByUser", String(userId));
      const user = await users.active(userId);
      const isOfAdmin = scopes.some((scope) => adminScopes.includes(scope));
      ensure(!isOfAdmin || isVerifiedAdmin(user), "not_allowed", {
        sentence: "Only verified admins can give a token the scopes review and admin.",
      });
      const now = clock();
      const endsAt = ends_at === undefined ? daysAfter(now, tokenLimits.usualDays) : new Date(ends_at);
      // A minute more: the clock of the form may be ahead.
      const latest = daysAfter(now, tokenLimits.days).getTime() + minute;
      if (!(endsAt > now && endsAt.getTime() <= latest)) {
        throw fieldError("ends_at", `must be within the next ${tokenLimits.days} days`);
      }
      const token = newProgramToken();
      const row = await db.transaction(async (tx) => {
        await lockMember(tx, userId);
        // A password that was changed meanwhile has ended this session and all tokens.
        ensure(await holdSession(tx, { id: sessionId, userId }), "session_ended");
        const { length } = await tokensOf(tx, userId, now, tokenLimits.ofMember);
        ensure(length < tokenLimits.ofMember, "list_full", {
          sentence: `You have ${tokenLimits.ofMember} tokens, which is the most. Delete one first.`,
        });
        const stored = { name: name.trim(), scopes: [...scopes], createdAt: now, endsAt };
        return insertToken(tx, { userId, tokenHash: hashToken(token), ...stored });
      });
      return { ...present(row), token };
    },

    /** @throws AppError token_not_found */
    async remove({ userId }: Bearer, id: number): Promise<void> {
      await rateLimits.take("changeByUser", String(userId));
      await users.active(userId);
      if (!(await deleteToken(db.query, userId, id))) throw new AppError("token_not_found");
    },

    sweep: () => deleteEndedTokens(db.query, clock()),
  };
}
export type ProgramTokens = ReturnType<typeof createProgramTokens>;

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * day);

const present = ({ id, name, scopes, createdAt, lastUsedAt, endsAt }: TokenRow): ProgramToken => ({
  id,
  name,
  scopes,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
  ends_at: endsAt.toISOString(),
});
