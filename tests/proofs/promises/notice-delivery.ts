import type { Promised } from "../../support/promises/promise.ts";
import { inTurn, runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 20,
  title:
    "Notice delivery: publishing costs the same with 100,000 members as with 100 (within 1.2 times); 10,000 digests take under 128 MB more memory, and kills lose and repeat no mail, and lose no delivery of a webhook",
  prove: ({ times }) =>
    inTurn([
      () =>
        runServerTests({
          file: "notice-delivery/publishing-cost",
          env: {
            HEARING_MEMBERS: String(Math.max(1_000, times(100_000))),
            PUBLISH_ROUNDS: String(Math.max(21, times(101))),
          },
        }),
      () =>
        runServerTests({
          file: "notice-delivery/kills",
          env: { HEARING_DIGESTS: String(times(10_000)), CAIRN_PROVE_KILLS: String(times(20)) },
        }),
      () => runServerTests({ file: "webhooks/kills", env: { CAIRN_PROVE_KILLS: String(times(20)) } }),
    ]),
};
