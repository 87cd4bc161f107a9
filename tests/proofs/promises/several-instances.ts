import type { Promised } from "../../support/promises/promise.ts";
import { runInstances } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 3,
  title:
    "Several instances: restarts behind a proxy, kills, and servers that go away cost nothing that was promised",
  prove: ({ times }) =>
    runInstances({
      CAIRN_SCALE_ROUNDS: String(times(100)),
      CAIRN_SCALE_REQUESTS: String(times(1_000_000)),
    }),
};
