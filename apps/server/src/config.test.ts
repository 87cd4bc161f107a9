import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cosignerOf } from "@cairn/node";
import { formatVerifierKey } from "@cairn/tlog";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { newLogKey } from "./modules/ledger/log/log-keys.ts";

/** The verifier key line of a witness. */
const witness = formatVerifierKey(cosignerOf("club.example", Buffer.alloc(32, 7), () => new Date()));

test("without settings the contract's defaults apply", () => {
  expect(readConfig({})).toMatchObject({
    port: 5000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:5000",
    allowedOrigins: [],
    redisUrl: null,
    mediaBucket: null,
    authSecret: null,
    seedDemo: true,
    rateLimits: true,
    pyodideDir: null,
    registrationsPerHour: 200,
    confirmedEmailToWrite: false,
    memberStorageBytes: 10 * 1024 * 1024 * 1024,
    memberWaitingPosts: 20,
    embedHosts: [],
    recordingMaxBytes: 2048 * 1024 * 1024,
    siteStorageBytes: null,
    trustProxy: [],
    logLevel: "info",
    metricsToken: null,
    securityContacts: [],
    videoFeed: null,
    articlesFeed: null,
    feedRefreshSeconds: 900,
    linkChecks: true,
    linkCheckHosts: [],
    webhookHosts: [],
    pushHosts: [],
    google: null,
    signIn: [],
    github: null,
    adminEmails: [],
    smtpUrl: null,
    mailFrom: { name: null, address: "no-reply@localhost" },
    fixedSettings: {},
  });
});

test("without demo data Cairn listens on all interfaces, and production has no demo data", () => {
  expect(readConfig({ SEED_DEMO: "false" }).host).toBe("0.0.0.0");
  expect(readConfig({ NODE_ENV: "production" })).toMatchObject({ seedDemo: false, host: "0.0.0.0" });
  expect(readConfig({ NODE_ENV: "production", SEED_DEMO: "true" }).host).toBe("127.0.0.1");
});

test("without demo data writing requires a confirmed email, unless a setting says otherwise", () => {
  expect(readConfig({ SEED_DEMO: "false" }).confirmedEmailToWrite).toBe(true);
  expect(readConfig({ NODE_ENV: "production" }).confirmedEmailToWrite).toBe(true);
  expect(readConfig({ SEED_DEMO: "false", CONFIRMED_EMAIL_TO_WRITE: "false" }).confirmedEmailToWrite).toBe(
    false,
  );
  expect(readConfig({ CONFIRMED_EMAIL_TO_WRITE: "true" }).confirmedEmailToWrite).toBe(true);
});

test("witnesses are listed with commas or line feeds between them", () => {
  const other = formatVerifierKey(cosignerOf("other.example", Buffer.alloc(32, 8), () => new Date()));
  const { witnesses } = readConfig({
    WITNESSES: `${witness}  https://witness.example/log/,\n${other} http://127.0.0.1:4040\n`,
  });
  expect(witnesses.map(({ key, url }) => [key.name, url])).toEqual([
    ["club.example", "https://witness.example/log"],
    ["other.example", "http://127.0.0.1:4040"],
  ]);
});

test("storage is set in megabytes, and 0 means unlimited", () => {
  const set = { MEMBER_STORAGE_MB: "0", SITE_STORAGE_MB: "2" };
  expect(readConfig(set)).toMatchObject({ memberStorageBytes: null, siteStorageBytes: 2 * 1024 * 1024 });
});

