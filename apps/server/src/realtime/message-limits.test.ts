import { EventEmitter } from "node:events";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { connected, goLive, type LiveSite, watching } from "@tests/support/server/live.ts";
import { statementsOf } from "@tests/support/server/statements.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "../lib/app-error.ts";
import { type Limit, limitRules } from "../rate-limits/rate-limits.ts";
import { serveLines } from "./line.ts";

describe("a live line", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  /** A line whose server has no try left for it as long as `isSpent`, and what was looked up for it. */
  function openLine() {
    const state = { isSpent: false, asked: [] as string[], looked: [] as string[] };
    const socket = Object.assign(new EventEmitter(), { id: "socket-1", connected: true });
    const counts = {
      async take(limit: Limit, key: string) {
        state.asked.push(`${limit} ${key}`);
        if (state.isSpent) throw new AppError("too_many_requests", { retryAfter: 7 });
      },
    };
    const content = {
      readable: async () => [],
      async published(ids: readonly number[]) {
        state.looked.push(ids.join());
        return [];
      },
    };
    const listener = { socket, bearer: { userId: 5, sessionId: "a" }, watched: [] };
    const door = { subscribe() {}, async refreshAccess() {}, cut() {}, breakOff() {} };
    serveLines(content as never, counts).serve(listener as never, door as never);
    const answered: string[] = [];
    const watch = (...ids: number[]) => socket.emit("watch", ids, () => answered.push(ids.join()));
    return { state, socket, watch, answered };
  }
  const settled = () => vi.advanceTimersByTimeAsync(0);

  test("counts each list of open items by socket and by member before it looks anything up", async () => {
    const { state, watch, answered } = openLine();
    watch(1, 2);
    await settled();
    expect(state.asked).toEqual(["messageBySocket socket-1", "watchByUser 5"]);
    expect(answered).toEqual(["1,2"]);
  });

  test("looks up only the newest of the lists that came meanwhile", async () => {
    const { state, watch, answered } = openLine();
    for (const id of [1, 2, 3, 4, 5]) watch(id);
    await settled();
    expect(state.looked.length).toBeLessThanOrEqual(2);
    expect(answered.at(-1)).toBe("5");
  });

  test("without a try left keeps the newest list until there is one again", async () => {
    const { state, watch, answered } = openLine();
    state.isSpent = true;
    for (const id of [1, 2]) watch(id);
    await vi.advanceTimersByTimeAsync(6_900);
    watch(3);
    expect([state.looked, vi.getTimerCount()]).toEqual([[], 1]);
    state.isSpent = false;
    await vi.advanceTimersByTimeAsync(200);
    expect([state.looked, answered]).toEqual([["3"], ["3"]]);
  });

  test("forgets what waits when it is closed", async () => {
    const { state, socket, watch } = openLine();
    state.isSpent = true;
    watch(1);
    await settled();
    socket.connected = false;
    socket.emit("disconnect");
    await settled();
    expect([state.looked, vi.getTimerCount(), socket.listenerCount("disconnect")]).toEqual([[], 0, 0]);
  });
});

describe("sockets of a member", () => {
  let app: TestApp;
  let site: LiveSite;
  beforeAll(async () => {
    app = await buildTestApp();
    site = await goLive(app);
  });
  afterAll(() => app.close());

  test("are admitted a hundred and twenty times a minute; beyond it accounts and sessions are not read", async () => {
    const [eager, other] = [await registerMember(app), await registerMember(app)];
    const open = async (token: string) => {
      const line = site.line(token);
      await connected(line).finally(() => line.disconnect());
    };
    for (let count = 0; count < limitRules.connectByUser.points; count += 10)
      await Promise.all(Array.from({ length: 10 }, () => open(eager.access_token)));
    const statements = await statementsOf(app, async () => {
      for (let count = 0; count < 20; count += 1)
        await expect(open(eager.access_token)).rejects.toMatchObject({ data: { code: "too_many_requests" } });
    });
    expect(statements).toBeLessThan(20);
    await open(other.access_token);
  });

  test("are answered for twenty items that are opened one after the other", async () => {
    const line = site.line((await registerMember(app)).access_token);
    await connected(line);
    for (let id = 1; id <= 20; id += 1) expect(await watching(line, [id])).toEqual([]);
    line.disconnect();
  });
});
