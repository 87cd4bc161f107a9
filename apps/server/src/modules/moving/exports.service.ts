import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Role, screens, type WorkExport } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createFairJob } from "../../lib/fair-job.ts";
import type { IncomingFiles } from "../media/incoming-files.ts";
import type { MediaAddresses, MediaSignature } from "../media/media-addresses.ts";
import type { MediaStore } from "../media/store/media-store.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { UserService } from "../users/users.service.ts";
import type { DownloadService } from "./download.service.ts";
import {
  claimExport,
  deleteOldExports,
  type ExportRow,
  findExport,
  findExportFile,
  lockExport,
  noteExport,
  waitingExports,
  writeRequest,
} from "./exports.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  downloads: Pick<DownloadService, "everything">;
  notifications: Pick<NotificationService, "notifyOfExport">;
  addresses: MediaAddresses;
  files: Pick<IncomingFiles, "pathOf">;
  store: MediaStore;
  clock: Clock;
  log: { error(facts: object, message: string): void };
}

const hour = 60 * 60 * 1000;
/** Between two requests of a member. */
const pause = 24 * hour;
/** How long a file can be fetched. */
const life = 7 * 24 * hour;
/** An instance that has not finished by then is taken to be dead. */
const claimedFor = hour;
/** Exports that are made at once, one of each member: a short one need not wait for a long one. */
const atOnce = 4;
/** When the job looks for requests by itself. */
const every = 10 * 60 * 1000;

/** All of a member's work as one file, made in the background (docs/rules.md#d133). */
export function createExportService({
  db,
  users,
  downloads,
  notifications,
  addresses,
  files,
  store,
  clock,
  log,
}: Dependencies) {
  const later = (span: number) => new Date(clock().getTime() + span);

  async function make(request: ExportRow): Promise<void> {
    const key = `${randomBytes(16).toString("hex")}.zip`;
    const path = files.pathOf(`${key}.part`);
    try {
      const facts = await writeFile(await downloads.everything(request.userId), path);
      await store.put(key, path, { ...facts, type: "application/zip" });
      const user = await users.find(request.userId);
      const isNoted = await db.transaction(async (tx) => {
        const made = { key, bytes: facts.bytes, readyUntil: later(life) };
        const noted = await noteExport(tx, request, made);
        if (noted && user?.active) await notifications.notifyOfExport(tx, user.id, screenOf(user.role));
        return noted;
      });
      if (!isNoted) await store.remove(key);
    } finally {
      await rm(path, { force: true });
    }
  }

  const job = createFairJob({
    atOnce,
    atOnceOfOne: 1,
    due: (most) => waitingExports(db.query, clock(), most),
    take: (userId) => claimExport(db.query, userId, clock(), later(claimedFor)),
    run: make,
    listen: (wake) => db.listen("exports_requested", wake, wake),
    every,
    onFailure: (error) => log.error({ err: error }, "an export could not be made; will try again"),
  });

  function present(row: ExportRow | null): WorkExport {
    const isOver = row?.readyUntil != null && row.readyUntil <= clock();
    if (!row || isOver)
      return { state: "none", requested_at: null, ready_until: null, bytes: null, url: null };
    const { key, bytes, readyUntil, requestedAt } = row;
    return {
      state: key === null ? "waiting" : "ready",
      requested_at: requestedAt.toISOString(),
      ready_until: readyUntil?.toISOString() ?? null,
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
        await writeRequest(tx, userId, clock());
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

    start: job.start,
    /** Makes everything that is waiting. */
    runDue: job.runNow,
    stop: job.stop,
  };
}
export type ExportService = ReturnType<typeof createExportService>;

/** Where a member of this role fetches the file. */
const screenOf = (role: Role) => (role === "TechWriter" ? screens.content : screens.profile);

async function writeFile(content: Readable, path: string): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(content, measure, createWriteStream(path, { flags: "wx" }));
  return { bytes, sha256: hash.digest() };
}
