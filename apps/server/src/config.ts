import { isIP } from "node:net";
import { resolve } from "node:path";
import { audiences, isOneLine, joiningRules, limits, namedProviders, readableAccent } from "@cairn/contract";
import { readVerifierKey } from "@cairn/node";
import { formatVerifierKey, type Verifier, witnessType } from "@cairn/tlog";
import { type BucketAddress, readBucketAddress } from "./lib/bucket-address.ts";
import { asciiEmail, isEmail, mailDomain, normaliseEmail } from "./lib/email.ts";
import { isLoopbackHost } from "./lib/loopback.ts";
import { type LogKeys, parseLogKeys } from "./modules/ledger/log/log-keys.ts";
import { domainIn, type FixedValues } from "./modules/settings/settings.policy.ts";

/** The settings of one process, checked once at start. Documented in .env.example. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Those who cosign the log's checkpoints. */
  readonly witnesses: readonly WitnessAddress[];
  /** A PostgreSQL server; null: the embedded engine. May hold a password. */
  readonly databaseUrl: string | null;
  /** Redis that counts rate limits for all instances; null: each process counts for itself. May hold a password. */
  readonly redisUrl: string | null;
  /** Bucket that stores media; null: the data directory. Holds a secret. */
  readonly mediaBucket: BucketAddress | null;
  /** The site's public address without a trailing slash. */
  readonly publicUrl: string;
  /** Further origins that may call with credentials (CORS). */
  readonly allowedOrigins: readonly string[];
  /** null: made once and kept in the data directory; never null with a database server, whose instances share it. */
  readonly authSecret: string | null;
  /** null: made once and kept in the data directory; never null with a database server, whose instances share it. */
  readonly logKeys: LogKeys | null;
  readonly seedDemo: boolean;
  readonly rateLimits: boolean;
  /** Folder of Pyodide, which runs Python in browsers; null: none is served. The start looks for its files. */
  readonly pyodideDir: string | null;
  /** Accounts that one address may open in an hour. */
  readonly registrationsPerHour: number;
  /** Whether writing and uploading require a confirmed email (docs/rules.md#quotas). */
  readonly confirmedEmailToWrite: boolean;
  /** Bytes of files that one member, and all members together, may store; null: limited only by the disk. */
  readonly memberStorageBytes: number | null;
  readonly siteStorageBytes: number | null;
  /** Posts of one member that may wait for review (docs/rules.md#posts-that-wait). */
  readonly memberWaitingPosts: number;
  /** PeerTubes whose films items can show (docs/rules.md#films-of-other-sites); with a port: for tests, by http. */
  readonly embedHosts: readonly string[];
  /** Bytes of the largest file that arrives in pieces; 0: none does. */
  readonly recordingMaxBytes: number;
  /** Addresses of proxies whose forwarded headers count; none: no forwarded header counts. */
  readonly trustProxy: readonly string[];
  readonly logLevel: LogLevel;
  /** Token that opens /metrics to requests from other machines; null: only this machine may read it. */
  readonly metricsToken: string | null;
  /** Contacts in security.txt, as URIs; if there are none, the file does not exist. */
  readonly securityContacts: readonly string[];
  /** null: the bundled sample is shown (docs/rules.md#feeds-of-other-sites). */
  readonly videoFeed: ExternalFeed | null;
  readonly articlesFeed: ExternalFeed | null;
  readonly feedRefreshSeconds: number;
  /** Whether links of published items are asked about (docs/rules.md#checks-of-links). */
  readonly linkChecks: boolean;
  /** `host:port` of private servers that link checks may ask all the same; for tests. */
  readonly linkCheckHosts: readonly string[];
  /** `host:port` of private servers that webhooks may be sent to, also by http (docs/rules.md#webhooks). */
  readonly webhookHosts: readonly string[];
  /** `host:port` of private push services, also by http; for tests. */
  readonly pushHosts: readonly string[];
  /** In the form in which they are stored. Admins who confirm one of these become verified (docs/rules.md#confirmed-emails). */
  readonly adminEmails: readonly string[];
  /** null: every mail is written to a file in the outbox. May hold a password. */
  readonly smtpUrl: string | null;
  /** `name` null: the site's. */
  readonly mailFrom: { readonly name: string | null; readonly address: string };
  /** Settings of the site that its admins cannot change then (docs/rules.md#settings). */
  readonly fixedSettings: FixedValues;
  /** null: its button leads back with an error. */
  readonly google: OpenIdClient | null;
  readonly github: GitHubClient | null;
  /** Further OpenID providers, by their keys. */
  readonly signIn: readonly SignInClient[];
  /** For tests: the time at which the clock begins; null: the machine's. */
  readonly now: Date | null;
}

