import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { buildTestApp, password, signUp, type TestApp } from "@tests/support/server/app.ts";
import { type GitHubPeer, openGitHubPeer } from "@tests/support/server/providers/github-peer.ts";
import { signIn } from "@tests/support/server/providers/sign-in.ts";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions, users } from "../../db/schema.ts";

/*
 * docs/rules.md#accounts-that-were-never-confirmed while it happens: a stranger has registered the email of somebody else, who signs in by a provider
 * just now. Whatever the stranger has under way at that moment must not outlast it.
 */

let app: TestApp;
let gitHub: GitHubPeer;
beforeAll(async () => {
  gitHub = await openGitHubPeer();
  const { clientId, clientSecret, url } = gitHub;
  app = await buildTestApp({
    rateLimits: false,
    github: { clientId, clientSecret, url, apiUrl: `${url}/api/v3` },
  });
});
afterAll(async () => {
  await app.close();
  await gitHub.close();
});

let owners = 0;
async function ownerSignsIn(email: string): Promise<Record<string, string>> {
  owners += 1;
  const emails = [{ email, primary: true, verified: true }];
  gitHub.person = { id: 9000 + owners, login: "owner", name: null, emails };
  return signIn(app, "github", null);
}

const livingSessions = (userId: number) =>
  app.db.query
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
const passwordOf = async (userId: number) =>
  (await app.db.query.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)))[0]?.hash;

test("a stranger who logs in repeatedly meanwhile is left without a session", async () => {
  const stranger = await signUp(app);
  let isOver = false;
  const logins = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      await app.call("POST", "/auth/login", { body: { email: stranger.email, password } });
    }
  });
  expect(await ownerSignsIn(stranger.email)).toHaveProperty("access_token");
  isOver = true;
  await Promise.all(logins);
  expect(await livingSessions(stranger.user_id)).toHaveLength(1);
});

test("a stranger's password change in flight when the session ends has no effect", async () => {
  const stranger = await signUp(app);
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.http.server.address() as AddressInfo;
  const body = JSON.stringify({ password: "a password of the stranger" });
  const change = request({
    port,
    method: "PATCH",
    path: "/profiles/me",
    headers: {
      authorization: `Bearer ${stranger.access_token}`,
      "content-type": "application/json",
      "content-length": body.length,
    },
  });
  const arrived = once(app.http.server, "request");
  change.write(body.slice(0, 10));
  await arrived;

  expect(await ownerSignsIn(stranger.email)).toHaveProperty("access_token");
  change.end(body.slice(10));
  const [answer] = await once(change, "response");

  expect(JSON.parse(await text(answer))).toMatchObject({ code: "session_ended" });
  expect(answer.statusCode).toBe(401);
  expect(await passwordOf(stranger.user_id)).toBeNull();
  expect(await livingSessions(stranger.user_id)).toHaveLength(1);
});
