import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { startServer } from "./server.ts";

/**
 * One server for all journeys; each registers members of its own to stay isolated. The demo data are made once, with the
 * smaller pictures: every other server that wants them starts on a copy, which costs a sixth of the processor time.
 */
export default async function globalSetup() {
  const demo = await mkdtemp(join(tmpdir(), "cairn-demo-"));
  const first = await startServer({ dataDir: demo });
  await picturesMade(first.url);
  await first.stop();
  process.env.CAIRN_DEMO_DIR = demo;
  const server = await startServer();
  process.env.CAIRN_URL = server.url;
  // The tests read the server's mails from here.
  process.env.CAIRN_DATA_DIR = server.dataDir;
  return async () => {
    await server.stop();
    await rm(demo, { recursive: true });
  };
}

/**
 * Waits until each picture, and the still of each film, has its smaller files. A site makes them in the background: what
 * takes ten seconds of a quiet machine takes minutes of one that has something else to do.
 */
async function picturesMade(url: string): Promise<void> {
  const withoutThem = async () => {
    const items: { media: { type: string; poster_url: string | null; sources?: object[] } | null }[] = await (
      await fetch(`${url}/api/content?per_page=100`)
    ).json();
    return items.filter(
      ({ media }) => media && (media.type.startsWith("image/") || media.poster_url) && !media.sources,
    );
  };
  await expect.poll(withoutThem, { timeout: 600_000 }).toEqual([]);
}