/** A witness of the log. */
export interface WitnessAddress {
  /** Of type 0x04; holds its name. */
  readonly key: Verifier;
  /** Its submission prefix, without a slash at its end. */
  readonly url: string;
}

/** An external feed. The address with its key filled in is secret: it must not appear in logs or answers. */
export interface ExternalFeed {
  /** JSON in the service's own shape, or a channel's Atom or RSS. */
  readonly format: "json" | "xml";
  /** As configured: `{key}` is the placeholder for the key. */
  readonly address: string;
  readonly key: string | null;
}

/** Cairn as a client of an OpenID provider. */
export interface OpenIdClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
}

/** Cairn as a client of a provider that the operator adds (docs/rules.md#sign-in-by-a-provider). */
export interface SignInClient extends OpenIdClient {
  /** In its addresses: lower-case letters and digits. */
  readonly id: string;
  /** On its button. */
  readonly name: string;
  /** Separated by spaces. */
  readonly scopes: string;
  /** Of the emails that may enter, in the form in which emails are stored; empty: all. */
  readonly domains: readonly string[];
  /** Its emails count as verified where it does not say. */
  readonly trustsEmails: boolean;
  /** The claim that has a user's groups. */
  readonly groupsClaim: string;
}

/** Cairn as a client of GitHub's OAuth. Neither address has a slash at its end. */
export interface GitHubClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly url: string;
  readonly apiUrl: string;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** An unusable setting. The message is one line that names the setting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError naming the first setting that is wrong. */
export function readConfig(environment: Environment): Config {
  const port = wholeNumber(environment, "PORT", 5000, 0, 65_535);
  const publicUrl = origin("PUBLIC_URL", text(environment, "PUBLIC_URL") ?? `http://localhost:${port}`);
  const seedDemo = oneOf(environment, "SEED_DEMO", ["true", "false"], demoDefault(environment)) === "true";
  return {
    port,
    // Demo passwords are public, so by default demo data is served to this machine only.
    // An IPv6 address may have the brackets of a URL.
    host: text(environment, "HOST")?.replace(/^\[(.*)\]$/, "$1") ?? (seedDemo ? "127.0.0.1" : "0.0.0.0"),
    dataDir: resolve(text(environment, "DATA_DIR") ?? "./data"),
    witnesses: witnesses(environment),
    databaseUrl: databaseUrl(environment),
    mediaBucket: mediaBucket(environment),
    redisUrl: redisUrl(environment),
    publicUrl,
    allowedOrigins: list(environment, "ALLOWED_ORIGINS").map((value) => origin("ALLOWED_ORIGINS", value)),
    authSecret: secret(environment),
    logKeys: logKeys(environment),
    seedDemo,
    rateLimits: oneOf(environment, "RATE_LIMITS", ["on", "off"], "on") === "on",
    pyodideDir: folder(environment, "PYODIDE_DIR"),
    registrationsPerHour: wholeNumber(environment, "REGISTRATIONS_PER_HOUR", 200, 1, 1_000_000),
    // On a demo, accounts are for trying things out; on a real site, members must confirm their email first.
    confirmedEmailToWrite:
      oneOf(environment, "CONFIRMED_EMAIL_TO_WRITE", ["true", "false"], seedDemo ? "false" : "true") ===
      "true",
    memberStorageBytes: megabytes(environment, "MEMBER_STORAGE_MB", 10_240),
    siteStorageBytes: megabytes(environment, "SITE_STORAGE_MB", 0),
    memberWaitingPosts: wholeNumber(environment, "MEMBER_WAITING_POSTS", 20, 1, 10_000),
    embedHosts: embedHosts(environment),
    recordingMaxBytes: wholeNumber(environment, "RECORDING_MAX_MB", 2_048, 0, 4_096) * 1024 * 1024,
    trustProxy: list(environment, "TRUST_PROXY").map(addressRange),
    logLevel: oneOf(environment, "LOG_LEVEL", logLevels, "info"),
    metricsToken: metricsToken(environment),
    securityContacts: list(environment, "SECURITY_CONTACT").map(securityContact),
    videoFeed: videoFeed(environment),
    articlesFeed: externalFeed(environment, "ARTICLES_FEED_URL", "json"),
    feedRefreshSeconds: wholeNumber(environment, "FEED_REFRESH_SECONDS", 900, 1, 86_400),
    linkChecks: oneOf(environment, "LINK_CHECKS", ["on", "off"], "on") === "on",
    linkCheckHosts: privateServers(environment, "LINK_CHECK_HOSTS"),
    webhookHosts: servers(environment, "WEBHOOK_HOSTS"),
    pushHosts: privateServers(environment, "PUSH_HOSTS"),
    adminEmails: adminEmails(environment),
    smtpUrl: smtpUrl(environment),
    mailFrom: mailFrom(environment, publicUrl),
    fixedSettings: fixedSettings(environment),
    google: googleClient(environment),
    github: githubClient(environment),
    signIn: signInClients(environment),
    now: startOfClock(environment),
  };
}

