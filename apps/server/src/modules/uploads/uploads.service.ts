import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { limits } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { freeBytes } from "../../lib/disk-room.ts";
import { FairQueue } from "../../lib/fair-queue.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { IncomingFiles, ReceivedFile } from "../media/incoming-files.ts";
import type { MediaService } from "../media/media.service.ts";
import type { StorageService } from "../media/storage.service.ts";
import type { MediaStore } from "../media/store/media-store.ts";
import { createPace } from "./pace.ts";
import { type Checksum, readPieces } from "./piece-reader.ts";
import {
  addPieces,
  countUploads,
  deleteUpload,
  endedUploads,
  findUpload,
  insertUpload,
  keysOfPieces,
  missingBytes,
  type Piece,
  type UploadRow,
} from "./uploads.repository.ts";

interface Dependencies {
  db: Database;
  storage: Pick<StorageService, "ensureFits" | "hold">;
  media: Pick<MediaService, "checkDeclared" | "checkBeginning" | "removeFiles">;
  files: Pick<IncomingFiles, "receive" | "discard" | "folder">;
  store: Pick<MediaStore, "put" | "open">;
  rateLimits: RateLimits;
  /** Bytes of the largest file; 0: no uploads. */
  recordingMaxBytes: number;
  clock: Clock;
}

/** What a member sends. */
export interface SentPieces {
  readonly offset: number;
  /** Bytes that the call announces; 0: unknown. */
  readonly length: number;
  readonly body: Readable;
  readonly checksum: Checksum | null;
}

/** Of all pieces together: at full speed, they would take the whole of the thread that answers everybody. */
const bytesPerMs = 16 * 1024;
const day = 24 * 60 * 60_000;
const uploadsOfMember = 10;
/** Of one upload: a 2 GB file in pieces of half a megabyte. */
const piecesOfUpload = 4_096;
/** Uploads that one sweep deletes at most. */
const maxSwept = 100;
/** What the first bytes must show, unless the file is shorter. */
const beginningBytes = 4096;
/** Room that the disk keeps for everything else. */
const spareBytes = 256 * 1024 * 1024;

/**
 * Files that arrive in pieces, for recordings that no form takes (docs/rules.md#long-recordings). A piece is a stored file
 * of its own, so they may arrive at any instance; it counts once its row commits. An item's call puts them together.
 */
