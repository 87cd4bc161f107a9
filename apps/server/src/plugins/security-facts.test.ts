import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limits, namedProviders, uploadTypes } from "@cairn/contract";
import { expect, test } from "vitest";
import { hashPassword, refuseCommonPassword } from "../modules/auth/passwords.ts";

/** A section as one long line, so that it does not matter where a line is broken. */
function section(title: string, path = "docs/security.md"): string {
  const guide = readFileSync(join(import.meta.dirname, "../../../..", path), "utf8").replaceAll(/\s+/g, " ");
  const [, after = ""] = guide.split(` ## ${title} `);
  return after.split(" ## ", 1)[0] ?? "";
}

test("docs/security.md says how long sessions and their tokens live", () => {
  const { accessTokenSeconds, refreshIdleDays, refreshAbsoluteDays } = limits;
  const sessions = section("Sessions");
  expect(sessions).toContain(`${accessTokenSeconds / 60} minutes`);
  expect(sessions).toContain(`idle ${refreshIdleDays} days, ${refreshAbsoluteDays} days at most`);
});

test("docs/security.md states the password rules and how passwords are stored", async () => {
  const passwords = section("Passwords");
  expect(passwords).toContain(`${limits.passwordMinLength} to ${limits.passwordMaxLength} characters`);
  const [, memory, passes, lanes] = /m=(\d+),t=(\d+),p=(\d+)/.exec(await hashPassword("any words")) ?? [];
  expect(passwords).toContain(
    `argon2id (${Math.floor(Number(memory) / 1024)} MiB, ${passes} passes, ${lanes} lane)`,
  );
});

test("docs/security.md names every way into an account", () => {
  const passwords = section("Passwords");
  const titles = namedProviders.map(({ name }) => name);
  for (const way of ["**Reset.**", "**Links**", ...titles]) expect(passwords).toContain(way);
});

test("docs/security.md states which files may be uploaded and their maximum sizes", () => {
  const uploads = section("Uploads");
  expect(uploads).toContain(`${limits.uploadBytes.toLocaleString("en")} bytes`);
  expect(uploads).toContain(`${limits.picturePixels / 1_000_000} million pixels`);
  expect(uploads).toContain("JPEG, PNG, PDF, MP4");
  expect([...uploadTypes].sort()).toEqual(["application/pdf", "image/jpeg", "image/png", "video/mp4"]);
});

test("docs/evidence/asvs.md lists site-specific words that are refused as passwords, and each is refused", async () => {
  const words = [...section("Words that are no passwords", "docs/evidence/asvs.md").matchAll(/`([\w-]+)`/g)];
  expect(words.length).toBeGreaterThan(10);
  for (const [, word = ""] of words) await expect(refuseCommonPassword(word)).rejects.toThrow("too common");
});
