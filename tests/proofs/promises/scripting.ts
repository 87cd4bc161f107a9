import type { Promised } from "../../support/promises/promise.ts";
import { runJourney, runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 9,
  title:
    "Scripting: hostile texts in every place that shows foreign text run nothing, with the CSP on and with it off",
  prove: async ({ times }) => {
    const payloads = String(times(1_000));
    const stored = await runServerTests({ file: "proofs/scripting", env: { SCRIPT_PAYLOADS: payloads } });
    const shown = await runJourney({ file: "hostile-texts", env: { HOSTILE_TEXTS: payloads } });
    return {
      figures: [...stored.figures, ...shown.figures],
      shortfall: stored.shortfall ?? shown.shortfall,
    };
  },
};
