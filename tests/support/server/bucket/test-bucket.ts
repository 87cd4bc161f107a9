import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BucketAddress } from "../../../../apps/server/src/lib/bucket-address.ts";
import { type BucketServer, openBucketServer } from "./bucket-server.ts";
import { testKey } from "./signature.ts";

/** A server for the buckets of some tests, in a folder that goes with it. */
export async function openTestBuckets(): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), "cairn-buckets-"));
  const server = await openBucketServer({ directory });
  return {
    ...server,
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** An empty bucket of a test's own. */
export async function newBucket({
  endpoint,
  directory,
}: Pick<BucketServer, "endpoint" | "directory">): Promise<BucketAddress> {
  const bucket = `cairn-${randomUUID()}`;
  await mkdir(join(directory, bucket));
  return { endpoint, bucket, region: "us-east-1", ...testKey };
}
