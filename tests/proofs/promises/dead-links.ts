import type { Promised } from "../../support/promises/promise.ts";
import { runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 17,
  title:
    "Links: of 500 pages that die in known ways exactly the dead are called dead, and their hosts meet a polite guest",
  prove: ({ times }) => runServerTests({ file: "links.routes", env: { LINK_PAGES: String(times(512)) } }),
};
