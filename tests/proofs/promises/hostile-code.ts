import type { Promised } from "../../support/promises/promise.ts";
import { runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 15,
  title: "Code of members: of 1,000 hostile programs none escapes, each ends, none takes above 224 MB",
  prove: ({ times }) =>
    runServerTests({ file: "cage/hostile", env: { HOSTILE_PROGRAMS: String(times(1000)) } }),
};
