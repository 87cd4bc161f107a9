import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import {
  checkConfirmation,
  confirmEmail,
  login,
  refresh,
  resetPassword,
  verifyResetCode,
} from "@cairn/contract";
import {
  type Answer,
  buildTestApp,
  password,
  registration,
  signUp,
  type TestApp,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { goLive } from "@tests/support/server/live.ts";
import { codeIn, lastMailTo, tokenIn } from "@tests/support/server/mails.ts";
import { pdf } from "@tests/support/server/media.ts";
import { type OpenIdPeer, openOpenIdPeer } from "@tests/support/server/providers/openid-peer.ts";
import {
  begin,
  comeBack,
  newBrowser,
  outcomeOf,
  passProvider,
} from "@tests/support/server/providers/sign-in.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLog } from "../lib/log.ts";

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
  const author = await signUp(app, "TechWriter");
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

test("no secret that passes through the server appears in its log, even at the most verbose level", async () => {
  const secrets: string[] = [password];
  const note = (...found: (string | undefined)[]) => {
    for (const secret of found) if (secret) secrets.push(secret);
  };

  const member = await signUp(app, "TechWriter");
  note(member.email, member.access_token, member.refresh_token);
  const wrong = { email: member.email, password: "a password that is wrong" };
  await app.call("POST", "/auth/login", { body: wrong });
  const stranger = { email: "nobody-at-all@example.test", password: "a guess at a password" };
  await app.call("POST", "/auth/login", { body: stranger });
  note(wrong.password, stranger.email, stranger.password);
  const signedIn = await app.call("POST", "/auth/login", { body: { email: member.email, password } });
  note(signedIn.body.access_token, signedIn.body.refresh_token, cookieOf(signedIn, "cairn_browser"));
  await app.call("POST", "/auth/refresh", { token: member.refresh_token });
  const madeUp = "A-refresh-token-that-nobody-has-0123456789a";
  expect((await app.call("POST", "/auth/refresh", { token: madeUp })).status).toBe(401);
  note(madeUp);

  const link = tokenIn(await lastMailTo(app, member.email), "/confirm-email");
  note(link);
  const check = (token: string) => app.call("POST", "/auth/check-confirmation", { body: { token } });
  expect((await check(link)).body).toMatchObject({ email: member.email });
  expect((await check(`${link.slice(0, -4)}none`)).status).toBe(400);
  const confirm = (body: object) => app.call("POST", "/auth/confirm-email", { body });
  expect((await confirm({ token: link, password: wrong.password })).status).toBe(400);
  expect((await confirm({ token: link, password })).status).toBe(200);

  // A person who has only the mailbox gets a link to set a password.
  const taken = await signUp(app);
  const takenLink = tokenIn(await lastMailTo(app, taken.email), "/confirm-email");
  expect((await confirm({ token: takenLink })).status).toBe(200);
  const passwordLink = tokenIn(await lastMailTo(app, taken.email), "/new-password");
  const ownPassword = "a password of the owner's";
  note(taken.email, takenLink, passwordLink, ownPassword);
  const first = { code: passwordLink, new_password: ownPassword, confirm_password: ownPassword };
  expect((await app.call("POST", "/auth/reset-password", { body: first })).status).toBe(200);

  await app.call("POST", "/auth/request-password-reset", { body: { identifier: member.email } });
  const code = codeIn(await lastMailTo(app, member.email));
  const wrongCode = "ZZZZZZ";
  const verify = (given: string) =>
    app.call("POST", "/auth/verify-reset-code", { body: { email: member.email, code: given } });
  expect((await verify(wrongCode)).status).toBe(400);
  const verified = await verify(code);
  const newPassword = "another password entirely";
  note(code, wrongCode, newPassword, cookieOf(verified, "cairn_reset"));
  const change = { code, new_password: newPassword, confirm_password: newPassword };
  expect((await app.call("POST", "/auth/reset-password", { body: change })).status).toBe(200);

  const browser = newBrowser();
  openId.people.set("7", { name: "Ada", email: "ada@example.test", email_verified: true });
  const page = await begin(app, "google", browser);
  const returned = await passProvider(page, "7");
  const outcome = outcomeOf(await comeBack(app, returned, browser));
  note(
    "ada@example.test",
    page.searchParams.get("state") ?? "",
    page.searchParams.get("code_challenge") ?? "",
  );
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
  const writer = await signUp(app, "TechWriter");
  const token = writer.access_token;
  const sent = await sendForm(app, "POST", "/content", {
    token,
    fields: draftFields(),
    file: pdf("not published"),
  });
  const { media_url: address } = (await app.call("GET", `/content/${sent.body.id}`, { token })).body;
  expect((await app.call("GET", address)).status).toBe(200);
  note(writer.email, token, /&signature=(.+)$/.exec(address)?.[1]);

  const live = await goLive(app);
  const session = await signUp(app);
  note(session.access_token);
  await live.join(session.access_token);
  await fetch(`${live.address}/socket.io?EIO=4&transport=polling&token=${session.access_token}`);
  note(await brokenRequest(app, session.refresh_token));
  live.hangUp();

  expect(secrets).toHaveLength(34);
  const log = logged.join("");
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(log).not.toMatch(/[?&]\w+=/);
  const failed = lines().filter(({ event }) => event === "login_failed");
  expect(failed).toHaveLength(2);
  const asked = new Set(lines().map(({ route }) => route));
  for (const { path } of [login, refresh, checkConfirmation, confirmEmail, verifyResetCode, resetPassword]) {
    expect(asked).toContain(path);
  }
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

/** The value of a cookie that an answer sets. */
function cookieOf({ headers }: Answer, name: string): string {
  const value = new RegExp(`${name}=([^;]+)`).exec(String(headers["set-cookie"]))?.[1];
  if (!value) throw new Error(`no cookie ${name}`);
  return value;
}

/** Sends what is no HTTP, with a token in it; resolves to the token once it has been refused. */
async function brokenRequest(to: TestApp, token: string): Promise<string> {
  const socket = connect((to.http.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nBroken Header\r\n\r\n`);
  expect(await text(socket)).toContain("400");
  return token;
}
