import { limits } from "@cairn/contract";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { asWork, Work } from "../../lib/work.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { hashPassword, isRightPassword, refuseCommonPassword } from "./passwords.ts";

const isTaken = async (stored: string, typed: string) => isRightPassword(await hashPassword(stored), typed);

test("a password is stored as argon2id with 19 MiB, 2 passes and a salt of its own", async () => {
  const [one, other] = await Promise.all([hashPassword("the same words"), hashPassword("the same words")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43,}$/);
  expect(one).not.toBe(other);
});

test("a hash made with other parameters still verifies, so that the parameters can be raised", async () => {
  // "the same words", 8 MiB, 1 pass.
  const older =
    "$argon2id$v=19$m=8192,t=1,p=1$ea3H36lbg5g5sJLjiNKK/Q$SJcrKmFR9olvAbpmhIrMq7c+Kv6HWDWKm+gUbo5gktw";
  expect(await isRightPassword(older, "the same words")).toBe(true);
});

test.each([
  ["its capitals", "Correct Horse"],
  ["its spaces", "  correct  horse "],
  ["its 128th character", `${"x".repeat(127)}y`],
  ["a NUL and what follows it", "correct\0horse"],
  ["signs of any alphabet", "läuft über den Zaun 🐎"],
])("a password is compared as typed, with %s", async (_what, stored) => {
  expect(await isTaken(stored, stored)).toBe(true);
  for (const other of [
    stored.toLowerCase(),
    stored.toUpperCase(),
    stored.trim(),
    stored.slice(0, -1),
    stored.slice(0, 72),
    stored.split("\0")[0] ?? "",
    stored.normalize("NFKD").replaceAll(/[^ -~]/g, ""),
  ].filter((other) => other !== stored)) {
    expect(await isTaken(stored, other)).toBe(false);
  }
});

test("the two ways to write one accented letter are the same password", async () => {
  expect(await isTaken("caf\u00e9 au lait", "cafe\u0301 au lait")).toBe(true);
});

test("a missing account and an account without a password never match", async () => {
  expect(await isRightPassword(null, "no account has this password")).toBe(false);
});

test("passwords of one sender do not hold up another's, and too many of one sender are refused", async () => {
  const stored = await hashPassword("the same words");
  const done: string[] = [];
  const ask = (sender: string) =>
    asWork(new Work(sender), async () => {
      await isRightPassword(stored, "other words");
      done.push(sender);
    });
  const many = Array.from({ length: 201 }, () => ask("greedy"));
  const isTooMuch = { code: "too_many_requests", facts: { retryAfter: 2 } };
  await expect(ask("greedy")).rejects.toMatchObject(isTooMuch);
  await ask("modest");
  expect(done.length).toBeLessThan(20);
  await Promise.allSettled(many);
});

test.each(["aaaaaaaaaaaaa", "correct horse battery", "95173620845173", "ÅÄÖåäöÅÄÖ", "        ........"])(
  "%j needs no other kind of character",
  async (password) => {
    await expect(refuseCommonPassword(password)).resolves.toBeUndefined();
  },
);

test.each(["password1", "PassWord1", "cairn123", "cairncairn", "student123", "school123", "administrator"])(
  "%s is too common here, in any capitals",
  async (password) => {
    await expect(refuseCommonPassword(password)).rejects.toThrow("too common");
  },
);

test("more than 3,000 otherwise acceptable passwords are refused as too common", async () => {
  const refused = dictionary["passwords-common"].filter(({ length }) => length >= limits.passwordMinLength);
  const answers = await Promise.all(refused.map(isCommonPassword));
  expect(answers.filter(Boolean).length).toBeGreaterThan(3_000);
  expect(answers).not.toContain(false);
});
