import { growthOf } from "@tests/support/server/growth.ts";
import { expect, test } from "vitest";
import type { SafeFetch } from "../../lib/safe-fetch.ts";
import { createHostTurns } from "./host-turns.ts";
import { createLinkAsker } from "./link-asker.ts";
import { readRobots } from "./robots.ts";

test("of a robots.txt with long rules 32 KB are kept", () => {
  const text = Array.from({ length: 900 }, (_, index) => `Disallow: /${index}${"x".repeat(480)}`);
  const rules = readRobots(["User-agent: *", ...text].join("\n"), "cairn");
  expect(rules.map(([, pattern]) => pattern).join("").length).toBeLessThanOrEqual(32 * 1024);
  expect(rules.length).toBeGreaterThan(60);
});

test("a link that leads through ever new sites is given up after 16 requests, and only its own site's rules are kept", async () => {
  const [asked, kept]: [string[], string[]] = [[], []];
  const fetch: Pick<SafeFetch, "ask"> = {
    async ask(url, _call, read) {
      asked.push(url);
      const { pathname } = new URL(url);
      const location = `https://n${asked.length}.example${pathname}`;
      return read(new Response(null, { status: 302, headers: { location } }) as never);
    },
  };
  const ask = createLinkAsker({
    fetch: fetch as SafeFetch,
    turns: createHostTurns({ now: () => 0, pause: async () => {} }),
    robots: { find: async () => null, keep: async (origin) => void kept.push(origin) },
  });
  expect(await ask("https://one.example/page")).toBe("unknown");
  expect(asked).toHaveLength(16);
  expect(kept).toEqual(["https://one.example"]);
});

test("eight times as many crawlers and rules in a robots.txt do not take sixty-four times as long to read", () => {
  const read = (size: number) =>
    readRobots(`${"user-agent:cairm\n".repeat(size)}${"allow:/\n".repeat(size)}`, "cairn");
  expect(growthOf(read, 500)).toBeLessThan(32);
});
