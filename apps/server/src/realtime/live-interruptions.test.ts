import { once } from "node:events";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { loseConnections } from "@tests/support/server/database.ts";
import {
  connected,
  disconnected,
  goLive,
  heard,
  type LiveSite,
  pollByHand,
} from "@tests/support/server/live.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

const day = 24 * 60 * 60_000;

let app: TestApp;
let site: LiveSite;
beforeAll(async () => {
  app = await buildTestApp({}, null, { liveLimits: { endsEvery: 10 } });
  site = await goLive(app);
});
afterEach(() => site.hangUp());
afterAll(() => app.close());

test("a socket outlives its access token while its session is active, and reconnecting takes a fresh token", async () => {
  const { access_token, refresh_token, user_id } = await registerMember(app);
  const ear = await site.join(access_token);
  const tell = () =>
    app.db.query.execute(sql`
      insert into notifications (audience_id, type, message, sub_message, created_at)
      select id, 'System', 'Still here?', '[View]', now() from audiences where user_id = ${user_id}`);
  const refreshed = async () =>
    (await app.call("POST", "/auth/refresh", { token: refresh_token })).body.access_token;

  app.passTime(day);
  const told = heard(ear, "new_notification");
  await tell();
  await told;
  await expect(connected(site.open({ token: access_token }))).rejects.toMatchObject({
    data: { code: "session_ended" },
  });
  await site.join(await refreshed());

  // Fourteen days after it was used last it would have ended; it was used.
  app.passTime(12 * day);
  await refreshed();
  app.passTime(2 * day);
  const again = heard(ear, "new_notification");
  await tell();
  await again;

  // Thirty days after it began it ends, however much it is used.
  app.passTime(11 * day);
  const last = await refreshed();
  expect((await app.call("GET", "/auth/me", { token: last })).status).toBe(200);
  const cut = disconnected(ear);
  app.passTime(4 * day);
  expect(await cut).toBe("io server disconnect");
});

test("after a lost database connection every socket reconnects, since it may have missed something", async () => {
  const { access_token } = await registerMember(app);
  const options = { reconnection: true, reconnectionDelay: 10, reconnectionDelayMax: 100 };
  const ear = await site.join(access_token, options);
  const leaving = await registerMember(app);
  const gone = disconnected(ear);
  await loseConnections(app.db);
  expect(await gone).toBe("transport close");
  await connected(ear);

  const told = heard(ear, "new_notification");
  await app.db.query.execute(sql`
    insert into notifications (audience_id, type, message, sub_message, created_at)
    select id, 'System', 'Back again', '[View]', now() from audiences where kind = 'members'`);
  expect((await told)[0]).toMatchObject({ message: "Back again" });

  const cut = disconnected(await site.join(leaving.access_token));
  await app.call("DELETE", "/auth/logout", { token: leaving.refresh_token });
  expect(await cut).toBe("io server disconnect");
});

test("a stopping server closes its sockets, answers long polls, and is not delayed by them", async () => {
  const leaving = await buildTestApp();
  const there = await goLive(leaving);
  const { access_token } = await registerMember(leaving);
  const ears = [await there.join(access_token), await there.join(access_token, { transports: ["polling"] })];
  const byHand = await pollByHand(there.address);
  const arrived = once(leaving.http.server, "request");
  const [poll, ...gone] = [byHand.poll(), ...ears.map(disconnected)] as const;
  await arrived;

  const stopped = leaving.drain.stop();
  expect(await poll).toEqual({ status: 200, text: expect.stringMatching(/1$/) });
  expect(await Promise.all(gone)).toEqual(["transport close", "transport close"]);
  await stopped;
  await leaving.close();
});