const demoDefault = (environment: Environment) =>
  environment.NODE_ENV === "production" || text(environment, "DATABASE_URL") ? "false" : "true";

function startOfClock(environment: Environment): Date | null {
  const value = text(environment, "CAIRN_NOW");
  if (value === undefined) return null;
  if (environment.NODE_ENV === "production")
    throw new ConfigError("CAIRN_NOW is for tests: production refuses it");
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value)
    ? new Date(value)
    : null;
  if (!at || Number.isNaN(at.getTime())) {
    throw new ConfigError(`CAIRN_NOW must be an instant such as 2027-03-01T09:00:00Z, not "${value}"`);
  }
  return at;
}

function text(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value ? value : undefined;
}

function folder(environment: Environment, name: string): string | null {
  const value = text(environment, name);
  return value === undefined ? null : resolve(value);
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

/** In bytes; 0 means unlimited. */
function megabytes(environment: Environment, name: string, fallback: number): number | null {
  const count = wholeNumber(environment, name, fallback, 0, 1_000_000_000);
  return count === 0 ? null : count * 1024 * 1024;
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
  if (value === undefined && text(environment, "DATABASE_URL")) {
    throw new ConfigError("AUTH_SECRET must be set where DATABASE_URL is: all instances need the same one");
  }
  return value ?? null;
}

function logKeys(environment: Environment): LogKeys | null {
  const value = text(environment, "LOG_KEY");
  if (value === undefined) {
    if (!text(environment, "DATABASE_URL")) return null;
    throw new ConfigError(
      "LOG_KEY must be set where DATABASE_URL is: all instances sign the log with the same key. npm run admin -- log new-key prints a new one",
    );
  }
  const keys = parseLogKeys(value);
  // The value is not repeated in the message: it is a secret.
  if (!keys) {
    throw new ConfigError(
      "LOG_KEY must be one line as npm run admin -- log new-key prints it, or two: the new key and then the one before",
    );
  }
  return keys;
}

/** A note may have 16 signatures everywhere; two are the log's own while its key is being changed. */
const maxWitnesses = 14;

function witnesses(environment: Environment): WitnessAddress[] {
  const lines = (text(environment, "WITNESSES") ?? "").split(/[\n,]/).flatMap((line) => line.trim() || []);
  const found = lines.map((line) => {
    const [vkey = "", address = "", ...rest] = line.split(/\s+/);
    const key = readVerifierKey(vkey, witnessType);
    const url = URL.canParse(address) ? new URL(address) : null;
    const isWeb = url && ["http:", "https:"].includes(url.protocol);
    const isBare = isWeb && !url.username && !url.password && !url.search && !url.hash;
    if (!key || !isBare || rest.length > 0) {
      throw new ConfigError(
        `WITNESSES must list a witness's verifier key and its http or https address with a space between them, not "${line}"`,
      );
    }
    return { key, url: url.href.replace(/\/$/, "") };
  });
  const keys = new Set(found.map(({ key }) => formatVerifierKey(key)));
  if (keys.size < found.length) throw new ConfigError("WITNESSES lists a witness twice");
  if (found.length > maxWitnesses) {
    throw new ConfigError(`WITNESSES lists ${found.length} witnesses; at most ${maxWitnesses} can cosign`);
  }
  return found;
}

function databaseUrl(environment: Environment): string | null {
  const value = text(environment, "DATABASE_URL");
  if (value === undefined) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  // The value is not repeated in the message: it may hold a password.
  if (!url || !["postgres:", "postgresql:"].includes(url.protocol) || !url.hostname) {
    throw new ConfigError("DATABASE_URL must be an address such as postgres://user:password@host/database");
  }
  return value;
}

function redisUrl(environment: Environment): string | null {
  const value = text(environment, "REDIS_URL");
  if (value === undefined) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isBare = url && /^(\/\d{0,4})?$/.test(url.pathname) && !url.search && !url.hash;
  if (!url?.hostname || !isBare || !["redis:", "rediss:"].includes(url.protocol) || !canDecode(url)) {
    // The value is not repeated in the message: it may hold a password.
    throw new ConfigError(
      "REDIS_URL must be an address such as redis://user:password@redis.example:6379/0, percent-encode the password",
    );
  }
  return value;
}

function mediaBucket(environment: Environment): BucketAddress | null {
  const value = text(environment, "MEDIA_S3_URL");
  const address = value === undefined ? null : readBucketAddress(value);
  if (value !== undefined && address === null) {
    // The value is not repeated in the message: it holds a secret.
    throw new ConfigError(
      "MEDIA_S3_URL must be an address such as https://KEY:SECRET@s3.example/bucket?region=eu-central-1, percent-encode the secret; use http only for your own host",
    );
  }
  return address;
}

function metricsToken(environment: Environment): string | null {
  const value = text(environment, "METRICS_TOKEN");
  if (value !== undefined && !/^[!-~]+$/.test(value))
    throw new ConfigError("METRICS_TOKEN must be one word of visible ASCII characters");
  return value ?? null;
}

function securityContact(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol === "https:" && !url.username && !url.password) return url.href;
  const email = value.replace(/^mailto:/i, "");
  const mailto = `mailto:${email}`;
  // A "?" or "#" would end the address within the URI; what follows could name another recipient.
  if (isEmail(email) && new URL(mailto).pathname === email) return mailto;
  throw new ConfigError(
    `SECURITY_CONTACT must list email addresses or https addresses with commas between them, not ${JSON.stringify(value)}`,
  );
}

