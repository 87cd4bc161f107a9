import { sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { literal, maxCounted } from "./fragments.ts";
import { jobs } from "./schema.ts";
import { notify } from "./tell.ts";

export interface NewJob<Payload = unknown> {
  /** Names what it is about: of jobs of one kind with the same key the first is stored. */
  readonly key?: string | null;
  /** In whose turn it is done (docs/rules.md#fair-shares); undefined: the site's. */
  readonly sender?: string;
  readonly payload?: Payload;
  readonly dueAt: Date;
}

/** A job that this process has leased. */
export interface Job<Payload = unknown> {
  readonly id: number;
  readonly key: string | null;
  readonly sender: string;
  readonly payload: Payload;
  /** With this one. Each lease has another number, so it shows whether the job is still this process's. */
  readonly attempts: number;
  /** The process that had leased it before neither ended it nor released it. */
  readonly wasInterrupted: boolean;
}

export async function addJobs(db: Queries, kind: string, added: readonly NewJob[]): Promise<void> {
  if (added.length === 0) return;
  await db
    .insert(jobs)
    .values(added.map((job) => ({ ...job, kind })))
    .onConflictDoNothing();
  await notify(db, "jobs", kind);
}

/** Whose jobs are due, the longest due first. Reads the first job of each sender, by an index. */
export async function dueSenders(db: Queries, kind: string, now: Date, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ sender: string }>(sql`
    with recursive firsts as (
      (select sender, due_at from jobs where kind = ${kind} order by sender, due_at limit 1)
      union all
      select next.sender, next.due_at from firsts cross join lateral (
        select sender, due_at from jobs where kind = ${kind} and sender > firsts.sender
        order by sender, due_at limit 1
      ) next
    )
    select sender from firsts where due_at <= ${now} order by due_at limit ${most}`);
  return rows.map(({ sender }) => sender);
}

export interface Claim {
  readonly now: Date;
  readonly until: Date;
  readonly most: number;
  /** Jobs with one of these values in their payload stay. */
  readonly except?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Leases the sender's jobs that have been due longest, until `until`. A single statement that skips rows which another
 * process is leasing.
 */
export async function claimJobs(
  db: Queries,
  kind: string,
  sender: string,
  { now, until, most, except = {} }: Claim,
): Promise<Job[]> {
  const others = Object.entries(except).map(
    ([name, values]) => sql` and payload ->> ${name} <> all(${sql.param([...values])}::text[])`,
  );
  const { rows } = await db.execute<{ [Name in keyof Job]: Job[Name] }>(sql`
    with next as materialized (
      select id, is_leased from jobs
      where kind = ${kind} and sender = ${sender} and due_at <= ${now}${sql.join(others)}
      order by due_at, id limit ${most} for update skip locked
    )
    update jobs set due_at = ${until}, attempts = attempts + 1, is_leased = true
    from next where jobs.id = next.id
    returning jobs.id::float8 as id, key, sender, payload, attempts, next.is_leased as "wasInterrupted"`);
  return rows;
}

/**
 * Deletes jobs. @returns those that were still leased to this process, but those that another transaction is deleting:
 * with several, two transactions could wait for each other
 */
export async function endJobs<Of extends Job>(db: Queries, leased: readonly Of[]): Promise<Of[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    delete from jobs where id in (
      select id from jobs join unnest(
        ${sql.param(leased.map(({ id }) => id))}::bigint[], ${sql.param(leased.map(({ attempts }) => attempts))}::int[]
      ) as leased (id, attempts) using (id, attempts) for update of jobs skip locked)
    returning id::float8 as id`);
  const ended = new Set(rows.map(({ id }) => id));
  return leased.filter(({ id }) => ended.has(id));
}

/** Ends the lease. Without `failure` the attempt does not count. Does nothing if the job has been leased again since. */
export async function releaseJob(
  db: Queries,
  { id, attempts }: Job,
  { dueAt, failure = null }: { dueAt: Date; failure?: string | null },
): Promise<void> {
  await db.execute(sql`
    update jobs set due_at = ${dueAt}, is_leased = false, failure = coalesce(${failure}, failure),
      attempts = attempts - ${failure === null ? 1 : 0}::int
    where id = ${id} and attempts = ${attempts}`);
}

/** Ends all leases: of a process that was killed, where no other process can have any. */
export async function endLeases(db: Queries, now: Date): Promise<void> {
  await db.execute(sql`update jobs set due_at = ${now} where is_leased and due_at > ${now}`);
}

/** The jobs of one kind. */
export interface JobFigures {
  readonly kind: string;
  /** Jobs that are due and that no process works on, 10,000 at most. */
  readonly due: number;
  /** How late the first of them is; 0 if none is due. */
  readonly overdueSeconds: number;
  /** Jobs whose last attempt failed, 10,000 at most. */
  readonly failing: number;
  /** What the latest of these attempts said. */
  readonly lastFailure: string | null;
}

export async function readJobFigures(
  db: Queries,
  kinds: readonly string[],
  now: Date,
): Promise<JobFigures[]> {
  const { rows } = await db.execute<{ [Name in keyof JobFigures]: JobFigures[Name] }>(sql`
    select kinds.kind, due, coalesce(greatest(extract(epoch from ${now}::timestamptz - first), 0), 0)::float8 as "overdueSeconds",
      failing, "lastFailure"
    from unnest(${sql.param([...kinds])}::text[]) kinds (kind) cross join lateral (
      select count(*)::int as due, min(due_at) as first from (
        select due_at from jobs where jobs.kind = kinds.kind and due_at <= ${now}
        order by due_at limit ${literal(maxCounted)}) waiting
    ) waiting cross join lateral (
      select count(*)::int as failing, (array_agg(failure order by due_at desc))[1] as "lastFailure" from (
        select failure, due_at from jobs where jobs.kind = kinds.kind and failure is not null
        order by due_at desc limit ${literal(maxCounted)}) failed
    ) failed`);
  return rows;
}
