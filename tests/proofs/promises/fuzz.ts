import { availableParallelism } from "node:os";
import type { Promised } from "../../support/promises/promise.ts";
import { atOnce, runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 6,
  title: "Fuzz from the OpenAPI document: no 5xx, no leak, nothing changed by what is refused",
  prove: async ({ times }) => {
    const cases = times(1_000_000);
    // Sites share nothing and each run draws its own cases, so every core takes a share of them.
    const share = Math.ceil(cases / availableParallelism());
    const runs = Array.from({ length: Math.ceil(cases / share) }, (_, index) => ({
      file: "fuzz/fuzz",
      env: { FUZZ_CASES: String(Math.min(share, cases - index * share)) },
    }));
    const { figures, shortfall } = await atOnce(runs.map((run) => () => runServerTests(run)));
    return { figures: [`${cases} cases`, ...figures], shortfall };
  },
};
