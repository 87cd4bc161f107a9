import { Pool } from "undici";
import { hashPassword } from "../../apps/server/src/modules/auth/passwords.ts";
import type { KeptAnswer } from "./bare.ts";
import type { Load, Pace, Request } from "./client.ts";
import { openClient } from "./clients.ts";
import {
  type As,
  type Bare,
  bearers,
  type Contender,
  type EngineName,
  openBare,
  openSite,
  type Site,
} from "./contenders.ts";
import { type Filling, password } from "./fill.ts";
import { medianOf } from "./median.ts";
import { shareOfTime } from "./profile.ts";

export interface Asked {
  readonly site: Site;
  readonly as: As;
  /** 0 warms up. */
  readonly turn: number;
  readonly turns: number;
}

/** One row of the table: some work, and what it is compared with. */
export interface Row {
  readonly name: string;
  /** Percent of the other side's answers a second that the row should reach; null: it has none. */
  readonly goal: number | null;
  readonly parallel: number;
  /** "bytes": the same bytes for the same addresses. "itself": the row without the writes beside it. */
  readonly against: "bytes" | "insert" | "login" | "upload" | "itself";
  /** Each address is asked for once before each turn, so that its answer may be kept. */
  readonly warm?: boolean;
  /** `once`: no request is made twice. */
  requests(asked: Asked): Promise<Pick<Load, "requests" | "order" | "once">>;
  /** Writes elsewhere meanwhile. */
  readonly beside?: { readonly perSecond: number; requests(asked: Asked): Promise<readonly Request[]> };
}

export interface Options {
  readonly quick: boolean;
  readonly engines: readonly EngineName[];
  /** Only rows whose name holds this. */
  readonly only: string;
  /** Only this row, and where its time goes. */
  readonly profile: string;
  /** Installs Lighthouse if it is missing. */
  readonly lighthouse: boolean;
  /** Prints a table. */
  show(title: string, rows: readonly object[]): void;
}

interface Measured extends Pace {
  readonly cpuMs: number;
}

type Kind = "cairn" | "other";

/**
 * Runs the rows by turns, each on every engine and on what it is compared with, so that a slow minute of the machine
 * slows all of them. Returns a line for each row and engine; medians of the turns.
 */
export async function compareRows(all: readonly Row[], filling: Filling, options: Options) {
  const wanted = options.profile || options.only;
  const rows = all.filter(({ name }) => name.includes(wanted));
  if (rows.length === 0)
    throw new Error(`no row has "${wanted}"; there are ${all.map(({ name }) => name).join("; ")}`);
  const { turns, ms } = options.quick ? { turns: 3, ms: 500 } : { turns: 7, ms: 1_000 };
  const sites: Site[] = [];
  for (const engine of options.engines) sites.push(await openSite(engine, filling));
  const bench = await openBench(sites, rows, turns, ms);
  const atRest = sites.map((site) => site.memory().now);
  const paces = new Map<string, Measured[]>();
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const row of rows) {
      for (const site of sites) {
        const one = await bench.measure(row, site, turn);
        if (turn === 0) continue;
        for (const kind of ["cairn", "other"] as const) {
          const key = keyOf(row, site, kind);
          paces.set(key, [...(paces.get(key) ?? []), one[kind]]);
        }
      }
    }
  }
  const table = rows.flatMap((row) => sites.map((site) => lineOf(row, site, paces)));
  const memory = sites.map((site, index) => ({
    engine: site.engine,
    "MB at rest": atRest[index],
    "MB at most": site.memory().most,
    "MB of an empty database": Number(site.disk.empty.toFixed(1)),
    "MB of it filled": Number(site.disk.filled.toFixed(1)),
  }));
  options.show("compared", table);
  options.show("memory", memory);
  const worst = worstOf(rows, table, sites[0]);
  const shares = worst && sites[0] ? await shareOfTime(sites[0], (site) => bench.repeat(worst, site)) : [];
  if (worst) options.show(`where the time of "${worst.name}" goes`, shares);
  await bench.close();
  for (const site of sites) await site.close();
  return { table, memory, worst: worst?.name ?? null, shares };
}

const keyOf = (row: Row, site: Site, kind: Kind) => `${row.name} ${site.engine} ${kind}`;

type Turn = Omit<Load, "target"> & { readonly warm: boolean };
const aLongTime = 120_000;
const profiledMs = 8_000;
const asItIs = ({ requests, parallel }: Turn) => ({ requests, parallel });

