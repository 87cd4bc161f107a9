import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/setup/paths.mjs";
import type { Request } from "../support/client.ts";
import { openClient } from "../support/clients.ts";
import { type As, bearers, type EngineName, openSite, type Site } from "../support/contenders.ts";
import { admin, type Filling, reader } from "../support/fill.ts";
import { medianOf } from "../support/median.ts";
import { type Panel, plotOf } from "../support/plot.ts";
import { byMembers, find, rareWord, visit } from "../support/requests.ts";
import type { Options } from "../support/rows.ts";

const sizes = { items: [1_000, 10_000, 100_000, 1_000_000], members: [100, 10_000, 100_000, 1_000_000] };
/** Of the sizes above, with --quick. */
const quickLimit = 100_000;
const waiting = 700;
const parallel = 4;
const callsPerTurn = 60;

interface Work {
  readonly name: string;
  readonly parallel?: number;
  requests(asked: { site: Site; as: As; turn: number; turns: number }): Promise<readonly Request[]>;
}

/** What a call costs against the number of items and of members. */
export async function scenario(options: Options) {
  const turns = options.quick ? 5 : 9;
  const table = [];
  const panels: Panel[] = [];
  for (const engine of options.engines) {
    for (const kind of ["items", "members"] as const) {
      const works = (kind === "items" ? workByItems : workByMembers).filter(({ name }) =>
        name.includes(options.only),
      );
      if (works.length === 0) continue;
      const wanted = sizes[kind].filter((size) => !options.quick || size <= quickLimit);
      const measured = await measureSizes(engine, kind, wanted, works, turns);
      table.push(...measured);
      options.show(`by ${kind}`, measured);
      panels.push({
        title: `CPU ms a call by ${kind}, ${engine === "server" ? "PostgreSQL" : "embedded"}`,
        curves: works.map(({ name }) => ({
          name,
          points: measured
            .filter(({ work }) => work === name)
            .map((line) => [line.size, Math.max(0.01, line["CPU ms"])]),
        })),
      });
    }
  }
  const folder = options.quick || options.only ? "bench/results" : "docs/images";
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, "growth.svg"), plotOf(panels));
  console.log(`${folder}/growth.svg`);
  return { table };
}

async function measureSizes(
  engine: EngineName,
  kind: keyof typeof sizes,
  wanted: readonly number[],
  works: readonly Work[],
  turns: number,
) {
  const fillingOf = (size: number): Filling =>
    kind === "items"
      ? { items: size, comments: 10, short: true }
      : { items: 1_000, comments: 2, short: true, waiting, members: size };
  const sites = new Map<number, Site>();
  for (const size of wanted) sites.set(size, await openSite(engine, fillingOf(size)));
  const [client, as] = [openClient(), bearers()];
  const costs = new Map<string, { cpuMs: number; ms: number }[]>();
  // The sizes take turns, so that a slow minute of the machine slows all of them.
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const work of works) {
      for (const [size, site] of sites) {
        const requests = await work.requests({ site, as, turn, turns });
        const before = site.processor();
        const pace = await client.run({
          target: site.target,
          requests,
          once: true,
          parallel: work.parallel ?? parallel,
          ms: 60_000,
        });
        const cpuMs = ((site.processor() - before) * 1_000) / pace.calls;
        const key = `${work.name} ${size}`;
        if (turn > 0) costs.set(key, [...(costs.get(key) ?? []), { cpuMs, ms: pace.medianMs }]);
      }
    }
  }
  await client.close();
  for (const site of sites.values()) await site.close();
  const middle = (work: Work, size: number, of: "cpuMs" | "ms") =>
    medianOf((costs.get(`${work.name} ${size}`) ?? []).map((cost) => cost[of]));
  return works.flatMap((work) =>
    wanted.map((size) => ({
      engine,
      work: work.name,
      by: kind,
      size,
      "CPU ms": Number(middle(work, size, "cpuMs").toFixed(2)),
      "median ms": Number(middle(work, size, "ms").toFixed(2)),
      "to the smallest": Number(
        (middle(work, size, "cpuMs") / middle(work, wanted[0] ?? size, "cpuMs")).toFixed(2),
      ),
    })),
  );
}

/** `callsPerTurn` of the requests of members that no turn before had. */
const byMembersInTurn =
  (path: (index: number) => string): Work["requests"] =>
  async ({ site, as, turn, turns }) => {
    const { requests } = await byMembers((index) => path(index + turn * callsPerTurn))({
      site,
      as,
      turn,
      turns,
    });
    return requests.slice(0, callsPerTurn);
  };

/** `callsPerTurn` items that no turn before had. */
const byItemsInTurn =
  (path: (id: number) => string): Work["requests"] =>
  async ({ site, turn }) =>
    Array.from({ length: callsPerTurn }, (_, index) =>
      visit(path(1 + (((turn * callsPerTurn + index) * 7) % site.filling.items))),
    );

const workByItems: readonly Work[] = [
  { name: "item never asked before", requests: byItemsInTurn((id) => `/content/${id}`) },
  { name: "related items", requests: byItemsInTurn((id) => `/content/${id}/related`) },
  { name: "list, member", requests: byMembersInTurn(() => "/content?per_page=10") },
  { name: "item, member", requests: byMembersInTurn((index) => `/content/${1 + ((index * 11) % 1_000)}`) },
  { name: "search of a rare word", requests: byMembersInTurn((index) => find(rareWord(index))) },
  {
    name: "comment",
    requests: async ({ as, site, turn }) =>
      Promise.all(
        Array.from({ length: callsPerTurn }, async (_, index) => ({
          method: "POST" as const,
          path: `/content/${1 + (((turn * callsPerTurn + index) * 13) % site.filling.items)}/comments`,
          headers: await as(reader(index)),
          body: { body: `Well said, the ${turn * callsPerTurn + index}th time.` },
        })),
      ),
  },
];

const workByMembers: readonly Work[] = [
  {
    name: "publish",
    parallel: 1,
    requests: async ({ site, as, turn }) => {
      const headers = await as(admin);
      return Array.from({ length: callsPerTurn }, (_, index) => ({
        method: "POST" as const,
        path: `/admin/content/${1 + site.filling.items + turn * callsPerTurn + index}/approve`,
        headers,
        body: { revision: 1 },
      }));
    },
  },
  { name: "unread count", requests: byMembersInTurn(() => "/notifications/unread-count") },
  { name: "notifications, first page", requests: byMembersInTurn(() => "/notifications?page=1") },
];
