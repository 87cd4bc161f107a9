import { sql } from "drizzle-orm";
import { medians } from "../support/compare.ts";
import { type FilledApp, openFilledApp } from "../support/filled-app.ts";

const items = 20_000;
const reader = 2;
/** The bench fills categories by an item's number, of five; what keeps a mark true stands with the items of two of them. */
const kinds = { with: [0, 1], without: [2, 3] } as const;

/** What do items cost whose marks have dates, labels, reasons, links and checks, against items without any of it? */
export async function scenario() {
  const site = await openFilledApp(items);
  await giveStanding(site);
  const asked = new Map<string, number>();
  /** Counts from 1 for each subject. */
  const next = (name: string) => {
    const number = 1 + (asked.get(name) ?? 0);
    asked.set(name, number);
    return number;
  };
  const works: Record<string, (rests: readonly [number, number], name: string) => Promise<void>> = {
    "item never asked before": ([, rest], name) => site.call("GET", `/content/${5 * next(name) + rest}`),
    "list of 10 never asked before": ([rest], name) =>
      site.call("GET", `/content?category=${rest + 1}&per_page=10&page=${next(name)}`),
    "item, member": ([, rest], name) =>
      site.call("GET", `/content/${5 * (next(name) % 50) + rest + 5}`, reader),
    "list of 10, member": ([rest], name) =>
      site.call("GET", `/content?category=${rest + 1}&per_page=10&page=${1 + (next(name) % 20)}`, reader),
  };
  const subjects = Object.entries(works).flatMap(([name, work]) =>
    Object.entries(kinds).map(([kind, rests]) => ({
      name: `${name} ${kind}`,
      run: () => work(rests, `${name} ${kind}`),
    })),
  );
  const costs = await medians(subjects);
  await site.close();
  return Object.keys(works).map((name) => {
    const [without = Number.NaN, full = Number.NaN] = ["without", "with"].map((kind) =>
      costs.get(`${name} ${kind}`),
    );
    return {
      call: name,
      "ms without": Number(without.toFixed(2)),
      "ms with": Number(full.toFixed(2)),
      ratio: Number((full / without).toFixed(2)),
    };
  });
}

/** A date, three labels, an ended one, five links with one dead, and three checked blocks. */
async function giveStanding({ db }: FilledApp): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`create temp table with_all on commit drop as
      select id from content where id % 5 = any(${sql.param([...kinds.with])}::int[])`);
    await tx.execute(sql`update content set verified_at = published_at, good_until = now() + interval '60 days'
      where id in (select id from with_all)`);
    await tx.execute(sql`update revisions set applies_to = '{node 18,react 19,postgresql 15}'
      where id in (select id from with_all)`);
    await tx.execute(sql`insert into published_labels
      select unnest('{node 18,react 19,postgresql 15}'::text[]), id from with_all`);
    await tx.execute(sql`insert into standing_reasons (content_id, kind, subject, text, since)
      select id, 'label', 'node 18', 'End of node 18: 30 April 2025', '2025-04-30T00:00:00Z' from with_all`);
    await tx.execute(sql`insert into links (id, url, host, state, since, checked_at, next_ask_at, failures, failed_on)
      select n, 'https://host-' || n % 100 || '.example/' || n, 'host-' || n % 100 || '.example',
        case when n % 5 = 0 then 'dead' else 'alive' end, now(), now(), now() + interval '7 days',
        case when n % 5 = 0 then 3 else 0 end, case when n % 5 = 0 then current_date end
      from generate_series(1, ${5 * items}::int) n`);
    await tx.execute(sql`insert into item_links (content_id, link_id, place)
      select id, 5 * (id - 1) + place, place from with_all cross join generate_series(1, 5) place`);
    await tx.execute(sql`insert into code_checks (seq, outcomes)
      select published_review, '[1, 2, 3]'::jsonb from content where id in (select id from with_all)`);
  });
  await db.maintain("vacuum (analyze)");
}
