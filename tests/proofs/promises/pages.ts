import type { Promised } from "../../support/promises/promise.ts";
import { runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 14,
  title:
    "Pages: when the thread that renders them dies amid a page, every reader is answered and nothing is kept wrong",
  prove: ({ times }) => runServerTests({ file: "pages.routes", env: { PAGE_CRASHES: String(times(100)) } }),
};
