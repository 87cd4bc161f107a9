import type { Promised } from "../../support/promises/promise.ts";
import { runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 5,
  title: "Hostile feeds: pages answer within 500 ms from the last good copy, memory grows by 50 MB at most",
  prove: ({ times }) => runServerTests({ file: "feeds.hostile", env: { FEED_ROUNDS: String(times(50)) } }),
};
