import type { Cue } from "@cairn/contract";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { captionsOfRevision, shownRevision } from "../../db/fragments.ts";
import { captions, content, media, revisions, type StoredCue } from "../../db/schema.ts";

export async function insertCaptions(
  tx: Transaction,
  {
    cues,
    ...row
  }: Omit<typeof captions.$inferInsert, "cues" | "cueCount"> & { readonly cues: readonly Cue[] },
): Promise<void> {
  const stored = cues.map(
    ({ start, end, text, speaker }): StoredCue =>
      speaker === undefined ? [start, end, text] : [start, end, text, speaker],
  );
  await tx.insert(captions).values({ ...row, cues: stored, cueCount: stored.length });
  await tx.execute(sql`
    insert into caption_words (media_key, place, words)
    select media_key, number - 1, search_vector(cue ->> 2, caption_language(language))
    from captions cross join jsonb_array_elements(cues) with ordinality as said (cue, number)
    where media_key = ${row.mediaKey}`);
}

/** A member's own captions among those of these keys, in no order. */
export async function ownCaptions(db: Queries, ownerId: number, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .select({ key: media.key, sha256: media.sha256, language: captions.language })
    .from(media)
    .innerJoin(captions, eq(captions.mediaKey, media.key))
    .where(and(inArray(media.key, [...keys]), eq(media.ownerId, ownerId), isNull(media.erasedAt)));
}

/** Captions and language of the revision that an item shows. */
export async function captionsOf(db: Queries, contentId: number) {
  const [row] = await db
    .select({ language: revisions.language, captions: captionsOfRevision })
    .from(content)
    .innerJoin(revisions, and(eq(revisions.contentId, content.id), shownRevision))
    .where(eq(content.id, contentId))
    .limit(1);
  return row ?? null;
}

/** What captions say. */
export async function transcriptOf(db: Queries, key: string): Promise<Cue[]> {
  const [row] = await db
    .select({ cues: captions.cues })
    .from(captions)
    .where(eq(captions.mediaKey, key))
    .limit(1);
  return (row?.cues ?? []).map(([start, end, text, speaker]) => ({
    start,
    end,
    text,
    ...(speaker !== undefined && { speaker }),
  }));
}
