import { describe, expect, test } from "vitest";
import { nameFrom, verifiedEmail, wayInto } from "./social-login.policy.ts";

const confirmed = new Date();

describe("a person new from a provider", () => {
  test.each([
    ["with an email that nobody has here opens an account", null, "open"],
    [
      "joins the account whose email is confirmed",
      { active: true, waitingSince: null, emailConfirmedAt: confirmed },
      "join",
    ],
    [
      "claims the account whose email never was",
      { active: true, waitingSince: null, emailConfirmedAt: null },
      "claim",
    ],
  ])("%s", (_sentence, account, way) => {
    expect(wayInto(account)).toBe(way);
  });

  test.each([confirmed, null])("cannot open a deactivated account (confirmed: %s)", (emailConfirmedAt) => {
    expect(() => wayInto({ active: false, waitingSince: null, emailConfirmedAt })).toThrow("deactivated");
  });

  test("cannot open an account that waits for approval", () => {
    const account = { active: false, waitingSince: confirmed, emailConfirmedAt: confirmed };
    expect(() => wayInto(account)).toThrow("waiting");
  });

  test.each([
    ["no email", { email: null, emailVerified: true }, "emailMissing"],
    ["an invalid email", { email: "amina at example", emailVerified: true }, "emailMissing"],
    ["two emails in one", { email: "a@example.test, b@example.test", emailVerified: true }, "emailMissing"],
    ["an email with a line break", { email: "a@example.test\nbcc:x", emailVerified: true }, "emailMissing"],
    ["an email that is not verified", { email: "a@example.test", emailVerified: false }, "emailUnverified"],
  ])("is refused with %s", (_case, identity, reason) => {
    expect(() => verifiedEmail(identity)).toThrow(reason);
  });

  test("has one account whatever the capitals of the email", () => {
    expect(verifiedEmail({ email: " Amina@Example.TEST ", emailVerified: true })).toBe("amina@example.test");
    const elsewhere = verifiedEmail({ email: "Amina@MÜNCHEN.example", emailVerified: true });
    expect(elsewhere).toBe("amina@xn--mnchen-3ya.example");
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
