import { createHash } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { approvalTimes, baseOfIds, fileSizes } from "./feed.repository.ts";

/** Makes the id of the post or feed at a path of this site. */
export type FeedIds = (path: string) => string;

export function createSyndicationService({ db }: { db: Database }) {
  return {
    /** Ids that stay when PUBLIC_URL changes. */
    async feedIds(): Promise<FeedIds> {
      const base = await baseOfIds(db.query);
      return (path) => `urn:uuid:${uuidOf(base, path)}`;
    },

    /** When the revision that readers see of each of these posts was approved. */
    approvalTimes: (ids: readonly number[]): Promise<ReadonlyMap<number, Date>> =>
      approvalTimes(db.query, ids),

    /** Bytes of the stored files of these keys. */
    fileSizes: (keys: readonly string[]): Promise<ReadonlyMap<string, number>> => fileSizes(db.query, keys),
  };
}
export type SyndicationService = ReturnType<typeof createSyndicationService>;

/** The UUID of a name in a namespace, which is a UUID too: version 8 (RFC 9562), as version 5 would need SHA-1. */
function uuidOf(namespace: string, name: string): string {
  const hash = createHash("sha256")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest();
  return uuidFrom(hash, 8);
}

export function uuidFrom(hash: Buffer, version: 5 | 8): string {
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | (version << 4), 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
