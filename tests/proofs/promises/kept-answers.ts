import type { Promised } from "../../support/promises/promise.ts";
import { runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 22,
  title:
    "Kept answers: after a change nobody gets an older answer or page, at once where it was made, within 1 s on another instance",
  prove: ({ times }) =>
    runServerTests({ file: "answers/stale-answers", env: { CAIRN_PROVE_CHANGES: String(times(2_000)) } }),
};
