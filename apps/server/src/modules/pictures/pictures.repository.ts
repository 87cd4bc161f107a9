import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { media, revisionPictures } from "../../db/schema.ts";

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
      and(inArray(media.key, [...keys]), media.inText, eq(media.ownerId, ownerId), isNull(media.erasedAt)),
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
        media.inText,
        eq(media.ownerId, ownerId),
        isNull(media.erasedAt),
      ),
    )
    .limit(1);
  return row?.key ?? null;
}

/** Which of these pictures are there; the sweep leaves them alone until the transaction has ended. */
export async function holdPictures(tx: Transaction, keys: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ key: media.key })
    .from(media)
    .where(and(inArray(media.key, [...keys]), isNull(media.erasedAt)))
    .for("key share");
  return rows.map(({ key }) => key);
}

/** The pictures of a revision's text, in its order. */
export async function picturesOfRevision(db: Queries, revisionId: number) {
  return db
    .select({ ...facts, type: media.type, bytes: media.bytes })
    .from(revisionPictures)
    .innerJoin(media, eq(media.key, revisionPictures.mediaKey))
    .where(and(eq(revisionPictures.revisionId, revisionId), isNull(media.erasedAt)))
    .orderBy(asc(revisionPictures.place));
}
