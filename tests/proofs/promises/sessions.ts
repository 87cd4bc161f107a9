import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { call, join, type Member } from "../../support/call.ts";
import { firstOf, type Outcome, type Promised, type Scale, spread } from "../../support/promises/promise.ts";
import { startServer } from "../../support/site/server.ts";

const settings = { SEED_DEMO: "true", HOST: "127.0.0.1", RATE_LIMITS: "off" };
const endedWithin = 1_000;

type Way = (url: string, member: Member, admin: string) => Promise<unknown>;
const ways: Record<string, Way> = {
  logout: (url, { refreshToken }) => call(url, "DELETE", "/auth/logout", { token: refreshToken }),
  deactivation: (url, { id }, admin) =>
    call(url, "PATCH", `/admin/users/${id}`, { token: admin, body: { active: false } }),
  async "password change elsewhere"(url, { email, password }) {
    const other = await call(url, "POST", "/auth/login", { body: { email, password } });
    const body = { password: `${password} anew` };
    return call(url, "PATCH", "/profiles/me", { token: other.body.access_token, body });
  },
};

/** How long after the call that ends a session its socket was cut, and its access token refused. */
async function endOne(url: string, way: Way, admin: string): Promise<{ cut: number; refused: number }> {
  const member = await join(url);
  const socket = io(url, { auth: { token: member.token }, transports: ["websocket"], reconnection: false });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("connect_error", reject));
  const cut = new Promise<number>((resolve) => socket.once("disconnect", () => resolve(performance.now())));
  const answered = await way(url, member, admin).then(() => performance.now());
  while ((await call(url, "GET", "/auth/me", { token: member.token })).status !== 401) await sleep(5);
  const refused = performance.now() - answered;
  const late = sleep(10_000, Number.POSITIVE_INFINITY, { ref: false });
  return { refused, cut: Math.max(0, (await Promise.race([cut, late])) - answered) };
}

async function prove({ times }: Scale): Promise<Outcome> {
  const tries = times(200);
  const dataDir = await mkdtemp(joinPath(tmpdir(), "cairn-prove-"));
  const server = await startServer({ dataDir, settings, flags: [] });
  const body = { email: "admin@cairn.test", password: "cairn-demo-1" };
  const admin = (await call(server.url, "POST", "/auth/login", { body })).body.access_token;
  const figures: string[] = [];
  let slowest = 0;
  for (const [name, way] of Object.entries(ways)) {
    const ends: { cut: number; refused: number }[] = [];
    for (let count = 0; count < tries; count += 1) ends.push(await endOne(server.url, way, admin));
    const [refusals, cuts] = [ends.map(({ refused }) => refused), ends.map(({ cut }) => cut)];
    slowest = Math.max(slowest, ...refusals, ...cuts);
    figures.push(`${tries} × ${name}: tokens refused ${spread(refusals)}; sockets cut ${spread(cuts)}`);
  }
  await server.stop();
  await rm(dataDir, { recursive: true });
  return {
    figures,
    shortfall: firstOf(slowest > endedWithin && `one took more than ${endedWithin} ms`),
  };
}

export const promised: Promised = {
  number: 8,
  title: "Sessions end within 1 s, tokens and sockets (several instances: npm run test:scale)",
  prove,
};