function videoFeed(environment: Environment): ExternalFeed | null {
  const converted = externalFeed(environment, "VIDEO_FEED_URL", "json");
  const direct = externalFeed(environment, "VIDEO_RSS_URL", "xml");
  if (converted && direct) {
    throw new ConfigError("VIDEO_FEED_URL and VIDEO_RSS_URL are both set; unset one of them");
  }
  if (!converted?.address.includes("{key}")) return converted ?? direct;
  const key = text(environment, "VIDEO_FEED_KEY");
  if (key === undefined)
    throw new ConfigError("VIDEO_FEED_KEY is not set, but VIDEO_FEED_URL asks for it with {key}");
  return { ...converted, key };
}

function externalFeed(
  environment: Environment,
  name: string,
  format: ExternalFeed["format"],
): ExternalFeed | null {
  const address = text(environment, name);
  if (address === undefined) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    // The value is not repeated in the message: it may hold a key.
    throw new ConfigError(`${name} must be an http or https address without a user name or password`);
  }
  return { format, address, key: null };
}

/** The names stand in the content security policy. */
function embedHosts(environment: Environment): string[] {
  return list(environment, "EMBED_HOSTS").map((value) => {
    const host = value.toLowerCase();
    const isName =
      /^(?:[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d{1,5})?|localhost:\d{1,5})$/.test(host) &&
      URL.canParse(`http://${host}`);
    if (!isName || (host.includes(":") && environment.NODE_ENV === "production")) {
      throw new ConfigError(
        `EMBED_HOSTS must list names of PeerTube hosts such as tube.example (with a port only for tests), not "${value}"`,
      );
    }
    return host;
  });
}

function privateServers(environment: Environment, name: string): string[] {
  const hosts = servers(environment, name);
  if (hosts.length > 0 && environment.NODE_ENV === "production") {
    throw new ConfigError(`${name} is for tests: it must not be set where NODE_ENV is production`);
  }
  return hosts;
}

