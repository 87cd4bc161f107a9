import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLog } from "../lib/log.ts";
import { buildTestApp, password, registerMember, registration, type TestApp } from "../test/app.ts";
import { makeItem } from "../test/content.ts";
import { goLive } from "../test/live.ts";
import { codeIn, lastMailTo, tokenIn } from "../test/mails.ts";
import { type OpenIdPeer, openOpenIdPeer } from "../test/providers/openid-peer.ts";
import { begin, comeBack, newBrowser, outcomeOf, passProvider } from "../test/providers/sign-in.ts";

const logged: string[] = [];
const lines = () => logged.map((line) => JSON.parse(line) as Record<string, unknown>);
/** The line of the answer that was sent last. */
const lastAnswer = () => lines().findLast(({ msg }) => msg === "answered");

let app: TestApp;
let openId: OpenIdPeer;
beforeAll(async () => {
  openId = await openOpenIdPeer("http://localhost:5000/auth/login/google/return");
  const { clientId, clientSecret, issuer } = openId;
  app = await buildTestApp({ google: { clientId, clientSecret, issuer } }, null, {
    log: createLog("trace", { write: (line: string) => logged.push(line) }),
  });
});
afterAll(async () => {
  await app.close();
  await openId.close();
});

test("each call is one line with its request's id, its template, its status and its time", async () => {
  const author = await registerMember(app, "TechWriter");
  const id = await makeItem(app, { authorId: author.user_id, title: "Logged", body: "Words." });
  const answer = await app.call("GET", `/api/content/${id}?cursor=none`);
  expect(lastAnswer()).toMatchObject({
    level: 30,
    reqId: answer.headers["x-request-id"],
    method: "GET",
    route: "/content/:id",
    path: `/api/content/${id}`,
    status: answer.status,
    ms: expect.any(Number),
  });
});

test("a failure is logged with the id that its answer names", async () => {
  const transaction = vi.spyOn(app.db, "transaction").mockRejectedValue(new Error("something of ours"));
  const { status, body } = await app.call("POST", "/auth/register", { body: registration() });
  transaction.mockRestore();
  expect(status).toBe(500);
  const line = lines().find(({ msg }) => msg === "request failed");
  expect(line).toMatchObject({ level: 50, reqId: body.request_id, err: { message: "something of ours" } });
});

test("no secret that passes through the server stands in its log, even at its most talkative", async () => {
  const secrets: string[] = [password];
  const note = (...found: (string | undefined)[]) => {
    for (const secret of found) if (secret) secrets.push(secret);
  };

  const member = await registerMember(app, "TechWriter");
  note(member.access_token, member.refresh_token);
  note(tokenIn(await lastMailTo(app, member.email), "/confirm-email"));
  const wrong = { email: member.email, password: "a password that is wrong" };
  await app.call("POST", "/auth/login", { body: wrong });
  note(wrong.password);
  await app.call("POST", "/auth/refresh", { token: member.refresh_token });

  await app.call("POST", "/auth/request-password-reset", { body: { identifier: member.email } });
  const code = codeIn(await lastMailTo(app, member.email));
  const verified = await app.call("POST", "/auth/verify-reset-code", { body: { email: member.email, code } });
  const newPassword = "another password entirely";
  note(code, newPassword, /cairn_reset=([^;]+)/.exec(String(verified.headers["set-cookie"]))?.[1]);
  const change = { code, new_password: newPassword, confirm_password: newPassword };
  expect((await app.call("POST", "/auth/reset-password", { body: change })).status).toBe(200);

  const browser = newBrowser();
  openId.people.set("7", { name: "Ada", email: "ada@example.test", email_verified: true });
  const page = await begin(app, "google", browser);
  const returned = await passProvider(page, "7");
  const outcome = outcomeOf(await comeBack(app, returned, browser));
  note(page.searchParams.get("state") ?? "", page.searchParams.get("code_challenge") ?? "");
  note(returned.searchParams.get("code") ?? "", browser.cookie?.split("=")[1]);
  note(outcome.access_token, outcome.refresh_token, openId.clientSecret);
  // A second time it is refused, and that is logged.
  await comeBack(app, returned, browser);
  await app.call("GET", `/auth/callback?${new URLSearchParams(outcome)}`, {
    headers: { accept: "text/html" },
  });
  await app.call("GET", `/auth/callback?refresh_token=${outcome.refresh_token}&bad=%zz%`);
  await app.call("GET", `/%zz?refresh_token=${outcome.refresh_token}`);

  await app.call("GET", "/media/0123456789abcdef.png?expires=99999999999&signature=a-signature-of-ours");
  note("a-signature-of-ours");

  const live = await goLive(app);
  const session = await registerMember(app);
  note(session.access_token);
  await live.join(session.access_token);
  await fetch(`${live.address}/socket.io?EIO=4&transport=polling&token=${session.access_token}`);
  note(await brokenRequest(app, session.refresh_token));
  live.hangUp();

  expect(secrets.length).toBeGreaterThan(15);
  const log = logged.join("");
  for (const secret of secrets) expect(log).not.toContain(secret);
  // The broken request is mentioned, but not with its bytes, which would be logged as numbers.
  expect(lines().some(({ err }) => (err as { code?: string })?.code?.startsWith("HPE_"))).toBe(true);
  expect(log).not.toContain("rawPacket");
});

test("values of a statement that the database refuses are not logged", async () => {
  const own: string[] = [];
  const log = createLog("error", { write: (line: string) => own.push(line) });
  const failure = await app.db.query
    .execute(
      "insert into users (name, email, role, created_at) values ('x', 'secret@example.test', 'Boss', now())",
    )
    .catch((error: unknown) => error);
  expect(JSON.stringify(failure)).toContain("secret@example.test");
  log.error({ err: failure }, "request failed");
  expect(own.join("")).toMatch(/violates check constraint/);
  expect(own.join("")).not.toContain("secret@example.test");
});

/** Sends what is no HTTP, with a token in it; resolves to the token once it has been refused. */
async function brokenRequest(to: TestApp, token: string): Promise<string> {
  const socket = connect((to.http.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nBroken Header\r\n\r\n`);
  expect(await text(socket)).toContain("400");
  return token;
}
