import type { Promised } from "../../support/promises/promise.ts";
import { runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 16,
  title:
    "Ageing: over 24 months of 5,000 items each is on the list on the day it is due, never verified past its date, and nobody is asked twice",
  prove: ({ times }) =>
    runServerTests({ file: "standing.routes", env: { AGEING_ITEMS: String(times(5_000)) } }),
};
