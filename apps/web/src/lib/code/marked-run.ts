import type { BlockCheck, CheckOutcome, SeenOutcomes } from "@cairn/contract";

/** What a marked block did in this browser. */
export interface MarkedResult {
  readonly check: BlockCheck;
  readonly outcome: CheckOutcome;
  readonly output: string;
  /** Why it did not come to an end, or did not begin; null where it ended. */
  readonly problem: string | null;
}

/** A run of all marked blocks of a text. */
export interface MarkedRun {
  readonly isRunning: boolean;
  /** In text order. While it is running: of the blocks that have ended. */
  readonly results: readonly MarkedResult[];
}

/** As a decision names them; it takes what it does not name as not run. */
export const outcomesOf = ({ results }: MarkedRun): SeenOutcomes =>
  results.flatMap(({ check: { block }, outcome }) => (outcome === "unrun" ? [] : [{ block, outcome }]));

/** A decision on the text needs a note: the run has ended, and not every block passed. */
export const needsNote = ({ isRunning, results }: MarkedRun) =>
  !isRunning && results.some(({ outcome }) => outcome !== "passed");
