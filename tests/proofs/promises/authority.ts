import type { Promised } from "../../support/promises/promise.ts";
import { inTurn, runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 10,
  title: "Authority: every call by everybody, on what is theirs, another's and missing",
  prove: () =>
    inTurn([
      () => runServerTests({ file: "proofs/authority" }),
      () => runServerTests({ file: "proofs/limits" }),
    ]),
};