/** `host:port`, in the form that URLs have them. */
function servers(environment: Environment, name: string): string[] {
  return list(environment, name).map((value) => {
    const [, host = "", port = ""] = /^([^\s/?#@]+):(\d{1,5})$/.exec(value) ?? [];
    const url = URL.canParse(`http://${host}:${port}`) ? new URL(`http://${host}:${port}`) : null;
    if (!url || host === "") {
      throw new ConfigError(`${name} must list servers such as 127.0.0.1:8080, not "${value}"`);
    }
    return `${url.hostname}:${Number(port)}`;
  });
}

function googleClient(environment: Environment): OpenIdClient | null {
  const issuer = providerAddress(environment, "GOOGLE_ISSUER") ?? "https://accounts.google.com";
  const client = clientOf(environment, "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET");
  return client && { ...client, issuer };
}

function githubClient(environment: Environment): GitHubClient | null {
  const ownUrl = providerAddress(environment, "GITHUB_URL");
  const ownApi = providerAddress(environment, "GITHUB_API_URL");
  const client = clientOf(environment, "GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET");
  const url = (ownUrl ?? "https://github.com").replace(/\/$/, "");
  // A self-hosted server has its API under this path. Its tokens must never be sent to the public one.
  const apiUrl = (ownApi ?? (ownUrl ? `${url}/api/v3` : "https://api.github.com")).replace(/\/$/, "");
  return client && { ...client, url, apiUrl };
}

const signInSetting =
  /^SIGN_IN_([A-Z\d]{1,20})_(?:ISSUER|CLIENT_ID|CLIENT_SECRET|NAME|SCOPES|DOMAINS|TRUST_EMAILS|GROUPS_CLAIM)$/;

function signInClients(environment: Environment): SignInClient[] {
  const names = Object.keys(environment).filter(
    (name) => name.startsWith("SIGN_IN_") && text(environment, name) !== undefined,
  );
  const keys = names.map((name) => {
    const key = signInSetting.exec(name)?.[1];
    if (key === undefined) {
      throw new ConfigError(
        `${name} is no setting: it is SIGN_IN_KEY_ISSUER, _CLIENT_ID, _CLIENT_SECRET, _NAME, _SCOPES, _DOMAINS, _TRUST_EMAILS or _GROUPS_CLAIM, with a KEY of at most 20 capital letters and digits`,
      );
    }
    if (namedProviders.some(({ id }) => id === key.toLowerCase()))
      throw new ConfigError(
        `${name} is no setting: ${key} has settings of its own, such as ${key}_CLIENT_ID`,
      );
    return key;
  });
  return [...new Set(keys)].sort().map((key) => signInClient(environment, key));
}

function signInClient(environment: Environment, key: string): SignInClient {
  const prefix = `SIGN_IN_${key}`;
  const issuer = providerAddress(environment, `${prefix}_ISSUER`);
  const client = clientOf(environment, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`);
  if (issuer === null) throw new ConfigError(`${prefix}_ISSUER is not set, but others of ${prefix} are`);
  if (client === null) throw new ConfigError(`${prefix}_CLIENT_ID is not set, but ${prefix}_ISSUER is`);
  const name = text(environment, `${prefix}_NAME`) ?? key;
  if (name.length > 40 || /\p{C}/u.test(name))
    throw new ConfigError(`${prefix}_NAME must be at most 40 characters on one line`);
  const scopes = (text(environment, `${prefix}_SCOPES`) ?? "openid email profile").split(/[\s,]+/);
  if (!scopes.includes("openid")) throw new ConfigError(`${prefix}_SCOPES must have openid among its words`);
  return {
    ...client,
    issuer,
    id: key.toLowerCase(),
    name,
    scopes: scopes.join(" "),
    domains: emailDomains(environment, `${prefix}_DOMAINS`),
    trustsEmails: oneOf(environment, `${prefix}_TRUST_EMAILS`, ["true", "false"], "false") === "true",
    groupsClaim: text(environment, `${prefix}_GROUPS_CLAIM`) ?? "groups",
  };
}

/** Domains as they stand in stored emails, each once. */
function emailDomains(environment: Environment, name: string): string[] {
  const domains = list(environment, name).map((value) => {
    const domain = domainIn(value);
    if (domain === null)
      throw new ConfigError(`${name} must list domains such as school.example, not "${value}"`);
    return domain;
  });
  return [...new Set(domains)];
}

function clientOf(environment: Environment, idName: string, secretName: string) {
  const clientId = text(environment, idName);
  const clientSecret = text(environment, secretName);
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId === undefined) throw new ConfigError(`${idName} is not set, but ${secretName} is`);
  if (clientSecret === undefined) throw new ConfigError(`${secretName} is not set, but ${idName} is`);
  return { clientId, clientSecret };
}

/** Client secrets and members' tokens are sent there, so plain http is only allowed to this machine. */
function providerAddress(environment: Environment, name: string): string | null {
  const value = text(environment, name);
  if (value === undefined) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.hostname));
  if (!url || !isSafe || url.username || url.password || url.search || url.hash) {
    // The value is not repeated in the message: it may hold a password.
    throw new ConfigError(`${name} must be an https address such as https://id.example`);
  }
  return value;
}

function adminEmails(environment: Environment): string[] {
  const emails = list(environment, "ADMIN_EMAILS");
  const wrong = emails.find((email) => !isEmail(email));
  if (wrong !== undefined)
    throw new ConfigError(`ADMIN_EMAILS must list email addresses with commas between them, not "${wrong}"`);
  return emails.map(normaliseEmail);
}

function smtpUrl(environment: Environment): string | null {
  const address = text(environment, "SMTP_URL");
  if (address === undefined) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isBare = url && ["", "/"].includes(url.pathname) && !url.search && !url.hash;
  if (!url?.hostname || !isBare || !["smtp:", "smtps:"].includes(url.protocol) || !canDecode(url)) {
    // The value is not repeated in the message: it may hold a password.
    throw new ConfigError(
      "SMTP_URL must be an address such as smtp://user:password@mail.example:587, percent-encode the password",
    );
  }
  return address;
}

function canDecode({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false; // a % that does not begin a %XX
  }
}

function mailFrom(environment: Environment, publicUrl: string): Config["mailFrom"] {
  const value = text(environment, "MAIL_FROM");
  if (value === undefined) return { name: null, address: `no-reply@${mailDomain(publicUrl)}` };
  const [, name = "", address = ""] = /^(?:([^<>\p{Cc}]*)<)?([^<>]+?)>?$/u.exec(value) ?? [];
  if (!isEmail(address) || value.includes("<") !== value.endsWith(">")) {
    throw new ConfigError(
      `MAIL_FROM must be an address such as cairn@school.example or Cairn <cairn@school.example>, not ${JSON.stringify(value)}`,
    );
  }
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: asciiEmail(address) ?? address };
}

function fixedSettings(environment: Environment): FixedValues {
  const name = siteText(environment, "SITE_NAME", limits.siteNameLength);
  const tagline = siteText(environment, "SITE_TAGLINE", limits.taglineLength);
  const accent = siteAccent(environment);
  const domains = emailDomains(environment, "JOINING_DOMAINS");
  if (domains.length > limits.joiningDomains)
    throw new ConfigError(`JOINING_DOMAINS must list at most ${limits.joiningDomains} domains`);
  const joining = text(environment, "JOINING");
  const audience = text(environment, "AUDIENCE");
  return {
    ...(name !== undefined && { name }),
    ...(tagline !== undefined && { tagline }),
    ...(accent !== undefined && { accent }),
    ...(joining !== undefined && { joining: oneOf(environment, "JOINING", joiningRules, "open") }),
    ...(domains.length > 0 && { domains }),
    ...(audience !== undefined && { audience: oneOf(environment, "AUDIENCE", audiences, "everyone") }),
  };
}

function siteText(environment: Environment, name: string, longest: number): string | undefined {
  const value = text(environment, name);
  if (value !== undefined && (value.length > longest || !isOneLine(value)))
    throw new ConfigError(`${name} must be one line of at most ${longest} characters`);
  return value;
}

function siteAccent(environment: Environment): string | undefined {
  const value = text(environment, "SITE_ACCENT")?.toLowerCase();
  if (value === undefined) return undefined;
  if (!/^#[0-9a-f]{6}$/.test(value))
    throw new ConfigError(`SITE_ACCENT must be a colour such as #7a1f5c, not "${value}"`);
  const readable = readableAccent(value);
  if (readable !== value)
    throw new ConfigError(
      `SITE_ACCENT is too light to read as text: the nearest colour that is not is ${readable}`,
    );
  return value;
}
