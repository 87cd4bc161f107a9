import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { connected, disconnected, goLive, type LiveSite, pollByHand } from "@tests/support/server/live.ts";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { users } from "../db/schema.ts";

const allowedOrigin = "https://school.example";

let app: TestApp;
let site: LiveSite;
beforeAll(async () => {
  app = await buildTestApp({ allowedOrigins: [allowedOrigin] });
  site = await goLive(app);
});
afterEach(() => site.hangUp());
afterAll(() => app.close());

const transports = [["websocket"], ["polling"], ["polling", "websocket"]];

describe.each(transports.map((list) => [list.join(" then "), list] as const))("over %s", (_name, list) => {
  const over = { transports: [...list] };

  test("a valid access token is admitted", async () => {
    const { access_token } = await registerMember(app);
    await site.join(access_token, over);
  });

  test("a missing token is refused with its reason", async () => {
    await expect(connected(site.open({}, over))).rejects.toMatchObject({
      message: "Please log in.",
      data: { code: "sign_in_required" },
    });
  });

  test("a page of another site is refused, with any token", async () => {
    const { access_token } = await registerMember(app);
    const extraHeaders = { origin: "https://evil.example" };
    await expect(connected(site.open({ token: access_token }, { ...over, extraHeaders }))).rejects.toThrow();
  });

  test("pages of this site and of an allowed one are admitted", async () => {
    const { access_token } = await registerMember(app);
    for (const origin of [site.address, allowedOrigin]) {
      await site.join(access_token, { ...over, extraHeaders: { origin } });
    }
  });
});

describe("refused is", () => {
  const refusals: [string, () => Promise<unknown>, string][] = [
    ["a text that is no token", async () => "nonsense", "session_ended"],
    ["a refresh token", async () => (await registerMember(app)).refresh_token, "session_ended"],
    [
      "the access token of an ended session",
      async () => {
        const { access_token, refresh_token } = await registerMember(app);
        await app.call("DELETE", "/auth/logout", { token: refresh_token });
        return access_token;
      },
      "session_ended",
    ],
    [
      "an expired access token",
      async () => {
        const { access_token } = await registerMember(app);
        app.passTime(16 * 60_000);
        return access_token;
      },
      "session_ended",
    ],
    [
      "the token of an account whose row alone says that it is deactivated",
      async () => {
        const { access_token, user_id } = await registerMember(app);
        await app.db.query.update(users).set({ active: false }).where(eq(users.id, user_id));
        return access_token;
      },
      "session_ended",
    ],
    ["a token in a list", async () => [(await registerMember(app)).access_token], "sign_in_required"],
    ["an object", async () => ({ length: 1 }), "sign_in_required"],
    ["a number", async () => 7, "sign_in_required"],
    ["null", async () => null, "sign_in_required"],
    ["an empty text", async () => "", "sign_in_required"],
    ["fifteen thousand characters", async () => "x".repeat(15_000), "session_ended"],
  ];
  test.each(refusals)("%s", async (_case, token, code) => {
    await expect(connected(site.open({ token: await token() }))).rejects.toMatchObject({ data: { code } });
  });

  test("a handshake of more than 16 KB", async () => {
    const ear = site.open({ token: "x".repeat(20_000) });
    const gone = new Promise((resolve) => ear.io.on("close", resolve));
    await expect(gone).resolves.toBe("transport close");
    const { send } = await pollByHand(site.address);
    expect(await send(`40{"token":"${"x".repeat(20_000)}"}`)).toBe(413);
  });

  test("an unknown namespace", async () => {
    const { access_token } = await registerMember(app);
    const { send, poll } = await pollByHand(site.address);
    await send(`40/admin,${JSON.stringify({ token: access_token })}`);
    expect((await poll()).text).toBe('44/admin,{"message":"Invalid namespace"}');
  });
});

