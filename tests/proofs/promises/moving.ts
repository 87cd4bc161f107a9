import type { Promised } from "../../support/promises/promise.ts";
import { runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 18,
  title: "Moving: 300 Markdown files with pictures, in, out and in again: byte-equal, with the same hashes",
  prove: ({ times }) =>
    runServerTests({ file: "moving.routes", env: { PICTURED_FILES: String(times(300)) } }),
};
