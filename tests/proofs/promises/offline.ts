import type { Promised } from "../../support/promises/promise.ts";
import { inTurn, runServerTests } from "../../support/promises/tests.ts";

/** A process of its own for so many: it keeps a little of each server that a history restarts. */
const maxAtOnce = 500;

export const promised: Promised = {
  number: 19,
  title: "Offline: what was done without a line arrives once and in its order, or comes back with its words",
  async prove({ times }) {
    const histories = times(2_000);
    const runs = Math.ceil(histories / maxAtOnce);
    const run = () =>
      runServerTests({
        file: "offline/outbox",
        env: { OFFLINE_HISTORIES: String(Math.ceil(histories / runs)) },
      });
    const { figures, shortfall } = await inTurn(Array.from({ length: runs }, () => run));
    return { figures: [`${histories} random histories of two tabs and two members`, ...figures], shortfall };
  },
};
