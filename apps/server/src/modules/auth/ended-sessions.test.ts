import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { createEndedSessions } from "./ended-sessions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** The app's database, whose connection for notices can be lost, and whose statements can fail. */
function unreliable() {
  let connectAgain = () => {};
  let failures = 0;
  const db: Database = {
    ...app.db,
    listen: async (_channel, _heard, regained) => {
      connectAgain = () => regained?.();
      return async () => {};
    },
    get query() {
      if (failures === 0) return app.db.query;
      failures -= 1;
      throw new Error("The database is away.");
    },
  };
  return {
    db,
    lose(times: number) {
      failures = times;
      connectAgain();
    },
  };
}

test("sessions that ended while the connection was lost are read again, however long that takes, and the log says so", async () => {
  const { db, lose } = unreliable();
  const warn = vi.fn();
  let time = app.now();
  const ended = await createEndedSessions(db, () => time, { warn }, { retryAfter: 1 });
  const { refresh_token: token } = await registerMember(app);
  await app.call("DELETE", "/auth/logout", { token });
  const { rows } = await app.db.query.execute<{ id: string }>(
    "select id from sessions where ended_at is not null",
  );
  expect(rows).toHaveLength(1);
  const session_id = rows[0]?.id ?? "";
  expect(ended.has(session_id)).toBe(false);
  lose(125);
  await vi.waitFor(() => expect(ended.has(session_id)).toBe(true));
  expect(warn.mock.calls.map(([facts]) => facts.tries)).toEqual([1, 61, 121]);

  // Beyond the life of the tokens there is nothing left to learn.
  warn.mockClear();
  lose(Number.POSITIVE_INFINITY);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  time = new Date(time.getTime() + 24 * 60 * 60 * 1000);
});