async function openBench(sites: readonly Site[], rows: readonly Row[], turns: number, ms: number) {
  const as = bearers();
  const [client, writer] = [openClient(), openClient()];
  const bare = await openBare();
  const inserts = new Map<Site, Bare>();
  if (rows.some(({ against }) => against === "insert")) {
    for (const site of sites) inserts.set(site, await site.openInsert());
  }
  const recorded = new Set<Row>();

  async function paceOf(contender: Contender, load: Turn): Promise<Measured> {
    if (load.warm) await client.run({ ...asItIs(load), target: contender.target, once: true, ms: aLongTime });
    const before = contender.processor();
    const pace = await client.run({ ...load, target: contender.target });
    return { ...pace, cpuMs: ((contender.processor() - before) * 1000) / pace.calls };
  }

  /** Before the first turn the other side learns what Cairn answers. */
  async function learn(row: Row, site: Site, load: Pick<Load, "requests">): Promise<void> {
    if (recorded.has(row)) return;
    recorded.add(row);
    if (row.against === "bytes") {
      await bare.tell({ row: slug(row), answers: await recordAnswers(site, load.requests) });
    }
    if (row.against === "login") await bare.tell({ passwordHash: await hashOfTheReaders() });
  }

  async function otherPace(row: Row, site: Site, load: Turn): Promise<Measured> {
    const { requests } = load;
    const all = { ...load, once: false };
    const to = (path: (request: Request, index: number) => string) =>
      requests.map((request, index) => ({ ...request, path: path(request, index) }));
    switch (row.against) {
      case "bytes":
        return paceOf(bare, { ...all, requests: to(({ path }) => `/${slug(row)}${path}`) });
      case "insert":
        return paceOf(inserts.get(site) ?? bare, { ...all, requests: to((_, index) => `/insert/${index}`) });
      case "login":
        return paceOf(bare, { ...all, requests: to(() => "/login") });
      case "upload":
        return paceOf(bare, { ...load, requests: to(() => "/upload") });
      case "itself":
        return paceOf(site, load);
    }
  }

  return {
    async measure(row: Row, site: Site, turn: number): Promise<Record<Kind, Measured>> {
      const asked = { site, as, turn, turns };
      const load = { ...(await row.requests(asked)), parallel: row.parallel, ms, warm: row.warm === true };
      await learn(row, site, load);
      const other = await otherPace(row, site, load);
      const { beside } = row;
      const writing =
        beside &&
        writer.run({
          target: site.target,
          requests: await beside.requests(asked),
          parallel: 1,
          ms: load.ms,
          perSecond: beside.perSecond,
        });
      const cairn = await paceOf(site, load);
      await writing;
      return { cairn, other };
    },

    /** The row alone, for a while. */
    async repeat(row: Row, site: Site): Promise<void> {
      const { requests, order, once } = await row.requests({ site, as, turn: turns + 1, turns });
      await client.run({
        target: site.target,
        requests,
        ...(order && { order }),
        ...(once && { once }),
        parallel: row.parallel,
        ms: profiledMs,
      });
    },

    async close() {
      await Promise.all([client, writer, bare, ...inserts.values()].map((one) => one.close()));
    },
  };
}

const slug = ({ name }: Row) => name.replaceAll(/[^a-z0-9]+/gi, "-");
const hashOfTheReaders = () => hashPassword(password);
/** Addresses that are recorded for one row, at most. */
const recordedAtMost = 1_000;

/** What Cairn answers, byte for byte; `*` stands for all other addresses. */
async function recordAnswers(
  { target }: Site,
  requests: readonly Request[],
): Promise<Map<string, KeptAnswer>> {
  const answers = new Map<string, KeptAnswer>();
  const pool = new Pool(`http://${target.host}:${target.port}`, { connections: 4 });
  for (const { path, method, headers } of requests.slice(0, recordedAtMost)) {
    if (answers.has(path)) continue;
    const asked = { path, method, headers: { ...headers, "accept-encoding": "gzip, deflate, br" } };
    const { body, headers: given } = await pool.request(asked);
    const answer = {
      type: String(given["content-type"]),
      encoding: given["content-encoding"]?.toString() ?? null,
      bytes: new Uint8Array(await body.arrayBuffer()),
    };
    answers.set(path, answer);
    if (answers.size === 1) answers.set("*", answer);
  }
  await pool.close();
  return answers;
}

interface Line {
  readonly row: string;
  readonly engine: string;
  readonly "% of bare": number | null;
  readonly "goal %": number | null;
  readonly "per s": number;
  readonly "bare per s": number | null;
  readonly "CPU ms": number;
  readonly "bare CPU ms": number | null;
  readonly "% by CPU": number | null;
  readonly "median ms": number;
  readonly "p99 ms": number;
}

function lineOf(row: Row, site: Site, paces: ReadonlyMap<string, readonly Measured[]>): Line {
  const [cairn, other] = (["cairn", "other"] as const).map((kind) => {
    const all = paces.get(keyOf(row, site, kind));
    return all
      ? (name: Exclude<keyof Measured, "statuses">, digits: number) =>
          Number(medianOf(all.map((one) => one[name])).toFixed(digits))
      : null;
  });
  const percent = (part: number | undefined, whole: number | undefined) =>
    part && whole ? Number(((100 * part) / whole).toFixed(1)) : null;
  return {
    row: row.name,
    engine: site.engine,
    "% of bare": percent(cairn?.("perSecond", 1), other?.("perSecond", 1)),
    "goal %": row.goal,
    "per s": cairn?.("perSecond", 0) ?? Number.NaN,
    "bare per s": other?.("perSecond", 0) ?? null,
    "CPU ms": cairn?.("cpuMs", 3) ?? Number.NaN,
    "bare CPU ms": other?.("cpuMs", 3) ?? null,
    "% by CPU": percent(other?.("cpuMs", 4), cairn?.("cpuMs", 4)),
    "median ms": cairn?.("medianMs", 2) ?? Number.NaN,
    "p99 ms": cairn?.("p99Ms", 2) ?? Number.NaN,
  };
}

/** The row that is farthest from its goal on this engine; without goals, the first. */
function worstOf(rows: readonly Row[], table: readonly Line[], site: Site | undefined): Row | undefined {
  const distance = ({ name, goal }: Row) => {
    const line = table.find((one) => one.row === name && one.engine === site?.engine);
    return goal && line?.["% of bare"] ? line["% of bare"] / goal : Number.POSITIVE_INFINITY;
  };
  return rows.toSorted((one, other) => distance(one) - distance(other))[0];
}
