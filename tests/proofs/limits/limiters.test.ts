import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Limit, limitRules, sentenceOf } from "../../../apps/server/src/rate-limits/rate-limits.ts";
import { type Answer, buildTestApp, type TestApp } from "../../support/server/app.ts";
import { endpoints, nameOf } from "../../support/server/endpoints.ts";
import { type GitHubPeer, openGitHubPeer } from "../../support/server/providers/github-peer.ts";
import { isOfAdmins, limited, manyTries, ofSockets, uncounted } from "./table.ts";

/** Every limiter on every route that it counts, used up through HTTP. */

let app: TestApp;
let gitHub: GitHubPeer;
beforeAll(async () => {
  gitHub = await openGitHubPeer();
  const { clientId, clientSecret, url } = gitHub;
  app = await buildTestApp({ github: { clientId, clientSecret, url, apiUrl: `${url}/api/v3` } });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  process.stdout.write(
    `FIGURE ${Object.keys(limitRules).length} limiters, ${limited.length} used up on a route\n`,
  );
  await app.close();
  await gitHub.close();
});

const tooMany = "Too many requests. Please wait a moment and try again.";

const errorOf = ({ headers }: Answer) =>
  new URL(String(headers.location ?? ""), "http://site.test").searchParams.get("error");
const isLimited = (answer: Answer) => answer.status === 429 || errorOf(answer) === tooMany;

/** In so many words, in JSON, with the seconds to wait; a page load ends at the screen that says so. */
function expectRefusal(answer: Answer, isPage: boolean, limiter: Limit): void {
  if (isPage) {
    expect(answer.status).toBe(302);
    expect(errorOf(answer)).toBe(tooMany);
    return;
  }
  expect(answer).toMatchObject({
    status: 429,
    body: { error: sentenceOf(limiter), code: "too_many_requests" },
  });
  const wait = String(answer.headers["retry-after"]);
  expect(wait).toMatch(/^[1-9]\d*$/);
  expect(Number(wait)).toBeLessThanOrEqual(limitRules[limiter].duration);
}

describe.each(limited)("$limiter on $route", ({ limiter, begin, isPage = false }) => {
  const { points, duration } = limitRules[limiter];

  test(`lets ${points} through in ${duration / 60} minutes, and no more before they are over`, async () => {
    const { use, another, succeed, used, renew } = await begin({ app, gitHub });
    for (let count = 0; succeed && count < 3; count += 1) expect((await succeed()).status).toBeLessThan(400);

    const answers = await Promise.all(Array.from({ length: used ? 0 : points }, use));
    expect(answers.filter(isLimited)).toEqual([]);
    expectRefusal(await use(), isPage, limiter);
    if (succeed) expect(isLimited(await succeed())).toBe(true);
    expect(isLimited(await another())).toBe(false);
    if (used) return;

    vi.setSystemTime(Date.now() + (duration + 1) * 1000);
    await renew?.();
    expect(isLimited(await use())).toBe(false);
  });
});

describe("the table has", () => {
  test("every limiter", () => {
    const limiters = new Set([...limited.map(({ limiter }) => limiter), ...manyTries, ...ofSockets]);
    expect([...limiters].sort()).toEqual(Object.keys(limitRules).sort());
  });

  test("every call that changes something, unless a reason speaks against counting it", () => {
    const counted = new Set(limited.map(({ route }) => route.split(",")[0]));
    const changing = endpoints.filter(({ method }) => method !== "GET").map(nameOf);
    expect(
      changing.filter((call) => !counted.has(call) && !isOfAdmins(call) && !(call in uncounted)),
    ).toEqual([]);
    for (const call of Object.keys(uncounted)) expect(counted).not.toContain(call);
  });

  test("every read that needs no session, but for health checks", () => {
    const reads = limited.filter(({ limiter }) => limiter === "readByAddress").map(({ route }) => route);
    const open = endpoints
      .filter(({ method, access, uncounted }) => method === "GET" && access === "visitor" && !uncounted)
      .map(nameOf);
    expect(reads.sort()).toEqual(open.sort());
  });
});