export function createUploadService({
  db,
  storage,
  media,
  files,
  store,
  rateLimits,
  recordingMaxBytes,
  clock,
}: Dependencies) {
  /** Ends the calls that send pieces of an upload to this process. */
  const running = new Map<string, () => Promise<void>>();

  const pace = createPace(bytesPerMs);

  /** Reading and hashing a file takes seconds. */
  const turns = new FairQueue({
    capacity: 2,
    sizeOf: () => 1,
    capacityOfSender: 1,
    reserve: 0,
    isSerial: false,
    maxWaitingOfSender: 4,
    maxWaiting: 100,
    maxWaitMs: 60_000,
    refusal: () => new AppError("unavailable", { retryAfter: 10 }),
  });

  /** @throws AppError upload_not_found */
  async function find({ userId }: Pick<Bearer, "userId">, id: string): Promise<UploadRow> {
    const upload = await findUpload(db.query, userId, id, clock());
    ensure(upload, "upload_not_found");
    return upload;
  }

  /** The same once nothing of it is on its way here: a connection that broke may still be open at this end. */
  async function findAtRest(bearer: Bearer, id: string): Promise<UploadRow> {
    const upload = await find(bearer, id);
    const end = running.get(id);
    if (!end) return upload;
    await end();
    return find(bearer, id);
  }

  /** Deletes an upload and its pieces. */
  async function remove(userId: number, id: string): Promise<void> {
    const keys = await db.transaction(async (tx) => {
      await storage.hold(tx, userId);
      const pieces = await keysOfPieces(tx, id);
      return (await deleteUpload(tx, userId, id)) ? pieces : [];
    });
    await media.removeFiles(keys);
  }

  /** null at the end of the body. @throws AppError for a first piece that shows a file that is refused: it ends the upload */
  async function storePiece(upload: UploadRow, body: Readable, isFirst: boolean): Promise<Piece | null> {
    const file = await files.receive(body, upload.type);
    try {
      if (file.bytes === 0) return null;
      if (isFirst && file.bytes >= Math.min(beginningBytes, upload.bytes)) {
        await media.checkBeginning(file, upload.bytes);
      }
      const key = `${randomBytes(16).toString("hex")}.piece`;
      await store.put(key, file.path, { ...file, type: "application/octet-stream" });
      return { key, bytes: file.bytes };
    } catch (error) {
      const isRefused = error instanceof AppError && refusals.has(error.code);
      if (isRefused) await remove(upload.userId, upload.id);
      throw error;
    } finally {
      await files.discard(file);
    }
  }

  async function commit(upload: UploadRow, pieces: readonly Piece[]): Promise<UploadRow> {
    const next = await db.transaction((tx) => addPieces(tx, upload.id, upload.received, pieces));
    if (next) return next;
    await media.removeFiles(pieces.map(({ key }) => key));
    await find(upload, upload.id);
    throw new AppError("upload_offset");
  }

  /** Commits each piece by itself, or all of them once their checksum is known to fit. */
  async function receive(upload: UploadRow, { body, checksum }: SentPieces): Promise<UploadRow> {
    const reader = readPieces(body, { room: upload.bytes - upload.received, checksum, pace });
    let tellEnd = () => {};
    const hasEnded = new Promise<void>((resolve) => {
      tellEnd = resolve;
    });
    const end = () => {
      reader.stop();
      return hasEnded;
    };
    running.set(upload.id, end);
    const waiting: Piece[] = [];
    let current = upload;
    try {
      while (!reader.isOver) {
        const isFirst = current.received === 0 && waiting.length === 0;
        const piece = await storePiece(upload, reader.next(limits.pieceBytes), isFirst);
        if (piece) waiting.push(piece);
        if (piece && !checksum) current = await commit(current, waiting.splice(0));
      }
      if (!checksum) return current;
      ensure(!reader.isBroken && reader.fits(), "checksum_mismatch");
      return waiting.length === 0 ? current : await commit(current, waiting.splice(0));
    } finally {
      await media.removeFiles(waiting.map(({ key }) => key));
      if (running.get(upload.id) === end) running.delete(upload.id);
      tellEnd();
    }
  }

  async function* bytesOf(keys: readonly string[]): AsyncGenerator<Buffer> {
    for (const key of keys) {
      const content = await store.open(key);
      if (!content) throw new PieceMissing();
      yield* content;
    }
  }

  /** null if a piece has gone. */
  function join(keys: readonly string[], type: string): Promise<ReceivedFile | null> {
    const read = () => files.receive(Readable.from(bytesOf(keys)), type);
    const missing = (error: unknown) => {
      if (!(error instanceof PieceMissing)) throw error;
      return null;
    };
    return new Promise((resolve, reject) => {
      turns.take({ kind: "upload" }, () => read().catch(missing).then(resolve, reject)).catch(reject);
    });
  }

  return {
    /** @throws AppError not_found without uploads; file_too_large, file_type_refused, list_full, quota_exceeded, storage_full */
    async create(
      { userId }: Bearer,
      { bytes, type, metadata }: Pick<UploadRow, "bytes" | "type" | "metadata">,
    ): Promise<UploadRow> {
      ensure(recordingMaxBytes > 0, "not_found");
      await rateLimits.take("uploadByUser", String(userId));
      ensure(bytes <= recordingMaxBytes, "file_too_large", { sentence: tooLarge(recordingMaxBytes) });
      media.checkDeclared(type, bytes);
      // It is put together while its pieces are still there.
      const room = (await freeBytes(files.folder)) - spareBytes;
      ensure((await missingBytes(db.query)) + 2 * bytes <= room, "storage_full");
      return db.transaction(async (tx) => {
        await storage.hold(tx, userId);
        ensure((await countUploads(tx, userId)) < uploadsOfMember, "list_full", { sentence: tooMany });
        const id = randomBytes(16).toString("hex");
        const endsAt = new Date(clock().getTime() + day);
        const upload = await insertUpload(tx, { id, userId, bytes, type, metadata, endsAt });
        await storage.ensureFits(tx, userId);
        return upload;
      });
    },

    find,
    findAtRest,

    /**
     * Takes the next bytes of an upload. What arrived before the connection broke is kept, unless it has a checksum.
     * @throws AppError upload_not_found, upload_offset, checksum_mismatch, body_too_large, file_type_refused
     */
    async append(bearer: Bearer, id: string, sent: SentPieces): Promise<UploadRow> {
      const upload = await findAtRest(bearer, id);
      ensure(sent.offset === upload.received, "upload_offset", {
        sentence: `This piece begins at ${sent.offset}, but ${upload.received} bytes have arrived.`,
      });
      ensure(sent.length <= upload.bytes - upload.received, "body_too_large", { sentence: tooMuch });
      ensure(upload.pieces < piecesOfUpload, "list_full", { sentence: tooSmall });
      return receive(upload, sent);
    },

    /** @throws AppError upload_not_found */
    async end(bearer: Bearer, id: string): Promise<void> {
      await findAtRest(bearer, id);
      await remove(bearer.userId, id);
    },

    /**
     * The whole file, and the keys of its pieces, which the caller removes once an item has it; null if there is no such
     * upload of this member's, or it is used meanwhile. @throws AppError upload_incomplete
     */
    async assemble(
      bearer: Bearer,
      id: string,
    ): Promise<{ file: ReceivedFile; pieces: readonly string[] } | null> {
      const upload = await findUpload(db.query, bearer.userId, id, clock());
      if (!upload) return null;
      const { bytes, received, type } = upload;
      ensure(received === bytes, "upload_incomplete", {
        sentence: `Only ${received} of the ${bytes} bytes of this file have arrived. Send the rest of it first.`,
      });
      const pieces = await keysOfPieces(db.query, id);
      const file = await join(pieces, type);
      if (!file) return null;
      if (file.bytes === bytes) return { file, pieces };
      await files.discard(file);
      throw new Error(`the pieces of an upload of ${bytes} bytes have ${file.bytes}`);
    },

    discard: files.discard,

    /** Ends an upload whose file an item gets. @throws AppError upload_not_found */
    async use(tx: Transaction, userId: number, id: string): Promise<void> {
      ensure(await deleteUpload(tx, userId, id), "upload_not_found");
    },

    async sweep(): Promise<void> {
      for (const { id, userId } of await endedUploads(db.query, clock(), maxSwept)) await remove(userId, id);
    },
  };
}
export type StoredUpload = UploadRow;
export type UploadService = ReturnType<typeof createUploadService>;

class PieceMissing extends Error {}

/** What a first piece can show that ends the upload. */
const refusals: ReadonlySet<string> = new Set(["file_type_refused", "file_too_large"]);

const tooLarge = (bytes: number) =>
  `A film or recording can have at most ${(bytes / 1024 / 1024).toLocaleString("en")} MB.`;
const tooMany = `You have ${uploadsOfMember} uploads that no post has. Delete one of them, or wait until they end, a day after they began.`;
const tooMuch = "These are more bytes than Upload-Length said.";
const tooSmall =
  "This file arrived in too many small pieces. Delete the upload and send it again in larger ones.";
