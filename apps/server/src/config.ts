import { isIP } from "node:net";
import { resolve } from "node:path";

/** The settings of one process, checked once at start. Documented in .env.example. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The site's own address without a slash at its end. */
  readonly publicUrl: string;
  /** Further origins that may call with credentials (CORS). */
  readonly allowedOrigins: readonly string[];
  /** null: made once and kept in the data directory. */
  readonly authSecret: string | null;
  readonly seedDemo: boolean;
  readonly rateLimits: boolean;
  /** Addresses of proxies whose forwarded headers count; none: no forwarded header counts. */
  readonly trustProxy: readonly string[];
  readonly logLevel: LogLevel;
  /** null: the bundled sample is shown (D33). */
  readonly videoFeed: OutsideFeed | null;
  readonly articlesFeed: OutsideFeed | null;
  readonly feedRefreshSeconds: number;
}

/** An outside feed. The address with its key filled in is secret: neither logs nor answers may hold it. */
export interface OutsideFeed {
  /** JSON in the service's own shape, or a channel's Atom or RSS. */
  readonly format: "json" | "xml";
  /** As configured: `{key}` stands where the key goes. */
  readonly address: string;
  readonly key: string | null;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** A setting that cannot be used. The message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings for engines that this version cannot use yet: ignoring them would lose data quietly. */
const notYet = ["DATABASE_URL", "REDIS_URL", "MEDIA_S3_URL"] as const;

/** @throws ConfigError naming the first setting that is wrong. */
export function readConfig(environment: Environment): Config {
  for (const name of notYet) {
    if (text(environment, name))
      throw new ConfigError(`${name} is not supported by this version of Cairn; unset it`);
  }
  const port = wholeNumber(environment, "PORT", 5000, 0, 65_535);
  const seedDemo = oneOf(environment, "SEED_DEMO", ["true", "false"], demoDefault(environment)) === "true";
  return {
    port,
    // Demo passwords are public, so demo data listens to this machine only unless told otherwise.
    host: text(environment, "HOST") ?? (seedDemo ? "127.0.0.1" : "0.0.0.0"),
    dataDir: resolve(text(environment, "DATA_DIR") ?? "./data"),
    publicUrl: origin("PUBLIC_URL", text(environment, "PUBLIC_URL") ?? `http://localhost:${port}`),
    allowedOrigins: list(environment, "ALLOWED_ORIGINS").map((value) => origin("ALLOWED_ORIGINS", value)),
    authSecret: secret(environment),
    seedDemo,
    rateLimits: oneOf(environment, "RATE_LIMITS", ["on", "off"], "on") === "on",
    trustProxy: list(environment, "TRUST_PROXY").map(addressRange),
    logLevel: oneOf(environment, "LOG_LEVEL", logLevels, "info"),
    videoFeed: videoFeed(environment),
    articlesFeed: outsideFeed(environment, "ARTICLES_FEED_URL", "json"),
    feedRefreshSeconds: wholeNumber(environment, "FEED_REFRESH_SECONDS", 900, 1, 86_400),
  };
}

const demoDefault = (environment: Environment) => (environment.NODE_ENV === "production" ? "false" : "true");

function text(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value ? value : undefined;
}

function list(environment: Environment, name: string): string[] {
  return (text(environment, name) ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

function wholeNumber(
  environment: Environment,
  name: string,
  fallback: number,
  low: number,
  high: number,
): number {
  const value = text(environment, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < low || number > high) {
    throw new ConfigError(`${name} must be a whole number from ${low} to ${high}, not "${value}"`);
  }
  return number;
}

function oneOf<const Choice extends string>(
  environment: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const value = text(environment, name) ?? fallback;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined)
    throw new ConfigError(`${name} must be one of ${choices.join(", ")}, not "${value}"`);
  return choice;
}

function origin(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isBare = url && url.pathname === "/" && !url.search && !url.hash && !url.username;
  if (!url || !isBare || !["http:", "https:"].includes(url.protocol)) {
    throw new ConfigError(`${name} must be an address such as https://cairn.example, not "${value}"`);
  }
  return url.origin;
}

function addressRange(value: string): string {
  const [address = "", bits] = value.split("/");
  const version = isIP(address);
  const widest = version === 4 ? 32 : 128;
  if (version === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= widest))) {
    throw new ConfigError(`TRUST_PROXY must list addresses such as 10.0.0.1 or 10.0.0.0/8, not "${value}"`);
  }
  return value;
}

function secret(environment: Environment): string | null {
  const value = text(environment, "AUTH_SECRET");
  if (value !== undefined && value.length < 32)
    throw new ConfigError("AUTH_SECRET must have at least 32 characters");
  return value ?? null;
}

function videoFeed(environment: Environment): OutsideFeed | null {
  const converted = outsideFeed(environment, "VIDEO_FEED_URL", "json");
  const direct = outsideFeed(environment, "VIDEO_RSS_URL", "xml");
  if (converted && direct) {
    throw new ConfigError("VIDEO_FEED_URL and VIDEO_RSS_URL are both set; unset one of them");
  }
  if (!converted?.address.includes("{key}")) return converted ?? direct;
  const key = text(environment, "VIDEO_FEED_KEY");
  if (key === undefined)
    throw new ConfigError("VIDEO_FEED_KEY is not set, but VIDEO_FEED_URL asks for it with {key}");
  return { ...converted, key };
}

function outsideFeed(
  environment: Environment,
  name: string,
  format: OutsideFeed["format"],
): OutsideFeed | null {
  const address = text(environment, name);
  if (address === undefined) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    // What was set is not repeated: it may hold a key.
    throw new ConfigError(`${name} must be an http or https address without a user name or password`);
  }
  return { format, address, key: null };
}
