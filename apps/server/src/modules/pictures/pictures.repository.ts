import { and, asc, eq, inArray, isNull, like } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { media, revisionFiles } from "../../db/schema.ts";

const facts = {
  key: media.key,
  sha256: media.sha256,
  width: media.width,
  height: media.height,
  widths: media.renditionWidths,
  colour: media.colour,
};

/** A member's own pictures among those of these keys, in no order. */
export async function ownPictures(db: Queries, ownerId: number, keys: readonly string[]) {
  return db
    .select(facts)
    .from(media)
    .where(
      and(
        inArray(media.key, [...keys]),
        media.comesFirst,
        like(media.type, "image/%"),
        eq(media.ownerId, ownerId),
        isNull(media.erasedAt),
      ),
    );
}

/** The key of a member's own picture with these bytes; null without one. */
export async function ownPictureWith(db: Queries, ownerId: number, sha256: Buffer): Promise<string | null> {
  const [row] = await db
    .select({ key: media.key })
    .from(media)
    .where(
      and(
        eq(media.sha256, sha256),
        isNull(media.renditionOf),
        media.comesFirst,
        eq(media.ownerId, ownerId),
        isNull(media.erasedAt),
      ),
    )
    .limit(1);
  return row?.key ?? null;
}

/** The pictures of a revision's text, in its order. */
export async function picturesOfRevision(db: Queries, revisionId: number) {
  return db
    .select({ ...facts, type: media.type, bytes: media.bytes })
    .from(revisionFiles)
    .innerJoin(media, eq(media.key, revisionFiles.mediaKey))
    .where(and(eq(revisionFiles.revisionId, revisionId), like(media.type, "image/%"), isNull(media.erasedAt)))
    .orderBy(asc(revisionFiles.place));
}
