import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { screens } from "@cairn/contract";
import { chromium } from "@playwright/test";
import { cacheDir } from "../../scripts/setup/paths.mjs";
import { phase, SetupError } from "../../scripts/setup/phase.mjs";
import { run } from "../../scripts/setup/run.mjs";
import { freePort } from "../../scripts/testing/free-port.mjs";
import { demo, signIn } from "../../tests/support/site/accounts.ts";
import { medianOf } from "./median.ts";

/** Not a package of the project: it weighs 185 MB. */
const version = "12.8.2";
const folder = join(cacheDir, "lighthouse");
const installed = join(folder, "node_modules/lighthouse");

const visitorPages = [
  screens.landing,
  screens.library,
  "/posts/1",
  screens.ledger,
  screens.login,
  screens.home,
];
const memberPages = [screens.usersDashboard, screens.home, "/posts/1"];
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Report {
  readonly lhr: {
    readonly runtimeError?: { readonly message: string };
    readonly categories: Record<
      (typeof categories)[number],
      {
        readonly score: number;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >;
    readonly audits: Readonly<
      Record<
        string,
        { readonly title: string; readonly score: number | null; readonly numericValue?: number }
      >
    >;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Report>;

/** Whether the pinned version lies in the cache folder. */
export function hasLighthouse(): boolean {
  try {
    return JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).version === version;
  } catch {
    return false;
  }
}

/** Puts it there with npm, and nothing into the project. */
export async function installLighthouse(): Promise<void> {
  const args = [
    "install",
    "--prefix",
    folder,
    "--no-save",
    "--no-audit",
    "--no-fund",
    `lighthouse@${version}`,
  ];
  const { ok, output } = await phase(`Installing Lighthouse ${version}`, () => run("npm", args));
  if (!ok) throw new SetupError("Lighthouse could not be installed.", output);
}

const pagesOf = { visitor: visitorPages, member: memberPages };
type Reader = keyof typeof pagesOf;
export const readers = Object.keys(pagesOf) as Reader[];

interface Site {
  /** Its address. */
  readonly url: string;
  /** Program file of a Chromium. */
  readonly browser: string;
  /** Runs of each page. */
  readonly times: number;
}

/**
 * Lighthouse's marks of pages, as a visitor or as a signed-in member, on its telephone and its simulated slow 4G line:
 * medians. `below` names each audit that took marks away in any run.
 */
export async function lighthouseMarks(reader: Reader, { url, browser, times }: Site): Promise<object[]> {
  const { default: lighthouse }: { default: Lighthouse } = await import(
    pathToFileURL(join(installed, "core/index.js")).href
  );
  const profile = await mkdtemp(join(tmpdir(), "cairn-lighthouse-"));
  const port = await freePort();
  // The browser's first context is one profile, so the pages that Lighthouse opens have its session.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    args: [`--remote-debugging-port=${port}`],
    baseURL: url,
  });
  try {
    if (reader === "member") await signIn(await context.newPage(), demo.member);
    const table: object[] = [];
    for (const path of pagesOf[reader])
      table.push(await marksOf(lighthouse, { reader, path, url, port, times }));
    return table;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function marksOf(
  lighthouse: Lighthouse,
  {
    reader,
    path,
    url,
    port,
    times,
  }: { reader: string; path: string; url: string; port: number; times: number },
) {
  const reports: Report["lhr"][] = [];
  // A run whose trace Chromium did not deliver counts for nothing, and is made up for.
  for (let tries = 0; reports.length < times && tries < times + 3; tries += 1) {
    const { lhr } = await lighthouse(url + path, { port, logLevel: "error", onlyCategories: categories });
    if (!lhr.runtimeError) reports.push(lhr);
    else console.error(`Lighthouse at ${path}: ${lhr.runtimeError.message}`);
  }
  if (reports.length === 0) return { page: path, reader, below: "could not be measured" };
  const median = (fact: (report: Report["lhr"]) => number | undefined) =>
    medianOf(reports.map((report) => fact(report) ?? Number.NaN));
  const figure = (audit: string) => median(({ audits }) => audits[audit]?.numericValue);
  return {
    page: path,
    reader,
    ...Object.fromEntries(
      categories.map((category) => [
        category,
        Math.round(100 * median((lhr) => lhr.categories[category].score)),
      ]),
    ),
    "LCP ms": Math.round(figure("largest-contentful-paint")),
    "TBT ms": Math.round(figure("total-blocking-time")),
    CLS: Number(figure("cumulative-layout-shift").toFixed(4)),
    below: [...new Set(reports.flatMap(lostMarks))].join(", "),
  };
}

const lostMarks = ({ categories: all, audits }: Report["lhr"]): string[] =>
  Object.values(all)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score != null && audits[id].score < 1)
    .map(({ id }) => id);
