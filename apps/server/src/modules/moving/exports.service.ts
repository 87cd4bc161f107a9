import { randomBytes } from "node:crypto";
import { addAbortSignal, Readable } from "node:stream";
import { type Role, screens, type WorkExport } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database } from "../../db/database.ts";
import type { Job } from "../../db/jobs.ts";
import type { JobRunner } from "../../jobs/jobs.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { freeBytes } from "../../lib/disk-room.ts";
import type { IncomingFiles } from "../media/incoming-files.ts";
import type { MediaAddresses, MediaSignature } from "../media/media-addresses.ts";
import type { StorageService } from "../media/storage.service.ts";
import type { MediaStore } from "../media/store/media-store.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { UserService } from "../users/users.service.ts";
import type { DownloadService } from "./download.service.ts";
import {
  deleteOldExports,
  type ExportRow,
  exportedBytes,
  findExport,
  findExportFile,
  giveUpExport,
  lockExport,
  noteExport,
  writeRequest,
} from "./exports.repository.ts";

interface Dependencies {
  db: Database;
  jobs: JobRunner;
  users: UserService;
  downloads: Pick<DownloadService, "everything">;
  notifications: Pick<NotificationService, "notifyOfExport">;
  addresses: MediaAddresses;
  files: Pick<IncomingFiles, "folder" | "receive" | "discard">;
  store: MediaStore;
  storage: Pick<StorageService, "mostOfCopy">;
  clock: Clock;
  log: { warn(facts: object, message: string): void };
}

const hour = 60 * 60 * 1000;
/** Between two requests of a member; also how long a request is tried. */
const pause = 24 * hour;
/** How long a file can be fetched. */
const life = 7 * 24 * hour;
/** Exports that are made at once, one of each member: a short one need not wait for a long one. */
const atOnce = 4;
/** What exports leave free on the disk, so that they never stop others' writes. Looked at after so many bytes. */
const [reserve, betweenLooks] = [1024 * 1024 * 1024, 8 * 1024 * 1024];

/** All of a member's work as one file, made in the background (docs/rules.md#export-and-import). */
export function createExportService({
  db,
  jobs,
  users,
  downloads,
  notifications,
  addresses,
  files,
  store,
  storage,
  clock,
  log,
}: Dependencies) {
  const stopping = new AbortController();
  const later = (span: number) => new Date(clock().getTime() + span);

  async function make(request: ExportRow): Promise<void> {
    const type = "application/zip";
    const most = await storage.mostOfCopy(request.userId, await exportedBytes(db.query));
    const work = await downloads.everything(request.userId);
    // An error before the first read, say by a stop, would find no listener and end the process. The read throws it again.
    work.on("error", () => undefined);
    addAbortSignal(stopping.signal, work);
    const zip = withinRoom(work, most, () => freeBytes(files.folder));
    const facts = await files.receive(Readable.from(zip, { objectMode: false }), type);
    try {
      const key = `${randomBytes(16).toString("hex")}.zip`;
      await store.put(key, facts.path, { ...facts, type });
      const user = await users.find(request.userId);
      const isNoted = await db.transaction(async (tx) => {
        const made = { key, bytes: facts.bytes, readyUntil: later(life) };
        const noted = await noteExport(tx, request, made);
        if (noted && user?.active) await notifications.notifyOfExport(tx, user.id, screenOf(user.role));
        return noted;
      });
      if (!isNoted) await store.remove(key);
    } finally {
      await files.discard(facts);
    }
  }

  async function makeOrGiveUp({ key }: Job): Promise<void> {
    const request = await findExport(db.query, Number(key));
    const isWaiting = request !== null && request.key === null && request.readyUntil === null;
    if (!isWaiting || request.requestedAt <= later(-pause)) return;
    try {
      await make(request);
    } catch (error) {
      if (stopping.signal.aborted || !(error instanceof AppError && error.code === "storage_full"))
        throw error;
      await giveUpExport(db.query, request, later(life));
      log.warn({ user: request.userId }, "an export was given up: there is not enough room for it");
    }
  }

  const requests = jobs.define<unknown>({
    name: "export",
    atOnce,
    atOnceOfOne: 1,
    leaseFor: hour,
    run: makeOrGiveUp,
    // After the next start they are made from the beginning.
    stop: () => stopping.abort(),
  });

  function present(row: ExportRow | null): WorkExport {
    const isOver = row?.readyUntil != null && row.readyUntil <= clock();
    if (!row || isOver)
      return { state: "none", requested_at: null, ready_until: null, bytes: null, url: null };
    const { key, bytes, readyUntil, requestedAt } = row;
    const isGivenUp = readyUntil !== null || requestedAt <= later(-pause);
    return {
      state: key !== null ? "ready" : isGivenUp ? "failed" : "waiting",
      requested_at: requestedAt.toISOString(),
      ready_until: key && (readyUntil?.toISOString() ?? null),
      bytes,
      url: key && addressOf(key),
    };
  }

  /** As for files that are not published: those who may see it get an address that expires. */
  const addressOf = (key: string) => addresses.signed(key, clock()).replace(/^\/media\//, "/exports/");

  return {
    /** @throws AppError too_many_requests within a day after the last request. */
    async request({ userId }: Bearer): Promise<WorkExport> {
      await users.active(userId);
      const former = await db.transaction(async (tx) => {
        const known = await lockExport(tx, userId);
        const wait = known ? known.requestedAt.getTime() + pause - clock().getTime() : 0;
        if (wait > 0) {
          throw new AppError("too_many_requests", {
            sentence: "You can export your work once a day.",
            retryAfter: Math.ceil(wait / 1000),
          });
        }
        const dueAt = clock();
        await writeRequest(tx, userId, dueAt);
        await requests.add(tx, [{ key: String(userId), sender: `member ${userId}`, dueAt }]);
        return known;
      });
      if (former?.key) await store.remove(former.key).catch(() => {});
      return present(await findExport(db.query, userId));
    },

    async state({ userId }: Bearer): Promise<WorkExport> {
      await users.active(userId);
      return present(await findExport(db.query, userId));
    },

    /** The file behind an address of `state`. @throws AppError not_found without a valid signature, or once it is gone. */
    async file(key: string, signature: MediaSignature): Promise<{ bytes: number; content: Readable }> {
      ensure(addresses.signedAt(key, signature, clock()), "not_found");
      const found = await findExportFile(db.query, key, clock());
      const content = found && (await store.open(key));
      if (!found || !content) throw new AppError("not_found");
      return { bytes: found.bytes, content };
    },

    /** Deletes files whose time is over. */
    async sweep(): Promise<void> {
      for (const key of await deleteOldExports(db.query, clock())) await store.remove(key).catch(() => {});
    },
  };
}
export type ExportService = ReturnType<typeof createExportService>;

/** Where a member of this role fetches the file. */
const screenOf = (role: Role) => (role === "TechWriter" ? screens.content : screens.profile);

/** @throws AppError storage_full after `most` bytes, or when the disk has little room left. */
export async function* withinRoom(
  content: AsyncIterable<Buffer>,
  most: number,
  free: () => Promise<number>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let nextLook = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    ensure(bytes <= most, "storage_full");
    if (bytes > nextLook) {
      ensure((await free()) > reserve, "storage_full");
      nextLook = bytes + betweenLooks;
    }
    yield chunk;
  }
}
