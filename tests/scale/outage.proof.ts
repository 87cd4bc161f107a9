import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { expect, test } from "@playwright/test";
import { openPostgres } from "../../scripts/testing/scale/postgres.mjs";
import { findPostgres } from "../../scripts/testing/scale/programs.mjs";
import { call, join } from "../support/call.ts";
import { ask } from "../support/scale/databases.ts";
import { startLoad } from "../support/scale/load.ts";
import { approve, joinAround, listen, sendItem } from "../support/scale/members.ts";
import { line } from "../support/scale/report.ts";
import { instanceAt, openSite } from "../support/scale/site.ts";
import { builtServer, testLogKey } from "../support/site/server.ts";

/** Promise 4. */
const healsWithin = 2_000;

test("a restart of PostgreSQL causes only 503 with Retry-After, until two seconds after its return at most", async () => {
  test.skip(findPostgres() === null, "there is no PostgreSQL on this machine that could be restarted");
  const postgres = await openPostgres();
  const site = await openSite({ server: postgres.url, settings: { RATE_LIMITS: "off" } });
  const [one, other] = [instanceAt(site.instances, 0).url, instanceAt(site.instances, 1).url];
  const { writer, admin, itemId, members } = await joinAround(one, site.databaseUrl);
  const listener = await join(one);
  const { socket, heard } = await listen(other, listener);

  const load = startLoad({ servers: () => [one, other], members, itemId });
  const healed: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await load.progress(50);
    await postgres.halt();
    expect((await call(one, "GET", "/health/live")).status).toBe(200);
    expect((await call(one, "GET", "/health/ready")).status).toBe(503);
    await postgres.start();
    const back = performance.now();
    for (const url of [one, other]) while ((await call(url, "GET", "/health/ready")).status !== 200);
    await load.progress(1);
    healed.push(performance.now() - back);
  }
  await load.progress(50);
  await load.stop();

  const unexpected = load.failures.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
  expect(unexpected).toEqual([]);
  expect(load.failures.length).toBeGreaterThan(0);
  expect(Math.max(...healed)).toBeLessThan(healsWithin);
  const stored = await ask(site.databaseUrl, "select body from comments where content_id = $1", [itemId]);
  expect(stored.map(({ body }) => body).sort()).toEqual([...load.written].sort());

  // Sockets were disconnected, since they may have missed something; they reconnect at once.
  await expect.poll(() => socket.connected).toBe(true);
  // Notifications arrive over the new connections as they did over the old ones.
  const before = heard.length;
  await approve(other, admin, await sendItem(one, writer, "Told after it"));
  await expect.poll(() => heard.length).toBe(before + 1);
  const session = await join(one);
  await call(one, "DELETE", "/auth/logout", { token: session.refreshToken });
  await expect
    .poll(async () => (await call(other, "GET", "/auth/me", { token: session.token })).status)
    .toBe(401);
  socket.disconnect();
  line(
    `3 restarts of PostgreSQL: ${load.written.length} acknowledged writes, 0 lost, 0 doubled, ` +
      `${load.failures.length} x 503, healed after ${Math.round(Math.max(...healed))} ms at most`,
  );
  await site.close();
  await postgres.remove();
});

test("a database that cannot be reached at start is named in one line, without its password", async () => {
  const dataDir = await mkdtemp(joinPath(tmpdir(), "cairn-scale-"));
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [builtServer], {
    cwd: dataDir,
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      DATABASE_URL: "postgres://cairn:hidden@127.0.0.1:1/cairn",
      AUTH_SECRET: "long enough to be a secret of the site's",
      LOG_KEY: testLogKey,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [status] = await once(child, "close");
  expect(status).toBe(1);
  expect(said).toBe(
    "Cairn cannot start: the database cairn at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1\n",
  );
  await rm(dataDir, { recursive: true });
});
