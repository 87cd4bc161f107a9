import type { Readable } from "node:stream";
import { limits, type PictureDraft, type TextPicture, trimmed } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Transact } from "../../calls/idempotency.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { mayHavePictures, type PictureFacts, pictureMark, placePictures } from "../../lib/picture-marks.ts";
import type { ReceivedFile } from "../media/incoming-files.ts";
import type { HeldFile } from "../media/intake.ts";
import type { MediaService } from "../media/media.service.ts";
import type { MediaAddresses } from "../media/media-addresses.ts";
import type { RenderingService } from "../rendering/rendering.service.ts";
import type { UserService } from "../users/users.service.ts";
import { ownPictures, ownPictureWith, picturesOfRevision } from "./pictures.repository.ts";

interface Dependencies {
  db: Database;
  users: Pick<UserService, "active">;
  media: Pick<MediaService, "hold" | "checkTextPicture" | "addTextPicture" | "commit" | "read">;
  addresses: MediaAddresses;
  rendering: Pick<RenderingService, "pictures">;
  clock: Clock;
}

/** A picture of a text, with the hash that is part of the revision. */
export interface UsedPicture extends PictureFacts {
  readonly sha256: Buffer;
}

/** A picture of a revision, as it is handed out with the text. */
export interface PictureFile {
  /** Its file name too. */
  readonly key: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  /** @throws AppError not_found if its bytes are gone */
  open(): Promise<Readable>;
}

/** The pictures that stand in texts (docs/rules.md#pictures-in-texts). */
export function createPictureService({ db, users, media, addresses, rendering, clock }: Dependencies) {
  const keysIn = async (ownerId: number, body: string) =>
    mayHavePictures(body) ? rendering.pictures(ownerId, body) : [];

  async function ownByKey(ownerId: number, keys: readonly string[]): Promise<Map<string, UsedPicture>> {
    const rows = keys.length > 0 ? await ownPictures(db.query, ownerId, [...new Set(keys)]) : [];
    return new Map(
      rows.map((row) => [
        row.key,
        { ...row, width: row.width ?? 0, height: row.height ?? 0, widths: row.widths ?? [] },
      ]),
    );
  }

  return {
    /** Stores a picture before the text that will have it. */
    async add(
      { userId }: Pick<Bearer, "userId">,
      draft: PictureDraft,
      file: ReceivedFile | null,
      transact: Transact<TextPicture>,
    ): Promise<TextPicture> {
      const owner = await users.active(userId);
      const alt = trimmed(draft.alt).replaceAll(/\s+/g, " ");
      if (alt === "" && draft.decorative !== true) throw altMissing();
      if (!file) throw fieldError("file", "is missing");
      const held = await media.checkTextPicture(owner.id, file);
      const write = async (tx: Transaction) => present(await media.addTextPicture(tx, held, owner.id), alt);
      return media.commit(held, transact(write, { ...draft, file: file.sha256.toString("hex") }));
    },

    /**
     * The pictures that a member's text names, in its order, each once.
     * @throws AppError invalid_input naming one that is unknown or another member's, or where there are too many.
     */
    async namedIn(ownerId: number, body: string): Promise<UsedPicture[]> {
      const keys = await keysIn(ownerId, body);
      if (keys.length > limits.textPictures) {
        throw fieldError("body", `can have at most ${limits.textPictures} pictures`);
      }
      const own = await ownByKey(ownerId, keys);
      const missing = keys.find((key) => !own.has(key));
      if (missing !== undefined) throw unknownPicture(missing);
      return [...new Set(keys)].flatMap((key) => own.get(key) ?? []);
    },

    /** As `namedIn`, for a text that is not finished: what it could not be sent with is left out. */
    async knownIn(ownerId: number, body: string): Promise<UsedPicture[]> {
      const keys = (await keysIn(ownerId, body)).slice(0, limits.textPictures);
      return [...(await ownByKey(ownerId, keys)).values()];
    },

    /** The key of a member's own picture with these bytes; null without one. */
    withBytes: (ownerId: number, sha256: Buffer): Promise<string | null> =>
      ownPictureWith(db.query, ownerId, sha256),

    /** The HTML with addresses at which the owner of its pictures sees them. */
    placedForOwner: (html: string): string => placePictures(html, (key) => addresses.signed(key, clock())),

    /** Keeps pictures that were found from the sweep. @throws AppError invalid_input if one has gone meanwhile */
    async hold(tx: Transaction, pictures: readonly Pick<UsedPicture, "key">[]): Promise<void> {
      const keys = pictures.map(({ key }) => key);
      const there = await media.hold(tx, keys);
      const gone = keys.find((key) => !there.has(key));
      if (gone !== undefined) throw unknownPicture(gone);
    },

    /** The pictures of a revision's text, in its order. Who may have them is for the caller to say. */
    async filesOf(revisionId: number): Promise<PictureFile[]> {
      const rows = await picturesOfRevision(db.query, revisionId);
      return rows.map(({ key, type, bytes, sha256 }) => ({
        key,
        type,
        bytes,
        sha256,
        open: () => media.read(key),
      }));
    },
  };

  function present({ key, width, height }: HeldFile, alt: string): TextPicture {
    ensure(width !== null && height !== null, "file_type_refused");
    const url = addresses.signed(key, clock());
    return { key, width, height, markdown: pictureMark(key, alt), url };
  }
}
export type PictureService = ReturnType<typeof createPictureService>;

const altMissing = () =>
  fieldError("alt", "must say what the picture shows. For a decorative picture, send decorative=true");

const unknownPicture = (key: string) =>
  fieldError(
    "body",
    `names the picture ${key}, which is not yours or has been deleted because no text used it`,
  );
