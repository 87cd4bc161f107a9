import { createHmac } from "node:crypto";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { openRedis, type RedisLink } from "../lib/redis-link.ts";
import { inSteps } from "./limits-in-steps.ts";
import { type Limit, type LimitRules, limitRules, type SharedCounts } from "./rate-limits.ts";

interface Settings extends Pick<Parameters<typeof openRedis>[0], "log" | "timeoutMs"> {
  readonly url: string;
  /** The site's secret, which all its instances share. */
  readonly secret: string;
  readonly rules?: LimitRules;
}

export interface CountsInRedis extends SharedCounts {
  close(): Promise<void>;
}

/**
 * Checks and counts in one step. A try beyond the limit is not counted, so a crowd that was refused in its first second
 * is not locked out by its own refusals. Refunds never leave more tries than the limit.
 */
const changeCount = `
local most, count = tonumber(ARGV[3]), (tonumber(redis.call('get', KEYS[1])) or 0) + ARGV[1]
local left = redis.call('pttl', KEYS[1])
if left <= 0 then left = ARGV[2] * 1000 end
if count <= 0 then redis.call('del', KEYS[1])
elseif count <= most then redis.call('set', KEYS[1], count, 'PX', left) end
return {count, left}`;

/** Counts shared by all instances. Keys are hashed with the site's secret, so Redis learns no email and no address. */
export async function countInRedis({
  url,
  secret,
  log,
  timeoutMs,
  rules = limitRules,
}: Settings): Promise<CountsInRedis> {
  const prefix = keyPrefix(secret);
  const link = await openRedis({
    url,
    log,
    timeoutMs,
    check: (client) =>
      counterIn(client, { keyPrefix: `${prefix}check`, points: 1_000, duration: 1 }).penalty("on"),
  });
  const counters = new Map(
    Object.entries(rules).map(([name, rule]) => [
      name,
      counterIn(link.client, { keyPrefix: `${prefix}${name}`, ...rule }),
    ]),
  );
  const counterOf = (limit: Limit) => counters.get(limit) as RateLimiterRedis;
  const hash = (limit: Limit, key: string) =>
    createHmac("sha256", secret).update(`limits\n${limit}\n${key}`).digest("base64url").slice(0, 22);
  const take = (limit: Limit, key: string, tries: number) =>
    link.ask(() => counterOf(limit).penalty(hash(limit, key), tries));
  const reads = {
    readByAddress: inSteps(rules.readByAddress, (key, tries) => take("readByAddress", key, tries)),
    readByUser: inSteps(rules.readByUser, (key, tries) => take("readByUser", key, tries)),
  };
  const isRead = (limit: Limit): limit is keyof typeof reads => limit in reads;

  return {
    get isUp() {
      return link.isUp;
    },
    take: (limit, key, tries) => (isRead(limit) ? reads[limit](key, tries) : take(limit, key, tries)),
    giveBack(limit, key) {
      // No need to wait: Redis runs this instance's next command after this one.
      void link.ask(() => counterOf(limit).reward(hash(limit, key)));
    },
    close: link.close,
  };
}

/** Prefix of this site's keys: several sites may share one Redis. */
const keyPrefix = (secret: string): string =>
  `cairn:${createHmac("sha256", secret).update("limits").digest("base64url").slice(0, 8)}:`;

const counterIn = (
  storeClient: RedisLink["client"],
  rule: { keyPrefix: string; points: number; duration: number },
) => new RateLimiterRedis({ ...rule, storeClient, customIncrTtlLuaScript: changeCount });
