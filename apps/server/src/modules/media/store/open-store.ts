import { join } from "node:path";
import type { BucketAddress } from "../../../lib/bucket-address.ts";
import type { StoreLog } from "./bucket-store.ts";
import { openFolderStore } from "./folder-store.ts";
import type { MediaStore } from "./media-store.ts";

interface Place {
  readonly dataDir: string;
  /** null: a folder of the data directory. */
  readonly mediaBucket: BucketAddress | null;
}

/** Opens the media store that is configured. */
export async function openMediaStore({ dataDir, mediaBucket }: Place, log: StoreLog): Promise<MediaStore> {
  const directory = join(dataDir, "media");
  if (mediaBucket === null) return openFolderStore(directory);
  // The S3 client takes a quarter of a second to load, so only a site with a bucket loads it.
  const { openBucketStore } = await import("./bucket-store.ts");
  return openBucketStore(mediaBucket, { incoming: join(directory, "incoming"), log });
}
