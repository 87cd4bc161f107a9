import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { findMedia, isPublishedMedia, type StoredMedia } from "./media.repository.ts";
import type { MediaAddresses } from "./media-addresses.ts";

interface Dependencies {
  db: Database;
  addresses: MediaAddresses;
  clock: Clock;
}

export function createMediaService({ db, addresses, clock }: Dependencies) {
  return {
    /**
     * The file under `key`, and whether anybody may keep it.
     * @throws AppError not_found for what is not published, unless the address was signed.
     */
    async open(
      key: string,
      { expires = "", signature = "" }: { expires?: string; signature?: string },
    ): Promise<{ file: StoredMedia; published: boolean }> {
      const file = await findMedia(db.query, key);
      const published = file !== null && (await isPublishedMedia(db.query, key));
      if (!file || !(published || addresses.isSigned(key, expires, signature, clock())))
        throw new AppError("not_found");
      return { file, published };
    },
  };
}
export type MediaService = ReturnType<typeof createMediaService>;
