import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

test("nothing set means the defaults of the contract", () => {
  expect(readConfig({})).toMatchObject({
    port: 5000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:5000",
    allowedOrigins: [],
    authSecret: null,
    seedDemo: true,
    rateLimits: true,
    trustProxy: [],
    logLevel: "info",
    videoFeed: null,
    articlesFeed: null,
    feedRefreshSeconds: 900,
  });
});

test("without demo data Cairn listens to the world, and production has no demo data", () => {
  expect(readConfig({ SEED_DEMO: "false" }).host).toBe("0.0.0.0");
  expect(readConfig({ NODE_ENV: "production" })).toMatchObject({ seedDemo: false, host: "0.0.0.0" });
  expect(readConfig({ NODE_ENV: "production", SEED_DEMO: "true" }).host).toBe("127.0.0.1");
});

test.each([
  ["PORT", "80a"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["SEED_DEMO", "yes"],
  ["RATE_LIMITS", "true"],
  ["LOG_LEVEL", "loud"],
  ["PUBLIC_URL", "cairn.example"],
  ["PUBLIC_URL", "https://cairn.example/site"],
  ["PUBLIC_URL", "ftp://cairn.example"],
  ["ALLOWED_ORIGINS", "https://a.example, *"],
  ["TRUST_PROXY", "10.0.0.0/64"],
  ["TRUST_PROXY", "proxy"],
  ["AUTH_SECRET", "short"],
  ["DATABASE_URL", "postgres://localhost/cairn"],
  ["REDIS_URL", "redis://localhost"],
  ["MEDIA_S3_URL", "https://key:secret@s3.example/bucket"],
  ["VIDEO_FEED_URL", "feeds.example/videos"],
  ["VIDEO_FEED_URL", "file:///etc/passwd"],
  ["VIDEO_RSS_URL", "ftp://channel.example/feed.xml"],
  ["ARTICLES_FEED_URL", "https://user:password@articles.example/api"],
  ["FEED_REFRESH_SECONDS", "0"],
  ["FEED_REFRESH_SECONDS", "15m"],
])("%s=%s is refused in one line that names it", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`));
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

test("two video feeds are one too many, and the line names both", () => {
  const both = { VIDEO_FEED_URL: "https://feeds.example/", VIDEO_RSS_URL: "https://channel.example/" };
  expect(() => readConfig(both)).toThrow(
    new ConfigError("VIDEO_FEED_URL and VIDEO_RSS_URL are both set; unset one of them"),
  );
});

test("a feed address that asks for a key needs one", () => {
  const read = () => readConfig({ VIDEO_FEED_URL: "https://feeds.example/?key={key}" });
  expect(read).toThrow(/^VIDEO_FEED_KEY [^\n]+$/);
});

test("a refused feed address is not repeated, since it may hold a key", () => {
  const read = () => readConfig({ ARTICLES_FEED_URL: "https://user:hunter2@articles.example/api" });
  expect(read).toThrow(ConfigError);
  expect(read).not.toThrow(/hunter2/);
});

test(".env.example documents exactly the settings that are read", () => {
  const example = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8");
  const documented = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  const source = readFileSync(join(import.meta.dirname, "config.ts"), "utf8");
  const read = [...source.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"/g)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(read));
});
