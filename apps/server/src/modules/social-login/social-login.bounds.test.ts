import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { type GitHubPeer, openGitHubPeer } from "@tests/support/server/providers/github-peer.ts";
import {
  begin,
  comeBack,
  newBrowser,
  outcomeOf,
  passProvider,
  signIn,
} from "@tests/support/server/providers/sign-in.ts";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const minute = 60_000;
const tooMany = { error: "Too many requests. Please wait a moment and try again." };

let app: TestApp;
let gitHub: GitHubPeer;
const lines: string[] = [];
beforeAll(async () => {
  gitHub = await openGitHubPeer();
  const { clientId, clientSecret, url } = gitHub;
  const log = pino({ level: "trace" }, { write: (line) => void lines.push(line) });
  const settings = {
    publicUrl: "https://cairn.example",
    seedDemo: false,
    github: { clientId, clientSecret, url, apiUrl: `${url}/api/v3` },
  };
  app = await buildTestApp(settings, null, { log });
});
afterAll(async () => {
  await app.close();
  await gitHub.close();
});

function somebody(id: number): void {
  const emails = [{ email: `octo-${id}@example.test`, primary: true, verified: true }];
  gitHub.person = { id, login: `octo-${id}`, name: null, emails };
}

test("behind https the browser's cookie is limited to this host and to encrypted connections", async () => {
  const answer = await app.call("GET", "/auth/login/github");
  expect(answer.headers["set-cookie"]).toMatch(
    /^__Host-cairn-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(new URL(String(answer.headers.location)).searchParams.get("redirect_uri")).toBe(
    "https://cairn.example/auth/login/github/return",
  );
});

test("the log says why a sign-in failed, without codes, states, tokens or external text", async () => {
  somebody(1);
  const browser = newBrowser();
  const returned = await passProvider(await begin(app, "github", browser), null);
  const [code, state] = ["code", "state"].map((name) => String(returned.searchParams.get(name)));
  const tokens = outcomeOf(await comeBack(app, returned, browser));
  gitHub.person = null;
  await signIn(app, "github", null);
  gitHub.replace("/login/oauth/access_token", (_request, response) => {
    response.writeHead(401, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ error: "invalid_client", error_description: "<b>words of the provider</b>" }),
    );
  });
  somebody(1);
  await signIn(app, "github", null);
  gitHub.replace("/login/oauth/access_token", null);

  const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /sign-in/.test(msg));
  expect(failures).toMatchObject([
    { provider: "github", answer: "access_denied", reqId: expect.any(String) },
    { provider: "github", answer: "invalid_client" },
  ]);
  const everything = lines.join("");
  const secrets = [
    code,
    state,
    tokens.access_token,
    tokens.refresh_token,
    gitHub.clientSecret,
    browser.cookie,
  ];
  for (const secret of [...secrets, "words of the provider", "octo-1@example.test"]) {
    expect(secret).toBeTruthy();
    expect(everything).not.toContain(secret);
  }
});

test("a provider that is not configured leads back with an error, and an unknown one is refused", async () => {
  expect(outcomeOf(await app.call("GET", "/auth/login/google"))).toEqual({ error: "OAuth login failed" });
  const returned = await app.call("GET", "/auth/login/google/return?code=a&state=b");
  expect(outcomeOf(returned)).toEqual({ error: "OAuth login failed" });
  expect((await app.call("GET", "/auth/login/elsewhere")).status).toBe(400);
});

test("only the providers that are configured are listed, at the root and under /api", async () => {
  for (const path of ["/auth/providers", "/api/auth/providers"]) {
    const answer = await app.call("GET", path);
    expect([answer.status, answer.body]).toEqual([200, { items: [{ id: "github", name: "GitHub" }] }]);
  }
});

test("neither call exists under /api or answers HEAD, which would use up a sign-in", async () => {
  for (const path of ["/auth/login/github", "/auth/login/github/return"]) {
    expect((await app.call("GET", `/api${path}`)).status).toBe(404);
    expect((await app.call("HEAD", path)).status).toBe(405);
  }
});

describe("an address", () => {
  const start = (from: string) => app.call("GET", "/auth/login/github", { from });
  const comeWith = (query: string, from: string) =>
    app.call("GET", `/auth/login/github/return${query}`, { from });

  test("may begin three hundred sign-ins in ten minutes, and each return frees one", async () => {
    const from = "203.0.113.9";
    somebody(9);
    for (let count = 0; count < 3; count += 1) {
      const begun = await start(from);
      const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
      const returned = await passProvider(new URL(String(begun.headers.location)), null);
      const back = await app.call("GET", `${returned.pathname}${returned.search}`, {
        from,
        headers: { cookie },
      });
      expect(outcomeOf(back)).toHaveProperty("access_token");
    }
    const answers = await Promise.all(Array.from({ length: 301 }, () => start(from)));
    const refused = answers.filter(({ headers }) => String(headers.location).startsWith("/auth/callback"));
    expect(refused.map(outcomeOf)).toEqual([tooMany]);
    expect(outcomeOf(await start(from))).toEqual(tooMany);
    expect((await start("203.0.113.10")).headers.location).toMatch(/^http:/);
  });

  test("may fail a hundred returns in fifteen minutes", async () => {
    const from = "203.0.113.11";
    const answers = await Promise.all(
      Array.from({ length: 101 }, (_, index) => comeWith(`?code=a&state=${index}`, from)),
    );
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter(({ error }) => error === "OAuth login failed")).toHaveLength(100);
    expect(outcomes.filter(({ error }) => error === tooMany.error)).toHaveLength(1);
    expect(outcomeOf(await comeWith("?code=a&state=b", "203.0.113.12"))).toEqual({
      error: "OAuth login failed",
    });
  });
});

test("unfinished attempts are deleted", async () => {
  await begin(app, "github", newBrowser());
  app.passTime(10 * minute + 1);
  await app.sweep();
  const { rows } = await app.db.query.execute("select count(*)::int as total from provider_attempts");
  expect(rows).toEqual([{ total: 0 }]);
});
