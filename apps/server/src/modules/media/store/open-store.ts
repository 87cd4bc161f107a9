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

/** Where the settings say that media are kept. */
export async function openMediaStore({ dataDir, mediaBucket }: Place, log: StoreLog): Promise<MediaStore> {
  const directory = join(dataDir, "media");
  if (mediaBucket === null) return openFolderStore(directory);
  // The client of S3 takes a quarter of a second to load: only a site with a bucket pays for it.
  const { openBucketStore } = await import("./bucket-store.ts");
  return openBucketStore(mediaBucket, { incoming: join(directory, "incoming"), log });
}
