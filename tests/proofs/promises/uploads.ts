import type { Promised } from "../../support/promises/promise.ts";
import { inTurn, runServerTests } from "../../support/promises/tests.ts";

/** Kinds of wrong files, and ways to break an upload off, in one round of the tests. */
const [wrongFiles, ways] = [49, 4];

export const promised: Promised = {
  number: 11,
  title:
    "Uploads: exact sizes; wrong and aborted files leave nothing; 40 of 50 MB at once within 512 MB of memory",
  async prove({ times }) {
    const rounds = times(50);
    const senders = Math.max(4, times(40));
    const { figures, shortfall } = await inTurn([
      () => runServerTests({ file: "writing/uploads.test", env: { UPLOAD_ROUNDS: String(rounds) } }),
      () => runServerTests({ file: "uploads.memory", env: { UPLOAD_SENDERS: String(senders) } }),
      () =>
        runServerTests({
          file: "uploads/pieces",
          env: {
            UPLOAD_MEGABYTES: String(Math.max(40, times(2_048))),
            UPLOAD_BREAKS: String(Math.max(4, times(40))),
          },
        }),
    ]);
    return {
      figures: [`${wrongFiles * rounds} wrong files, ${ways * rounds} aborted uploads`, ...figures],
      shortfall,
    };
  },
};
