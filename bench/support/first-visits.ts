import { setTimeout as sleep } from "node:timers/promises";
import { screens } from "@cairn/contract";
import { type Browser, chromium, type Page } from "@playwright/test";
import { medianOf } from "./median.ts";

const paths = [screens.landing, screens.library, "/posts/1", screens.ledger, screens.home, screens.feedPage];
/** Bytes a second and milliseconds: 400 kbit/s with 300 ms there and back. */
const line = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 300, offline: false };
/** Milliseconds without a request, after which a visit is over. */
const quiet = 2_000;
const phone = { width: 412, height: 823 };

interface Paints {
  /** Milliseconds until the heading stands on the screen, and the largest part. */
  heading: number;
  largest: number;
  /** Of all layout shifts without the reader's doing. */
  shift: number;
  /** Milliseconds of long tasks beyond 50 each. */
  blocked: number;
}

interface Visit extends Paints {
  requests: number;
  /** All bytes as sent, and those of the answers' heads. */
  bytes: number;
  headers: number;
}

/** First visits to pages of the site at this address with an empty cache: medians of as many visits as asked for. */
export async function firstVisits(url: string, executablePath: string, times: number): Promise<object[]> {
  const browser = await chromium.launch({ executablePath });
  try {
    const table: object[] = [];
    for (const path of paths) {
      // Kept from then on, as by the first of many readers.
      await fetch(url + path, { headers: { accept: "text/html", "accept-encoding": "br" } });
      const visits: Visit[] = [];
      for (let count = 0; count < times; count += 1) visits.push(await visit(browser, url + path));
      const of = (fact: keyof Visit) => medianOf(visits.map((one) => one[fact]));
      table.push({
        page: path,
        "heading ms": Math.round(of("heading")),
        "largest paint ms": Math.round(of("largest")),
        "layout shift": Number(of("shift").toFixed(4)),
        "blocked ms": Math.round(of("blocked")),
        requests: of("requests"),
        KB: Number((of("bytes") / 1000).toFixed(1)),
        "KB of headers": Number((of("headers") / 1000).toFixed(1)),
      });
    }
    return table;
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, isMobile: true });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPaints);
    const traffic = await countTraffic(page);
    await page.goto(url, { waitUntil: "load", timeout: 120_000 });
    while (performance.now() - traffic.last < quiet) await sleep(quiet / 10);
    const paints = await page.evaluate(() => (window as unknown as { paints: Paints }).paints);
    const { requests, bytes, headers } = traffic;
    return { ...paints, requests, bytes, headers };
  } finally {
    await context.close();
  }
}

async function countTraffic(page: Page) {
  const traffic = { requests: 0, bytes: 0, headers: 0, last: performance.now() };
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: false });
  await session.send("Network.emulateNetworkConditions", line);
  const active = () => {
    traffic.last = performance.now();
  };
  session.on("Network.requestWillBeSent", active);
  session.on("Network.dataReceived", active);
  session.on("Network.responseReceived", ({ response }) => {
    active();
    traffic.requests += 1;
    // What has come when the head is read is the head.
    traffic.headers += response.encodedDataLength;
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    active();
    traffic.bytes += encodedDataLength;
  });
  return traffic;
}

/** Runs in the page, before everything else. */
function watchPaints(): void {
  const paints = { heading: 0, largest: 0, shift: 0, blocked: 0 };
  Object.assign(window, { paints });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime }) => {
    paints.largest = startTime;
  });
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) paints.shift += value;
  });
  watch("longtask", ({ duration }) => {
    paints.blocked += Math.max(0, duration - 50);
  });
  // Frames are drawn only once the styles are there.
  const look = () => {
    if (document.querySelector("h1")?.getClientRects().length) paints.heading = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
