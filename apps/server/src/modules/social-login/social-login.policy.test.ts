import { describe, expect, test } from "vitest";
import type { SignInRefused } from "./sign-in-refused.ts";
import { emailOf, nameFrom, refuseDomain, wayInto } from "./social-login.policy.ts";

const trusting = { trustsEmails: true, refusesUnverified: false };
const asking = { trustsEmails: false, refusesUnverified: false };
/** Google and GitHub. */
const strict = { trustsEmails: false, refusesUnverified: true };

const accounts = {
  none: null,
  confirmed: { active: true, waitingSince: null, emailConfirmedAt: new Date() },
  unconfirmed: { active: true, waitingSince: null, emailConfirmedAt: null },
  waiting: { active: false, waitingSince: new Date(), emailConfirmedAt: new Date() },
  deactivated: { active: false, waitingSince: null, emailConfirmedAt: null },
} as const;
type Known = keyof typeof accounts;

const owner = {
  none: "open",
  confirmed: "join",
  unconfirmed: "claim",
  waiting: "waiting",
  deactivated: "deactivated",
};
const stranger = {
  none: "ask",
  confirmed: "emailTaken",
  unconfirmed: "emailTaken",
  waiting: "emailTaken",
  deactivated: "emailTaken",
};
const refused = {
  none: "emailUnverified",
  confirmed: "emailUnverified",
  unconfirmed: "emailUnverified",
  waiting: "emailUnverified",
  deactivated: "emailUnverified",
};

describe("a person new from a provider", () => {
  // What the provider says of the mailbox, and what the operator says of the provider: then what there is of this email.
  test.each<[boolean | null, typeof strict, Record<Known, string>]>([
    [true, asking, owner],
    [true, trusting, owner],
    [true, strict, owner],
    [null, trusting, owner],
    [null, asking, stranger],
    [null, strict, stranger],
    [false, trusting, stranger],
    [false, asking, stranger],
    [false, strict, refused],
  ])("whose email is verified: %j, by a provider of %j, gets in as %j", (emailVerified, terms, ways) => {
    for (const [known, way] of Object.entries(ways)) {
      let found: string;
      try {
        found = wayInto({ emailVerified }, terms, accounts[known as Known]);
      } catch (error) {
        found = (error as SignInRefused).reason;
      }
      expect([known, found]).toEqual([known, way]);
    }
  });

  test.each([
    ["no email", null],
    ["an invalid email", "amina at example"],
    ["two emails in one", "a@example.test, b@example.test"],
    ["an email with a line break", "a@example.test\nbcc:x"],
  ])("with %s has none", (_case, email) => {
    expect(emailOf({ email })).toBeNull();
  });

  test("has one account whatever the capitals of the email", () => {
    expect(emailOf({ email: " Amina@Example.TEST " })).toBe("amina@example.test");
    expect(emailOf({ email: "Amina@MÜNCHEN.example" })).toBe("amina@xn--mnchen-3ya.example");
  });

  test("enters with an email of the domains that may, and of no other, not even below one", () => {
    const terms = { domains: ["school.example", "xn--mnchen-3ya.example"] };
    for (const email of ["a@school.example", "a@xn--mnchen-3ya.example", null])
      expect(() => refuseDomain(email, terms)).not.toThrow();
    for (const email of [
      "a@example",
      "a@notschool.example",
      "a@pupils.school.example",
      "a@school.example.evil",
    ])
      expect(() => refuseDomain(email, terms)).toThrow("domainRefused");
    expect(() => refuseDomain("a@anywhere.example", { domains: [] })).not.toThrow();
  });
});

describe("the name of a new account", () => {
  test.each([
    ["the provider's", "Amina Otieno", "Amina Otieno"],
    ["one line of it", " Amina\n\tOtieno\0 ", "Amina Otieno"],
    ["at most 120 characters of it", "é👩".repeat(100), "é👩".repeat(60)],
    ["the first part of the email, without one", null, "amina.o"],
    ["the first part of the email, for a blank one", " \n", "amina.o"],
  ])("is %s", (_case, name, expected) => {
    expect(nameFrom({ name }, "amina.o@example.test")).toBe(expected);
  });

  test("can be stored for any provider's answer", () => {
    expect(nameFrom({ name: "A\ud800\0B" }, "a@example.test").isWellFormed()).toBe(true);
  });
});
