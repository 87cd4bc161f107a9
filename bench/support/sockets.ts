import { Pool } from "undici";
import { endProgram, nextMessage, startProgram } from "./clients.ts";
import { bearers, type Site } from "./contenders.ts";
import { admin, reader } from "./fill.ts";
import { medianOf } from "./median.ts";
import type { SocketsSaid, SocketsWanted } from "./sockets-client.ts";

const publications = 5;

/**
 * Idle sockets of members on one process: the memory of each, when the last receives a publication, and how long the
 * event loop is held up meanwhile. `firstWaiting` is the first of five items that wait for review.
 */
export async function measureSockets(site: Site, count: number, firstWaiting: number) {
  const as = bearers();
  const pool = new Pool(`http://${site.target.host}:${site.target.port}`, { connections: 2 });
  const tokens = await Promise.all(
    Array.from(
      { length: count },
      async (_, index) => (await as(reader(index))).authorization?.slice(7) ?? "",
    ),
  );
  const child = startProgram("sockets-client.js", []);
  const before = site.memory().now;
  child.send({ target: site.target, tokens } satisfies SocketsWanted);
  const opened = await nextMessage<SocketsSaid>(child);
  if ("error" in opened) throw new Error(opened.error);
  const each = ((site.memory().now - before) * 1024) / count;

  const delays: number[] = [];
  const processor: number[] = [];
  // Read once, so that the time before does not count: each reading begins a new measurement.
  await heldUp(pool);
  for (let index = 0; index < publications; index += 1) {
    const all = nextMessage<SocketsSaid>(child);
    const begun = Date.now();
    const usedBefore = site.processor();
    const { statusCode, body } = await pool.request({
      method: "POST",
      path: `/admin/content/${firstWaiting + index}/approve`,
      headers: { ...(await as(admin)), "content-type": "application/json" },
      body: JSON.stringify({ revision: 1 }),
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(text);
    const said = await all;
    if ("error" in said || "open" in said) throw new Error(JSON.stringify(said));
    delays.push(said.last - begun);
    processor.push((site.processor() - usedBefore) * 1000);
  }
  const held = await heldUp(pool);
  await endProgram(child);
  await pool.close();
  return {
    engine: site.engine,
    sockets: count,
    "KB each": Number(each.toFixed(1)),
    "ms until the last receives it": medianOf(delays),
    "at most": Math.max(...delays),
    "CPU ms a publication": Number(medianOf(processor).toFixed(0)),
    "event loop delay p99, ms": held,
  };
}

/** The server's own figure since the last reading, in milliseconds. */
async function heldUp(pool: Pool): Promise<number> {
  const { body } = await pool.request({ method: "GET", path: "/metrics", headers: { host: "localhost" } });
  const line = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await body.text());
  return Number((Number(line?.[1]) * 1000).toFixed(1));
}
