import { join } from "node:path";
import { inject } from "vitest";
import { openFolderStore } from "../../../apps/server/src/modules/media/store/folder-store.ts";
import type { MediaStore } from "../../../apps/server/src/modules/media/store/media-store.ts";
import { newBucket } from "./bucket/test-bucket.ts";
import { silentLog } from "./database.ts";

type Buckets = Parameters<typeof newBucket>[0];

/** Where an app of the tests keeps its media: a folder, or a bucket of its own where CAIRN_TEST_S3 asks for buckets. */
export async function openTestStore(mediaDir: string): Promise<MediaStore> {
  const buckets = inject("buckets");
  return buckets ? openTestBucket(buckets, mediaDir) : openFolderStore(mediaDir);
}

/** A store in an empty bucket. */
export async function openTestBucket(buckets: Buckets, mediaDir: string): Promise<MediaStore> {
  // Most runs need no client of S3, which takes a while to load.
  const { openBucketStore } = await import("../../../apps/server/src/modules/media/store/bucket-store.ts");
  const address = await newBucket(buckets);
  return openBucketStore(address, { incoming: join(mediaDir, "incoming"), log: silentLog });
}
