import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import { type RateLimits, triesOf } from "../../rate-limits/rate-limits.ts";
import { canRead, seesUnpublished } from "../content/content.policy.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { MediaService } from "../media/media.service.ts";
import type { Viewer } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import { type ArchiveEntry, packArchive, textEntry } from "./archive.ts";
import { findWork, revisionsAfter, type WorkRow, workBytes, workNames } from "./moving.repository.ts";
import { writeWork } from "./work-file.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  ledger: Pick<LedgerService, "listOf">;
  media: Pick<MediaService, "read">;
  rateLimits: RateLimits;
}

/** Revisions that are in memory at a time, and the milliseconds after them that belong to other members. */
const [revisionsAtATime, pause] = [5, 50];
/** Bytes of a file that count as one read: they are only copied. And the most that a download counts as. */
const [fileBytesOfTry, mostTries] = [1024 * 1024, 10_000];

interface NamedWork {
  readonly id: number;
  readonly title: string;
  readonly mediaKey: string | null;
  readonly posterKey: string | null;
  readonly pictures: readonly { readonly key: string }[];
  readonly captions: readonly { readonly key: string; readonly language: string }[];
  readonly createdAt: Date;
}

/** Items as files (docs/rules.md#export-and-import, docs/guides/moving-your-work.md). */
export function createDownloadService({ db, users, ledger, media, rateLimits }: Dependencies) {
  async function workOf(id: number): Promise<WorkRow> {
    const row = await findWork(db.query, id);
    if (!row) throw new AppError("content_not_found");
    return row;
  }

  function entriesOf(item: NamedWork, viewer: Viewer): ArchiveEntry[] {
    const { id, mediaKey, posterKey, createdAt: modified } = item;
    const folder = folderOf(item);
    const own = [
      textEntry(`${folder}/item.md`, modified, async () => fileOf(await workOf(id))),
      textEntry(`${folder}/reviews.json`, modified, async () => inJson(await ledger.listOf(viewer, id))),
      { path: `${folder}/revisions.json`, modified, open: async () => Readable.from(revisionLines(id)) },
    ];
    const stored = (path: string, key: string): ArchiveEntry => ({
      path: `${folder}/${path}`,
      modified,
      isPacked: true,
      open: () => media.read(key),
    });
    return [
      ...own,
      ...(mediaKey === null ? [] : [stored(mediaNameOf(mediaKey), mediaKey)]),
      ...(posterKey === null ? [] : [stored(posterNameOf(posterKey), posterKey)]),
      ...item.pictures.map(({ key }) => stored(pictureNameOf(key), key)),
      ...item.captions.map((track) => stored(captionsNameOf(track), track.key)),
    ];
  }

  async function* revisionLines(id: number): AsyncGenerator<string> {
    let after = 0;
    let separator = "[\n";
    while (true) {
      const found = await revisionsAfter(db.query, id, after, revisionsAtATime);
      for (const {
        number,
        contentType,
        appliesTo,
        mediaSha256,
        mediaAlt,
        posterSha256,
        coverKey,
        captions,
        noSpeech,
        hash,
        createdAt,
        ...words
      } of found) {
        after = number;
        const revision = {
          number,
          ...words,
          content_type: contentType,
          applies_to: appliesTo,
          media_sha256: mediaSha256?.toString("hex") ?? null,
          media_alt: mediaAlt,
          poster_sha256: posterSha256?.toString("hex") ?? null,
          cover: coverKey,
          captions: captions.map(({ language, sha256 }) => ({ language, sha256: sha256.toString("hex") })),
          no_speech: noSpeech,
          hash: hash.toString("hex"),
          created_at: createdAt.toISOString(),
        };
        yield `${separator}${JSON.stringify(revision)}`;
        separator = ",\n";
      }
      if (found.length < revisionsAtATime) break;
      await wait(pause);
    }
    yield "\n]\n";
  }

  return {
    /**
     * A ZIP of one item. @throws AppError content_not_found, not_allowed for anybody but its author and admins,
     * too_many_requests
     */
    async item({ userId }: Bearer, id: number): Promise<{ name: string; zip: Readable }> {
      const viewer = await users.viewer(userId);
      const row = await workOf(id);
      if (!canRead(viewer, row)) throw new AppError("content_not_found");
      ensure(seesUnpublished(viewer, row.authorId), "not_allowed");
      const { texts, files } = await workBytes(db.query, id);
      const tries = triesOf(texts, "readByUser") + Math.floor(files / fileBytesOfTry);
      if (tries > 0) await rateLimits.take("readByUser", String(userId), Math.min(tries, mostTries));
      return { name: `${folderOf(row)}.zip`, zip: packArchive(entriesOf(row, viewer)) };
    },

    /** A ZIP of all of a member's items but removed ones. */
    async everything(userId: number): Promise<Readable> {
      const viewer: Viewer = { userId, verifiedAdmin: false };
      const items = await workNames(db.query, userId);
      return packArchive(items.flatMap((item) => entriesOf(item, viewer)));
    },
  };
}
export type DownloadService = ReturnType<typeof createDownloadService>;

/** ASCII, so that every system can unpack it; the id tells titles apart. */
function folderOf({ id, title }: Pick<NamedWork, "id" | "title">): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const slug = words.slice(0, 60).replaceAll(/^-+|-+$/g, "");
  return slug === "" ? String(id) : `${id}-${slug}`;
}

const pictureNameOf = (key: string) => `pictures/${key}`;

/** The name tells an import the language. */
const captionsNameOf = ({ language }: { readonly language: string }) => `captions.${language}.vtt`;

const mediaNameOf = (key: string) => `media.${key.split(".")[1]}`;

const posterNameOf = (key: string) => `poster.${key.split(".")[1]}`;

const fileOf = (row: WorkRow): string =>
  writeWork({
    ...row,
    cover: row.coverKey && pictureNameOf(row.coverKey),
    media: row.mediaKey && mediaNameOf(row.mediaKey),
    poster: row.posterKey && posterNameOf(row.posterKey),
    captions: row.captions.map(captionsNameOf),
    created: row.createdAt,
    published: row.isPublished ? row.publishedAt : null,
  });

const inJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
