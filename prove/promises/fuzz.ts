import type { Promised } from "../support/promise.ts";
import { runServerTests } from "../support/tests.ts";

export const promised: Promised = {
  number: 6,
  title: "Fuzz from the OpenAPI document: no 5xx, no leak, nothing changed by what is refused",
  prove: async ({ times }) => {
    const cases = times(1_000_000);
    const { figures, shortfall } = await runServerTests({
      file: "proofs/fuzz",
      env: { FUZZ_CASES: String(cases) },
    });
    return { figures: [`${cases} cases`, ...figures], shortfall };
  },
};
