import { eq, inArray, lte, sql } from "drizzle-orm";
import type { Queries } from "../../../db/database.ts";
import { logCosignatures } from "../../../db/schema.ts";

/** The stored cosignature of a witness. */
export interface KeptCosignature {
  /** Its verifier key line. */
  readonly witness: string;
  /** The text that it signed last; null if it never did. */
  readonly checkpoint: string | null;
  /** With its line feed; null likewise. */
  readonly line: string | null;
  readonly failures: number;
}

const kept = {
  witness: logCosignatures.witness,
  checkpoint: logCosignatures.checkpoint,
  line: logCosignatures.line,
  failures: logCosignatures.failures,
};

export const cosignaturesOf = (db: Queries, witnesses: readonly string[]): Promise<KeptCosignature[]> =>
  db.select(kept).from(logCosignatures).where(inArray(logCosignatures.witness, witnesses));

/**
 * Reserves a witness for this instance until `until`. @returns its stored cosignature; null if another instance or its
 * pause forbids asking
 */
export async function claimWitness(
  db: Queries,
  witness: string,
  { now, until }: { now: Date; until: Date },
): Promise<KeptCosignature | null> {
  const [row] = await db
    .insert(logCosignatures)
    .values({ witness, askAfter: until })
    .onConflictDoUpdate({
      target: logCosignatures.witness,
      set: { askAfter: until },
      setWhere: lte(logCosignatures.askAfter, now),
    })
    .returning(kept);
  return row ?? null;
}

export async function keepCosignature(
  db: Queries,
  witness: string,
  { checkpoint, line, askAfter }: { checkpoint: string; line: string; askAfter: Date },
): Promise<void> {
  await db
    .update(logCosignatures)
    .set({ checkpoint, line, askAfter, failures: 0 })
    .where(eq(logCosignatures.witness, witness));
}

export async function noteFailure(db: Queries, witness: string, askAfter: Date): Promise<void> {
  await db
    .update(logCosignatures)
    .set({ askAfter, failures: sql`least(${logCosignatures.failures} + 1, 1000)` })
    .where(eq(logCosignatures.witness, witness));
}
