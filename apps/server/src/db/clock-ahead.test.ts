import { buildTestApp, registerMember } from "@tests/support/server/app.ts";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";

const day = 24 * 60 * 60 * 1000;

test("what a clock that was ahead put off is due once it is right, and what waits as usual waits on", async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  const { user_id } = await registerMember(app, "TechWriter");
  const ask = async () => {
    const { access_token: token } = await app.startSession(user_id);
    return app.call("POST", "/profiles/me/export", { token });
  };
  const waiting = async () => {
    const { rows } = await app.db.query.execute<{
      due: number;
      runner: number;
      link: number;
      digest: number;
    }>(sql`
      select (select count(*)::int from jobs where kind = 'mail' and due_at <= ${app.now()}) as due,
        (select count(*)::int from link_runner where until <= ${app.now()}) as runner,
        (select count(*)::int from links where next_ask_at <= ${app.now()}) as link,
        (select count(*)::int from jobs where kind = 'digest' and due_at <= ${app.now()}) as digest`);
    return rows[0];
  };
  app.passTime(365 * day);
  await ask();
  const then = app.now();
  await app.db.query.execute(sql`
    insert into jobs (kind, key, due_at) values ('mail', '1', ${then}), ('digest', 'weekly', ${then})`);
  await app.db.query.execute(
    sql`insert into link_runner (holder, until) values (gen_random_uuid(), ${then})`,
  );
  app.passTime(-365 * day);
  const nextWeek = new Date(app.now().getTime() + 7 * day);
  await app.db.query.execute(sql`
    insert into links (url, host, next_ask_at)
    values ('https://a.example/', 'a.example', ${then}), ('https://b.example/', 'b.example', ${nextWeek})`);
  expect(await waiting()).toEqual({ due: 0, runner: 0, link: 0, digest: 0 });

  await app.endWaitsOfClockAhead();

  expect(await waiting()).toEqual({ due: 1, runner: 1, link: 1, digest: 1 });
  app.passTime(day);
  expect((await ask()).status).toBe(202);
});
