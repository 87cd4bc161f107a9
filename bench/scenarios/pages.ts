import { setTimeout as sleep } from "node:timers/promises";
import { authorPath, type ContentDetail, postPath, screens } from "@cairn/contract";
import { findBrowser } from "../../scripts/testing/browser.mjs";
import { startServer } from "../../tests/support/site/server.ts";
import { admin } from "../support/fill.ts";
import { firstVisits } from "../support/first-visits.ts";
import { hasLighthouse, installLighthouse, lighthouseMarks, readers } from "../support/lighthouse.ts";
import { randomFrom, zipfPicks } from "../support/random.ts";
import { compareRows, type Options, type Row } from "../support/rows.ts";

const items = 1_000;
/** Different pages of the row of items. */
const keptPages = 500;
const picks = 50_000;

/**
 * What a page costs: kept ones against a bare Fastify that answers the same bytes, and the demo site in a browser: first
 * visits over a slow line, and Lighthouse's marks where it is installed. `--only browser` leaves out the kept pages.
 */
export async function scenario(options: Options) {
  const kept = options.only === "browser" ? {} : await compareRows(rows, { items, comments: 10 }, options);
  if (options.profile || (options.only && options.only !== "browser")) return kept;
  return { ...kept, ...(await inBrowser(options)) };
}

async function inBrowser({ quick, lighthouse, show }: Options) {
  const browser = await findBrowser();
  if (!browser) throw new Error("Pages are measured in a Chromium: set CHROMIUM_PATH.");
  if (lighthouse && !hasLighthouse()) await installLighthouse();
  const times = quick ? 1 : 3;
  const server = await startServer({
    settings: { RATE_LIMITS: "off", NODE_ENV: "production", SEED_DEMO: "true" },
  });
  try {
    await picturesAreMade(server.url);
    const visits = await firstVisits(server.url, browser, times);
    show("first visits at 400 kbit/s and 300 ms, medians", visits);
    if (!hasLighthouse()) {
      console.log(
        "No marks of Lighthouse: it is not in the cache folder. --lighthouse installs it there (185 MB).",
      );
      return { visits };
    }
    const marks: object[] = [];
    for (const reader of readers) {
      const theirs = await lighthouseMarks(reader, { url: server.url, browser, times });
      show(`Lighthouse as a ${reader}, mobile, simulated slow 4G, medians`, theirs);
      marks.push(...theirs);
    }
    return { visits, marks };
  } finally {
    await server.stop();
  }
}

/** Waits for the smaller files of the first item's picture, which a new site makes in the background. */
async function picturesAreMade(url: string): Promise<void> {
  const deadline = performance.now() + 300_000;
  for (;;) {
    const item: ContentDetail = await (await fetch(`${url}/api/content/1`)).json();
    if (item.media?.sources) return;
    if (performance.now() > deadline) throw new Error("The site made no smaller pictures in five minutes.");
    await sleep(500);
  }
}

const page = (path: string) => ({
  method: "GET" as const,
  path,
  headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
});

const pageRow = (name: string, paths: readonly string[]): Row => {
  const requests = paths.map(page);
  const order = zipfPicks(paths.length, picks, randomFrom(paths.length));
  return {
    name,
    goal: 60,
    parallel: 16,
    against: "bytes",
    warm: true,
    requests: async () => ({ requests, order }),
  };
};

const rows: readonly Row[] = [
  pageRow(
    "page of an item",
    Array.from({ length: keptPages }, (_, index) => postPath(index + 1)),
  ),
  pageRow("library", [screens.library]),
  pageRow("ledger", [screens.ledger]),
  pageRow("page of an author", [authorPath(admin)]),
  pageRow("home", [screens.home]),
];
