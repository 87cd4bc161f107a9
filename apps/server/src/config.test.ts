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
])("%s=%s is refused in one line that names it", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`));
});

test("lists are read with or without spaces", () => {
  const config = readConfig({ ALLOWED_ORIGINS: "https://a.example,https://b.example:8443/", TRUST_PROXY: "10.0.0.1, ::1/128" });
  expect(config.allowedOrigins).toEqual(["https://a.example", "https://b.example:8443"]);
  expect(config.trustProxy).toEqual(["10.0.0.1", "::1/128"]);
});

test(".env.example documents exactly the settings that are read", () => {
  const example = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8");
  const documented = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  const source = readFileSync(join(import.meta.dirname, "config.ts"), "utf8");
  const read = [...source.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"/g)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(read));
});