test.each([
  ["REGISTRATIONS_PER_HOUR", "0"],
  ["CONFIRMED_EMAIL_TO_WRITE", "yes"],
  ["MEMBER_STORAGE_MB", "1 GB"],
  ["SITE_STORAGE_MB", "-1"],
  ["MEMBER_WAITING_POSTS", "0"],
  ["PORT", "80a"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["SEED_DEMO", "yes"],
  ["RATE_LIMITS", "true"],
  ["LOG_LEVEL", "loud"],
  ["METRICS_TOKEN", "two words"],
  ["SECURITY_CONTACT", "the head"],
  ["SECURITY_CONTACT", "http://cairn.example/report"],
  ["SECURITY_CONTACT", "https://user:password@cairn.example/report"],
  ["SECURITY_CONTACT", "tel:+1-201-555-0123"],
  ["SECURITY_CONTACT", "security@cairn.example?bcc=eve@example.test"],
  ["SECURITY_CONTACT", "security@cairn.example\nContact: eve@example.test"],
  ["PUBLIC_URL", "cairn.example"],
  ["PUBLIC_URL", "https://cairn.example/site"],
  ["PUBLIC_URL", "ftp://cairn.example"],
  ["ALLOWED_ORIGINS", "https://a.example, *"],
  ["TRUST_PROXY", "10.0.0.0/64"],
  ["TRUST_PROXY", "proxy"],
  ["AUTH_SECRET", "short"],
  ["LOG_KEY", "PRIVATE+KEY+cairn+00000000+AQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH"],
  ["LOG_KEY", "PRIVATE+KEY+cairn+45d64f8e+AQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH and the one before"],
  ["WITNESSES", "club.example"],
  [
    "WITNESSES",
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k https://witness.example",
  ],
  ["WITNESSES", `${witness} ftp://witness.example`],
  ["WITNESSES", `${witness} https://witness.example?log=1`],
  ["WITNESSES", `${witness} https://witness.example, ${witness} https://witness.example/again`],
  ["DATABASE_URL", "mysql://localhost/cairn"],
  ["DATABASE_URL", "localhost/cairn"],
  ["REDIS_URL", "localhost:6379"],
  ["REDIS_URL", "http://redis.example"],
  ["REDIS_URL", "redis://redis.example/limits"],
  ["REDIS_URL", "redis://redis.example?commandTimeout=0"],
  ["REDIS_URL", "redis://user:100%@redis.example"],
  ["MEDIA_S3_URL", "s3://key:secret@bucket"],
  ["MEDIA_S3_URL", "http://key:secret@s3.example/bucket"],
  ["MEDIA_S3_URL", "https://s3.example/bucket"],
  ["MEDIA_S3_URL", "https://key@s3.example/bucket"],
  ["MEDIA_S3_URL", "https://key:100%@s3.example/bucket"],
  ["MEDIA_S3_URL", "https://key:secret@s3.example"],
  ["MEDIA_S3_URL", "https://key:secret@s3.example/bucket/folder"],
  ["MEDIA_S3_URL", "https://key:secret@s3.example/bucket?regoin=eu-central-1"],
  ["VIDEO_FEED_URL", "feeds.example/videos"],
  ["VIDEO_FEED_URL", "file:///etc/passwd"],
  ["VIDEO_RSS_URL", "ftp://channel.example/feed.xml"],
  ["ARTICLES_FEED_URL", "https://user:password@articles.example/api"],
  ["ADMIN_EMAILS", "head@school.example, deputy"],
  ["ADMIN_EMAILS", "head@school.example deputy@school.example"],
  ["SMTP_URL", "mail.example:587"],
  ["SMTP_URL", "https://mail.example"],
  ["SMTP_URL", "smtp://mail.example/?pool=true"],
  ["SMTP_URL", "smtp://user:100%@mail.example"],
  ["MAIL_FROM", "Cairn"],
  ["MAIL_FROM", "a@school.example, b@school.example"],
  ["MAIL_FROM", "Cairn <cairn@school.example"],
  ["MAIL_FROM", "Cairn\nBcc: eve@example.test <cairn@school.example>"],
  ["GOOGLE_ISSUER", "accounts.google.com"],
  ["GOOGLE_ISSUER", "http://id.example"],
  ["GOOGLE_ISSUER", "https://id.example/?realm=school"],
  ["GITHUB_URL", "https://user:password@github.example"],
  ["SIGN_IN_SCHOOL_ISSUER", "http://id.example"],
  ["SIGN_IN_SCHOOL_COLOUR", "red"],
  ["SIGN_IN_MY_SCHOOL_ISSUER", "https://id.example"],
  ["SIGN_IN_school_ISSUER", "https://id.example"],
  ["SIGN_IN_GOOGLE_ISSUER", "https://id.example"],
  ["GITHUB_API_URL", "ftp://github.example/api"],
  ["FEED_REFRESH_SECONDS", "0"],
  ["FEED_REFRESH_SECONDS", "15m"],
  ["LINK_CHECKS", "sometimes"],
  ["LINK_CHECK_HOSTS", "127.0.0.1"],
  ["LINK_CHECK_HOSTS", "http://127.0.0.1:80"],
  ["LINK_CHECK_HOSTS", "127.0.0.1:70000"],
  ["WEBHOOK_HOSTS", "chat.internal"],
  ["EMBED_HOSTS", "https://tube.example"],
  ["EMBED_HOSTS", "tube.example/w"],
  ["EMBED_HOSTS", "tube.example;script-src"],
  ["EMBED_HOSTS", "*.example"],
  ["SITE_NAME", "a name of more than forty characters is long"],
  ["SITE_TAGLINE", "one\u202eline"],
  ["SITE_ACCENT", "red"],
  ["SITE_ACCENT", "#ffee00"],
  ["JOINING", "closed"],
  ["JOINING_DOMAINS", "school.example, nowhere"],
  ["AUDIENCE", "nobody"],
])("%s=%s is refused in one line that names it", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`));
});

test("the site's name, look and doors can be set, and only what is set is fixed", () => {
  const environment = {
    SITE_NAME: " Oak Academy ",
    SITE_ACCENT: "#7A1F5C",
    JOINING: "domains",
    JOINING_DOMAINS: "School.example, @school.example",
    AUDIENCE: "members",
  };
  expect(readConfig(environment).fixedSettings).toEqual({
    name: "Oak Academy",
    accent: "#7a1f5c",
    joining: "domains",
    domains: ["school.example"],
    audience: "members",
  });
});

test("private servers that may be asked are for tests, never for production", () => {
  const hosts = "127.0.0.1:8080, Pages.example:80,[::1]:443";
  const { linkCheckHosts, pushHosts } = readConfig({ LINK_CHECK_HOSTS: hosts, PUSH_HOSTS: hosts });
  expect(linkCheckHosts).toEqual(["127.0.0.1:8080", "pages.example:80", "[::1]:443"]);
  expect(pushHosts).toEqual(linkCheckHosts);
  for (const name of ["LINK_CHECK_HOSTS", "PUSH_HOSTS"]) {
    const production = { [name]: hosts, NODE_ENV: "production" };
    expect(() => readConfig(production)).toThrow(new RegExp(`^${name} `));
  }
});

test("webhooks may be sent to named private servers in production as well", () => {
  const settings = { WEBHOOK_HOSTS: "chat.internal:8065", NODE_ENV: "production" };
  expect(readConfig(settings).webhookHosts).toEqual(["chat.internal:8065"]);
});

test("a PeerTube is named by its host, and has a port only in tests", () => {
  const EMBED_HOSTS = "Tube.example, localhost:9000";
  expect(readConfig({ EMBED_HOSTS }).embedHosts).toEqual(["tube.example", "localhost:9000"]);
  expect(() => readConfig({ EMBED_HOSTS, NODE_ENV: "production" })).toThrow(/^EMBED_HOSTS /);
});

test("vulnerability contacts may omit mailto:, and keep their order", () => {
  const { securityContacts } = readConfig({
    SECURITY_CONTACT: "security@cairn.example, MAILTO:head+web@school.example,https://cairn.example/report",
  });
  expect(securityContacts).toEqual([
    "mailto:security@cairn.example",
    "mailto:head+web@school.example",
    "https://cairn.example/report",
  ]);
});

test("lists are read with or without spaces", () => {
  const config = readConfig({
    ALLOWED_ORIGINS: "https://a.example,https://b.example:8443/",
    TRUST_PROXY: "10.0.0.1, ::1/128",
  });
  expect(config.allowedOrigins).toEqual(["https://a.example", "https://b.example:8443"]);
  expect(config.trustProxy).toEqual(["10.0.0.1", "::1/128"]);
});

test("the video feed comes from a service with a key, or straight from a channel", () => {
  const converted = "https://feeds.example/videos?key={key}";
  expect(readConfig({ VIDEO_FEED_URL: converted, VIDEO_FEED_KEY: "k&y" }).videoFeed).toEqual({
    format: "json",
    address: converted,
    key: "k&y",
  });
  const direct = "https://channel.example/feed.xml";
  expect(readConfig({ VIDEO_RSS_URL: direct }).videoFeed).toEqual({
    format: "xml",
    address: direct,
    key: null,
  });
});

test("the clock of a test begins where CAIRN_NOW says, and production refuses that", () => {
  expect(readConfig({}).now).toBeNull();
  const start = "2027-03-01T09:00:00Z";
  expect(readConfig({ CAIRN_NOW: start }).now).toEqual(new Date(start));
  expect(() => readConfig({ CAIRN_NOW: start, NODE_ENV: "production" })).toThrow(ConfigError);
  for (const wrong of ["tomorrow", "2027-03-01", "2027-13-01T09:00:00Z"]) {
    expect(() => readConfig({ CAIRN_NOW: wrong })).toThrow(ConfigError);
  }
});

test("two video feeds are refused in a line that names both", () => {
  const both = { VIDEO_FEED_URL: "https://feeds.example/", VIDEO_RSS_URL: "https://channel.example/" };
  expect(() => readConfig(both)).toThrow(
    new ConfigError("VIDEO_FEED_URL and VIDEO_RSS_URL are both set; unset one of them"),
  );
});

test("a feed address that asks for a key needs one", () => {
  const read = () => readConfig({ VIDEO_FEED_URL: "https://feeds.example/?key={key}" });
  expect(read).toThrow(/^VIDEO_FEED_KEY [^\n]+$/);
});

test.each([
  ["cairn@school.example", { name: "", address: "cairn@school.example" }],
  [
    "Cairn of the School <cairn@school.example>",
    { name: "Cairn of the School", address: "cairn@school.example" },
  ],
  ["Cairn <Cairn@münchen.example>", { name: "Cairn", address: "Cairn@xn--mnchen-3ya.example" }],
  ['"Cairn, School" <cairn@school.example>', { name: "Cairn, School", address: "cairn@school.example" }],
])("mail may come from %s", (value, expected) => {
  expect(readConfig({ MAIL_FROM: value }).mailFrom).toEqual(expected);
});

test("HOST may be an IPv6 address as it stands in a URL", () => {
  expect(readConfig({ HOST: "[::1]" }).host).toBe("::1");
});

test("admins' emails are normalized like stored ones", () => {
  const { adminEmails } = readConfig({ ADMIN_EMAILS: "Head@School.example, deputy@münchen.example" });
  expect(adminEmails).toEqual(["head@school.example", "deputy@xn--mnchen-3ya.example"]);
});

test.each(["redis://redis.example", "rediss://cairn:p%40ss@redis.example:6380/3", "redis://[::1]:6379/"])(
  "rate limits may be shared through %s",
  (value) => expect(readConfig({ REDIS_URL: value }).redisUrl).toBe(value),
);

test.each([
  ["https://KEY:a%2Fb%2Bc@s3.example/media?region=eu-central-1", "https://s3.example", "eu-central-1"],
  ["https://KEY:a%2Fb%2Bc@s3.example:9000/media/", "https://s3.example:9000", "us-east-1"],
  ["http://KEY:a%2Fb%2Bc@127.0.0.1:9000/media", "http://127.0.0.1:9000", "us-east-1"],
  ["http://KEY:a%2Fb%2Bc@[fd00::1]:9000/media", "http://[fd00::1]:9000", "us-east-1"],
  ["http://KEY:a%2Fb%2Bc@store:9000/media", "http://store:9000", "us-east-1"],
])("media may be kept at %s", (value, endpoint, region) => {
  expect(readConfig({ MEDIA_S3_URL: value }).mediaBucket).toEqual({
    endpoint,
    region,
    bucket: "media",
    accessKeyId: "KEY",
    secretAccessKey: "a/b+c",
  });
});

test.each([
  ["MEDIA_S3_URL", "https://hunter1:hunter2@s3.example"],
  ["REDIS_URL", "redis://:hunter2@redis.example/limits"],
  ["SMTP_URL", "http://cairn:hunter2@mail.example"],
  ["ARTICLES_FEED_URL", "https://user:hunter2@articles.example/api"],
])("a refused %s is not printed, since it may hold a secret", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).not.toThrow(/hunter/);
});

test("Google and GitHub use their own addresses by default", () => {
  const config = readConfig({
    GOOGLE_CLIENT_ID: "one",
    GOOGLE_CLIENT_SECRET: "1",
    GITHUB_CLIENT_ID: "two",
    GITHUB_CLIENT_SECRET: "2",
  });
  expect(config.google).toEqual({
    clientId: "one",
    clientSecret: "1",
    issuer: "https://accounts.google.com",
  });
  expect(config.github).toEqual({
    clientId: "two",
    clientSecret: "2",
    url: "https://github.com",
    apiUrl: "https://api.github.com",
  });
});

test("a provider may be replaced by another over https or on this machine, and a GitHub Enterprise has its own API", () => {
  const client = { GITHUB_CLIENT_ID: "two", GITHUB_CLIENT_SECRET: "2" };
  const issuer = "http://127.0.0.1:4000/realms/school";
  const google = { GOOGLE_CLIENT_ID: "one", GOOGLE_CLIENT_SECRET: "1", GOOGLE_ISSUER: issuer };
  expect(readConfig(google).google?.issuer).toBe(issuer);
  expect(readConfig({ ...client, GITHUB_URL: "https://git.example/" }).github).toMatchObject({
    url: "https://git.example",
    apiUrl: "https://git.example/api/v3",
  });
  const apart = { GITHUB_URL: "https://git.example", GITHUB_API_URL: "https://api.git.example/" };
  expect(readConfig({ ...client, ...apart }).github?.apiUrl).toBe("https://api.git.example");
});

test.each(["GOOGLE", "GITHUB"])("%s needs both a client id and a secret", (provider) => {
  const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
  expect(() => readConfig({ [id]: "one" })).toThrow(new RegExp(`^${secret} [^\\n]+$`));
  expect(() => readConfig({ [secret]: "1" })).toThrow(new RegExp(`^${id} [^\\n]+$`));
});

describe("providers that the operator adds", () => {
  const school = {
    SIGN_IN_SCHOOL_ISSUER: "https://id.school.example/realms/school",
    SIGN_IN_SCHOOL_CLIENT_ID: "cairn",
    SIGN_IN_SCHOOL_CLIENT_SECRET: "secret",
  };

  test("need an issuer, an id and a secret, and have usual answers for the rest", () => {
    const [found] = readConfig(school).signIn;
    expect(found).toEqual({
      id: "school",
      name: "SCHOOL",
      issuer: "https://id.school.example/realms/school",
      clientId: "cairn",
      clientSecret: "secret",
      scopes: "openid email profile",
      domains: [],
      trustsEmails: false,
      groupsClaim: "groups",
    });
    for (const missing of Object.keys(school))
      expect(() => readConfig({ ...school, [missing]: "" })).toThrow(new RegExp(`^${missing} is not set`));
  });

  test("are any number, each with what its operator settles", () => {
    const found = readConfig({
      ...school,
      SIGN_IN_SCHOOL_NAME: "Springfield School",
      SIGN_IN_SCHOOL_SCOPES: "openid, email groups",
      SIGN_IN_SCHOOL_DOMAINS: "@School.example, münchen.example",
      SIGN_IN_SCHOOL_TRUST_EMAILS: "true",
      SIGN_IN_SCHOOL_GROUPS_CLAIM: "groups",
      SIGN_IN_365_ISSUER: "https://login.example/tenant/v2.0",
      SIGN_IN_365_CLIENT_ID: "one",
      SIGN_IN_365_CLIENT_SECRET: "1",
    }).signIn;
    expect(found).toMatchObject([
      { id: "365", name: "365", trustsEmails: false },
      {
        id: "school",
        name: "Springfield School",
        scopes: "openid email groups",
        domains: ["school.example", "xn--mnchen-3ya.example"],
        trustsEmails: true,
      },
    ]);
  });

  test.each([
    ["NAME", "x".repeat(41)],
    ["SCOPES", "email profile"],
    ["DOMAINS", "school example"],
    ["TRUST_EMAILS", "yes"],
  ])("refuse %s=%s in one line that names it", (setting, value) => {
    const name = `SIGN_IN_SCHOOL_${setting}`;
    expect(() => readConfig({ ...school, [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`));
  });
});

test(".env.example documents exactly the settings that are read", () => {
  const example = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8");
  const documented = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  const source = readFileSync(join(import.meta.dirname, "config.ts"), "utf8");
  const read = [...source.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"/g)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(read));
});

describe("a database server", () => {
  const url = "postgres://cairn:secret@db.example/cairn";

  test("needs a secret that all instances share", () => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow("AUTH_SECRET must be set");
    const secret = { AUTH_SECRET: "x".repeat(32) };
    expect(() => readConfig({ DATABASE_URL: url, ...secret })).toThrow("LOG_KEY must be set");
  });

  test("has no demo data by default", () => {
    const settings = { DATABASE_URL: url, AUTH_SECRET: "x".repeat(32), LOG_KEY: newLogKey() };
    expect(readConfig(settings)).toMatchObject({ databaseUrl: url, seedDemo: false });
    expect(readConfig({ ...settings, SEED_DEMO: "true" }).seedDemo).toBe(true);
  });
});