describe("connect_notification", () => {
  test("disconnects the socket on the token of another session", async () => {
    const [one, other] = [await registerMember(app), await registerMember(app)];
    const ear = site.open({ token: one.access_token });
    await connected(ear);
    ear.emit("connect_notification", other.access_token);
    expect(await disconnected(ear)).toBe("io server disconnect");
  });

  test("accepts a fresh token of the same session like the first", async () => {
    const { access_token, refresh_token } = await registerMember(app);
    app.passTime(1000);
    const fresh = (await app.call("POST", "/auth/refresh", { token: refresh_token })).body.access_token;
    expect(fresh).not.toBe(access_token);
    const ear = site.open({ token: access_token });
    await connected(ear);
    const cut = disconnected(ear);
    ear.emit("connect_notification", fresh);
    ear.emit("connect_notification", fresh);
    await app.call("DELETE", "/auth/logout", { token: refresh_token });
    await cut;
  });
});

describe("garbage", () => {
  test.each([
    ["a token that is no text", [["connect_notification", 7]]],
    ["no token at all", [["connect_notification"]]],
    ["a list and an object", [["connect_notification", ["x"], { toString: 1 }]]],
    ["an event that nobody knows", [["constructor", {}], ["__proto__"], ["new_notification", { id: 1 }]]],
    ["an event whose name is a number", [[5, "x"]]],
  ])("%s is ignored, and the socket stays connected", async (_case, events) => {
    const { access_token, refresh_token } = await registerMember(app);
    const ear = await site.join(access_token);
    const cut = disconnected(ear);
    for (const event of events) ear.emit(...(event as Parameters<typeof ear.emit>));
    await app.call("DELETE", "/auth/logout", { token: refresh_token });
    // Had the garbage cut it, the reason would be another one.
    expect(await cut).toBe("io server disconnect");
  });

  test.each([
    "40[]",
    "40null",
    '40"x"',
    '40{"token":{"__proto__":1}}',
    "40{",
    "4",
    "4zzz",
    "42[]",
    '42["connect_notification"]',
    '451-["x",{"_placeholder":true,"num":0}]',
    '451-["x",{"_placeholder":true,"num":9}]\x1ebAAAA',
    "41",
    "43[]",
    "2",
    "3",
    "1",
    "5",
    "x",
    "",
    "b!!!",
  ])("%j by hand breaks its own connection at most", async (packets) => {
    const { send } = await pollByHand(site.address);
    expect(await send(packets)).toBeLessThan(500);
    expect((await pollByHand(site.address)).status).toBe(200);
  });

  test.each([
    "/socket.io/?EIO=4&transport=websocket",
    "/socket.io/?EIO=4&transport=webtransport",
    "/socket.io/?EIO=4&transport=__proto__",
    "/socket.io/?EIO=4&transport[]=polling",
    "/socket.io/?EIO=3&transport=polling",
    "/socket.io/?EIO=4&transport=polling&sid=unknown",
    "/socket.io/?EIO=4&transport=polling&sid=__proto__",
    "/socket.io/",
    "/socket.io",
    "/socket%2Eio/?EIO=4&transport=polling",
    "/socket.io/socket.io.js",
    "/api/socket.io/?EIO=4&transport=polling",
  ])("%s is answered with a 4xx", async (path) => {
    const { status } = await fetch(`${site.address}${path}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

test("answers of the socket endpoint have a request id and the usual headers, and name only allowed origins", async () => {
  const at = `${site.address}/socket.io/?EIO=4&transport=polling`;
  const { headers } = await fetch(at, { headers: { origin: allowedOrigin } });
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-request-id": expect.any(String),
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": allowedOrigin,
    "access-control-allow-credentials": "true",
  });
  const refused = await fetch(at, { headers: { origin: "https://evil.example" } });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "not_allowed" });
  expect(refused.headers.get("access-control-allow-origin")).toBeNull();
});

test("a call that requests a protocol upgrade still gets its answer", async () => {
  const { request } = await import("node:http");
  const status = await new Promise((resolve, reject) => {
    const headers = { connection: "Upgrade", upgrade: "h2c" };
    request(`${site.address}/health/live`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
  expect(status).toBe(200);
});
