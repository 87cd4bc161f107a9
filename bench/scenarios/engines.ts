import {
  type Ask,
  type Engine,
  mostParallel,
  openBare,
  openEmbeddedSite,
  openServerSite,
  type Subject,
} from "../support/engines.ts";
import { readers } from "../support/fill.ts";
import { medianOf, type Pace, paceOf } from "../support/pace.ts";

const items = 1_000;
const commentsPerItem = 10;
/** The first member that is filled in: a verified admin. */
const admin = 1;

interface Call {
  readonly name: string;
  readonly parallel: number;
  run(ask: Ask, round: number): Promise<unknown>;
}

/**
 * What do reading, taking part and publishing cost on the embedded engine and on a PostgreSQL server, compared with a
 * bare Fastify answer of the same size? The three take turns, so that a slow minute of the machine slows all of them.
 */
export async function scenario({ quick }: { quick: boolean }) {
  const { rounds, ms } = quick ? { rounds: 3, ms: 300 } : { rounds: 7, ms: 900 };
  // First the server that may be missing on this machine.
  const server = await openServerSite(items, commentsPerItem);
  const embedded = await openEmbeddedSite(items, commentsPerItem);
  const engines = [embedded, server];
  const atRest = engines.map((engine) => engine.memory().now);
  const subjects = [await openBare(await answersOf(embedded)), ...engines];

  const paces = new Map<string, (Pace & { processorMs: number })[]>();
  let round = 0;
  for (let turn = 0; turn <= rounds; turn += 1) {
    for (const call of calls) {
      for (const subject of subjects) {
        const before = subject.processor();
        const pace = await paceOf(() => call.run(subject.ask, ++round), call.parallel, ms);
        const processorMs = (subject.processor() - before) * 1000;
        const known = paces.get(key(call, subject)) ?? [];
        // The first turn warms up.
        if (turn > 0) paces.set(key(call, subject), [...known, { ...pace, processorMs }]);
      }
    }
  }
  const room = engines.map((engine, index) => ({
    engine: engine.name,
    "MB at rest": atRest[index],
    "MB at most": engine.memory().most,
    "MB of an empty database": Number(engine.disk.empty.toFixed(1)),
    "MB of 1,000 items": Number((((engine.disk.filled - engine.disk.empty) * 1000) / items).toFixed(1)),
  }));
  await Promise.all(subjects.map((subject) => subject.close()));

  const rows = [];
  const processor = [];
  for (const call of calls) {
    const middle = (of: keyof Pace) =>
      subjects.map((subject) => medianOf((paces.get(key(call, subject)) ?? []).map((pace) => pace[of])));
    const [bare, one, other] = middle("perSecond");
    const [, oneMs, otherMs] = middle("medianMs");
    const used = subjects.map((subject) => {
      const all = paces.get(key(call, subject)) ?? [];
      return sum(all.map(({ processorMs }) => processorMs)) / sum(all.map(({ calls }) => calls));
    });
    const [bareUsed, oneUsed, otherUsed] = used;
    processor.push({
      call: call.name,
      "at a time": call.parallel,
      "bare ms": Number(bareUsed?.toFixed(3)),
      "embedded ms": Number(oneUsed?.toFixed(2)),
      "PostgreSQL ms": Number(otherUsed?.toFixed(2)),
      "embedded to bare": Number(ratio(oneUsed, bareUsed).toFixed(1)),
      "PostgreSQL to bare": Number(ratio(otherUsed, bareUsed).toFixed(1)),
    });
    rows.push({
      call: call.name,
      "at a time": call.parallel,
      "bare /s": Math.round(bare ?? Number.NaN),
      "embedded /s": Math.round(one ?? Number.NaN),
      "PostgreSQL /s": Math.round(other ?? Number.NaN),
      "embedded to bare": ratio(one, bare),
      "PostgreSQL to bare": ratio(other, bare),
      "PostgreSQL to embedded": ratio(other, one),
      "embedded ms": Number(oneMs?.toFixed(2)),
      "PostgreSQL ms": Number(otherMs?.toFixed(2)),
    });
  }
  return { rows, processor, room };
}

const sum = (values: number[]) => values.reduce((one, other) => one + other, 0);
const key = ({ name, parallel }: Call, subject: Subject) => `${name} by ${parallel} on ${subject.name}`;
const ratio = (part = Number.NaN, whole = Number.NaN) => Number((part / whole).toFixed(3));

const member = (round: number) => 2 + (round % readers);
const item = (round: number) => 1 + ((round * 7919) % items);
/** Visitors' reads: few items, repeatedly. */
const popular = (round: number) => 1 + (round % 50);
const list: Call["run"] = (ask) => ask("list", "GET", "/content?per_page=10");
const comment: Call["run"] = (ask, round) =>
  ask("comment", "POST", `/content/${item(round)}/comments`, {
    as: member(round),
    body: { body: "Well said." },
  });

/** Sends and approves an item: two calls. */
const publish: Call["run"] = async (ask, round) => {
  const sent = await ask("send", "POST", "/content", {
    as: member(round),
    body: { title: `Sent in ${round}`, body: "Some words about engines.", category: "Data Science" },
  });
  const { id } = JSON.parse(sent);
  await ask("approve", "POST", `/admin/content/${id}/approve`, { as: admin, body: { revision: 1 } });
};

const calls: readonly Call[] = [
  { name: "list, visitor", parallel: mostParallel, run: list },
  {
    name: "list, member",
    parallel: mostParallel,
    run: (ask, round) => ask("list", "GET", "/content?per_page=10", { as: member(round) }),
  },
  {
    name: "item, visitor",
    parallel: mostParallel,
    run: (ask, round) => ask("item", "GET", `/content/${popular(round)}`),
  },
  {
    name: "item, member",
    parallel: mostParallel,
    run: (ask, round) => ask("item", "GET", `/content/${item(round)}`, { as: member(round) }),
  },
  { name: "comment", parallel: 1, run: comment },
  { name: "comment", parallel: mostParallel, run: comment },
  { name: "publish", parallel: 1, run: publish },
  { name: "publish", parallel: 4, run: publish },
];

/** One answer of each kind, for the bare server to return. */
async function answersOf({ ask }: Engine): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const keep: Ask = async (name, ...rest) => {
    const text = await ask(name, ...rest);
    answers[name] = JSON.parse(text);
    return text;
  };
  for (const { run } of calls) await run(keep, 1);
  return answers;
}
