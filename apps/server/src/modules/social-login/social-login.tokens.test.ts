import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { sendJson } from "@tests/support/server/external-site.ts";
import { type GitHubPeer, openGitHubPeer } from "@tests/support/server/providers/github-peer.ts";
import {
  begin,
  comeBack,
  newBrowser,
  outcomeOf,
  passProvider,
} from "@tests/support/server/providers/sign-in.ts";
import { sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

const providersToken = "gho_only-for-the-server";
const lines: string[] = [];

let app: TestApp;
let gitHub: GitHubPeer;
beforeAll(async () => {
  gitHub = await openGitHubPeer();
  const { clientId, clientSecret, url } = gitHub;
  const log = pino({ level: "trace" }, { write: (line) => void lines.push(line) });
  const github = { clientId, clientSecret, url, apiUrl: `${url}/api/v3` };
  app = await buildTestApp({ github }, null, { log });
});
afterAll(async () => {
  await app.close();
  await gitHub.close();
});

test("with demo data both providers are listed, whether or not they are set up", async () => {
  const { body } = await app.call("GET", "/auth/providers");
  expect(body).toEqual({
    items: [
      { id: "google", name: "Google" },
      { id: "github", name: "GitHub" },
    ],
  });
});

test("a provider's own token is not stored and never reaches a browser, a table or the log", async () => {
  let shown = "";
  gitHub.person = { id: 7, login: "octo", name: "Octo", emails: [] };
  gitHub.replace(
    "/login/oauth/access_token",
    sendJson({ access_token: providersToken, token_type: "bearer", scope: "read:user,user:email" }),
  );
  gitHub.replace("/api/v3/user", (request, response) => {
    shown = request.headers.authorization ?? "";
    sendJson({ id: 7, login: "octo", name: "Octo" })(request, response);
  });
  const emails = [{ email: "octo@example.test", primary: true, verified: true }];
  gitHub.replace("/api/v3/user/emails", sendJson(emails));

  const browser = newBrowser();
  const returned = await passProvider(await begin(app, "github", browser), "octo");
  const answer = await comeBack(app, returned, browser);
  expect(Object.keys(outcomeOf(answer)).sort()).toEqual(["access_token", "refresh_token"]);
  expect(shown).toContain(providersToken);

  const { rows } = await app.db.query.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) {
    const stored = await app.db.query.execute(sql.raw(`select t::text as row from "${name}" t`));
    expect(JSON.stringify(stored.rows)).not.toContain(providersToken);
  }
  expect(JSON.stringify(answer) + lines.join("")).not.toContain(providersToken);
});
