import type { Promised } from "../../support/promises/promise.ts";
import { inTurn, runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 13,
  title:
    "The public log: programs that are not Cairn's verify it; killed anywhere it has one root for a size and never goes back",
  prove: ({ times }) =>
    inTurn([
      () =>
        runServerTests({
          file: "log/independent",
          env: { LOG_PROOFS: String(times(200)), LOG_CALLS: "200", LOG_PAIRS: "3000" },
        }),
      () => runServerTests({ file: "log/kills", env: { CAIRN_PROVE_KILLS: String(times(100)) } }),
    ]),
};
