import fc from "fast-check";

/** Cases in all; the whole run takes a million. */
const all = Number(process.env.FUZZ_CASES ?? 1_000);
/** What a failure prints, to see it again. */
const seed = process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) };

/** Rows pile up, and looking at them takes longer: after so many cases another site is built. */
const maxPerSite = 10_000;
const batch = 20;

interface FuzzSite {
  readonly number: number;
  readonly cases: number;
}

export const sites: readonly FuzzSite[] = Array.from({ length: Math.ceil(all / maxPerSite) }, (_, index) => ({
  number: index + 1,
  cases: Math.min(maxPerSite, all - index * maxPerSite),
}));

export const casesOn = ({ cases }: FuzzSite, share: number): number => Math.ceil(cases * share);

/** Milliseconds that a machine with a lot to do may take. */
export const patience = (cases: number): number => 120_000 + cases * 60;

export const settingsFor = <Case>(cases: number): fc.Parameters<[Case[]]> => ({
  ...seed,
  // A list has half of its longest length on average.
  numRuns: Math.ceil(cases / (batch / 2)),
  // The failure names its call; a shorter list would be looked for on a site that is not the same any more.
  endOnFailure: true,
  // Without the list itself: it may hold megabytes.
  reporter({ failed, seed: drawn, numRuns, errorInstance }) {
    if (failed) throw new Error(`FUZZ_SEED=${drawn} FUZZ_CASES=${all}, list ${numRuns}: ${errorInstance}`);
  },
});

export const batchesOf = <Case>(one: fc.Arbitrary<Case>): fc.Arbitrary<Case[]> =>
  fc.array(one, { minLength: 1, maxLength: batch, size: "max" });
