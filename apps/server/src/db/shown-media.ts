import { alias } from "drizzle-orm/pg-core";
import { media, revisions } from "./schema.ts";

/** The still of a revision's video, where queries join media twice. */
export const poster = alias(media, "poster");

/** What every query that shows a revision's file selects; joins: `media` by media_key, `poster` by poster_key. */
export const shownMedia = {
  mediaKey: revisions.mediaKey,
  mediaAlt: revisions.mediaAlt,
  mediaType: media.type,
  mediaWidth: media.width,
  mediaHeight: media.height,
  mediaDuration: media.durationSeconds,
  posterKey: poster.key,
};
