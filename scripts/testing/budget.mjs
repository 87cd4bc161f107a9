/** What `.ci/run` runs, one after the other, and the seconds that each may take on two quiet cores (docs/testing.md). */
export const commands = [
  { command: "test", words: [], budget: 600 },
  { command: "test:scale", words: [], budget: 300 },
  { command: "prove", words: ["--quick"], budget: 300 },
];

/** Seconds that one file of tests may take, its imports included. */
export const fileBudget = 20;
