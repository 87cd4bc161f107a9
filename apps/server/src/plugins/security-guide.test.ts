import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limitRules } from "../rate-limits/rate-limits.ts";
import { codeFramePolicy, contentSecurityPolicy } from "./security-headers.ts";

const root = join(import.meta.dirname, "../../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const security = read("docs/security.md");

test("docs/security.md lists every rate limit with the server's own numbers", () => {
  const told = [...security.matchAll(/^\| `(\w+)` \| (\d+) in (\d+) min \|/gm)].map(
    ([, name, points, minutes]) => [name, { points: Number(points), duration: Number(minutes) * 60 }],
  );
  expect(Object.fromEntries(told)).toEqual(limitRules);
});

test("docs/security.md shows the content security policy that is sent", () => {
  expect(security).toContain(`Content-Security-Policy: ${contentSecurityPolicy([])}\n`);
});

test("docs/security.md shows the policy of the frame that runs articles' code", () => {
  expect(security).toContain(codeFramePolicy("..."));
});

test("docs/guides/operate.md explains every setting", () => {
  const operate = read("docs/guides/operate.md");
  const settings = [...read(".env.example").matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);
  const isNamed = (name: string) =>
    operate.includes(`\`${name}\``) || operate.includes(`\`${name.slice(0, name.indexOf("_"))}_*\``);
  expect(settings.filter((name) => !isNamed(name))).toEqual([]);
});
