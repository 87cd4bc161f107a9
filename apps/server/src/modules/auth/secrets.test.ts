import { limits } from "@cairn/contract";
import { expect, test } from "vitest";
import { newResetCode, newToken } from "./secrets.ts";
import { hashRefreshToken, newRefreshToken } from "./tokens.ts";

const many = 2_000;

test.each([
  ["refresh tokens", newRefreshToken],
  ["links and marks of browsers", newToken],
])("%s are 256 random bits, never the same twice", (_name, make) => {
  const made = Array.from({ length: many }, make);
  expect(new Set(made).size).toBe(many);
  for (const token of made) expect(Buffer.from(token, "base64url")).toHaveLength(32);
  // Each bit is set about as often as not: none of them is always the same.
  const set = Array.from(
    { length: 256 },
    (_bit, index) => made.filter((token) => bitOf(token, index)).length,
  );
  expect(Math.min(...set)).toBeGreaterThan(many * 0.4);
  expect(Math.max(...set)).toBeLessThan(many * 0.6);
});

test("a reset code is six of 32 symbols, all of them in use: 30 bits", () => {
  const made = Array.from({ length: many }, newResetCode);
  for (const code of made) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
  expect(limits.resetCodeLength).toBe(6);
  expect(new Set(made.join("")).size).toBe(32);
});

test("a refresh token is stored as its SHA-256", () => {
  expect(hashRefreshToken("a token").toString("hex")).toBe(
    "e3316e2bafebb6103a3418e8778c0adc960d40213a03a7e7f4fcd3426ed807bf",
  );
});

function bitOf(token: string, index: number): number {
  const byte = Buffer.from(token, "base64url")[index >> 3] ?? 0;
  return (byte >> (index & 7)) & 1;
}
