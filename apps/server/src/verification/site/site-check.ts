import type { Database } from "../../db/database.ts";
import type { JobFigures } from "../../db/jobs.ts";
import { isMachineFault, wordsForFault } from "../../lib/machine-fault.ts";
import type { FileCheck } from "../../modules/media/stored-file-check.ts";
import { mailRetry, queueLines } from "../../modules/status/status.policy.ts";
import type { Flaw, Verification } from "../ledger/ledger-verifier.ts";
import { counterNames, wrongCounts } from "./counters.repository.ts";
import {
  checkStructure,
  danglingRows,
  readTable,
  relationOf,
  storedIndexes,
  storedReferences,
  storedTables,
  walkIndex,
} from "./pages.repository.ts";

/** A checked part of the site and its mismatches, one line each. */
export interface CheckedPart {
  readonly name: "Pages" | "References" | "Files" | "Counters" | "Ledger" | "Jobs" | "Mail";
  readonly read: string;
  readonly misfits: readonly string[];
  /** Harmless remarks. */
  readonly notes?: readonly string[];
}

interface Dependencies {
  db: Database;
  checkFiles(): Promise<FileCheck>;
  verifyLedger(): Promise<Verification>;
  jobFigures(): Promise<JobFigures[]>;
  /** Members who get no mail because their address was refused. */
  refusedAddresses(): Promise<number>;
}

/** Checks everything that is stored, changes nothing, and continues after damage. */
export function createSiteCheck({
  db,
  checkFiles,
  verifyLedger,
  jobFigures,
  refusedAddresses,
}: Dependencies) {
  /** Reports damage to one thing and goes on with the next. @throws errors that are not damage, which end the check */
  async function lookingAt<Found>(
    what: string,
    misfits: string[],
    look: () => Promise<Found>,
  ): Promise<Found | undefined> {
    try {
      return await look();
    } catch (error) {
      if (!isMachineFault(error)) throw error;
      const words = `${(await relationNamedIn(error)) ?? what} cannot be read: ${wordsForFault(error)}`;
      // Every query on its table runs into a damaged index, so the same message is reported once.
      if (!misfits.includes(words)) misfits.push(words);
      return undefined;
    }
  }

  /**
   * PostgreSQL reports only the file of a damaged page, which means nothing to an operator; answers the table or index.
   */
  async function relationNamedIn(error: unknown): Promise<string | null> {
    const file = /\bbase\/\d+\/(\d+)/.exec(String(error))?.[1];
    return file === undefined ? null : relationOf(db.query, Number(file));
  }

  async function pages(): Promise<CheckedPart> {
    const misfits: string[] = [];
    const tables = await storedTables(db.query);
    for (const table of tables) await lookingAt(table.name, misfits, () => readTable(db.query, table));
    const indexes = await storedIndexes(db.query);
    for (const index of indexes) {
      await lookingAt(index.name, misfits, async () => {
        const { led, stored } = await walkIndex(db, index);
        if (led !== stored)
          misfits.push(`the index ${index.name} leads to ${led} rows, its table has ${stored}`);
        await checkStructure(db.query, index);
      });
    }
    return { name: "Pages", read: `${tables.length} tables and ${indexes.length} indexes`, misfits };
  }

  async function references(): Promise<CheckedPart> {
    const misfits: string[] = [];
    const keys = await storedReferences(db.query);
    for (const key of keys) {
      await lookingAt(key.table, misfits, async () => {
        const dangling = await danglingRows(db.query, key);
        if (dangling > 0)
          misfits.push(`${key.table}: ${dangling} rows refer to a missing row of ${key.target}`);
      });
    }
    return { name: "References", read: `${keys.length} foreign keys`, misfits };
  }

  async function files(): Promise<CheckedPart> {
    const misfits: string[] = [];
    const found = await lookingAt("the list of files", misfits, checkFiles);
    if (!found) return { name: "Files", read: "none", misfits };
    const { read, unnamed } = found;
    const notes =
      unnamed.length > 0 ? [`${unnamed.length} files belong to no row: ${few(unnamed).join(", ")}`] : [];
    return { name: "Files", read: `${read} files`, misfits: found.misfits, notes };
  }

  async function counters(): Promise<CheckedPart> {
    const misfits: string[] = [];
    for (const name of counterNames) {
      await lookingAt(name, misfits, async () => {
        for (const { what, kept, real } of await wrongCounts(db.query, name))
          misfits.push(`${what}: ${kept} is stored, ${real} is correct`);
      });
    }
    return { name: "Counters", read: `${counterNames.length} kinds`, misfits };
  }

  async function ledger(): Promise<CheckedPart> {
    const misfits: string[] = [];
    const found = await lookingAt("the ledger", misfits, verifyLedger);
    const { rows = 0, flaw, head } = found ?? {};
    if (flaw) misfits.push(`${whereOf(flaw)}: ${flaw.problem}`);
    return {
      name: "Ledger",
      read: `${rows} rows`,
      misfits,
      notes: head ? [`head: row ${head.seq}, ${head.hash}`] : [],
    };
  }

  /** Work that waits or fails is no damage to what is stored. */
  async function jobs(): Promise<CheckedPart> {
    const misfits: string[] = [];
    const kinds = (await lookingAt("the jobs", misfits, jobFigures)) ?? [];
    const notes = queueLines(kinds);
    const mails = kinds.find(({ kind }) => kind === "mail")?.failing ?? 0;
    return {
      name: "Jobs",
      read: `${kinds.length} kinds`,
      misfits,
      notes: [...notes, ...(mails > 0 ? [mailRetry] : [])],
    };
  }

  /** Mail that does not arrive is no damage either. */
  async function mail(): Promise<CheckedPart> {
    const misfits: string[] = [];
    const refused = (await lookingAt("the addresses", misfits, refusedAddresses)) ?? 0;
    const members = refused === 1 ? "member" : "members";
    const notes =
      refused > 0 ? [`refused by their mail servers: the addresses of ${refused} ${members}`, mailRetry] : [];
    return { name: "Mail", read: "addresses", misfits, notes };
  }

  return async (): Promise<CheckedPart[]> => [
    await pages(),
    await references(),
    await files(),
    await counters(),
    await ledger(),
    await jobs(),
    await mail(),
  ];
}

const whereOf = ({ seq, contentId }: Flaw): string =>
  [seq !== null && `row ${seq}`, contentId !== null && `item ${contentId}`].filter(Boolean).join(", ");
const few = (names: readonly string[]) => [...names.slice(0, 5), ...(names.length > 5 ? ["..."] : [])];
