import type { Database } from "../../db/database.ts";
import type { Job } from "../../db/jobs.ts";
import type { JobRunner } from "../../jobs/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import type { IncomingFiles } from "./incoming-files.ts";
import type { HeldFile } from "./intake.ts";
import { findMedia, noteRenditions } from "./media.repository.ts";
import type { MediaService } from "./media.service.ts";
import type { PictureProcess } from "./pictures/picture-process.ts";
import type { MediaStore } from "./store/media-store.ts";

interface Dependencies {
  readonly db: Database;
  readonly jobs: JobRunner;
  readonly files: IncomingFiles;
  readonly store: MediaStore;
  readonly media: Pick<MediaService, "makeRenditions" | "commit" | "add">;
  /** A process of its own: no upload waits for this work. */
  readonly pictures: PictureProcess;
  readonly log: Record<"warn" | "error", (facts: object, message: string) => void>;
}

const minute = 60_000;
/** Longer than the process may take for one picture. */
const leaseFor = 5 * minute;
/** Pictures at once, one of each member: a small one need not wait for a large one. */
const atOnce = 4;

/**
 * Makes smaller files of each item's pictures (docs/rules.md#smaller-pictures), as soon as an upload is
 * committed. Each picture's files and the note that they exist commit together, so a
 * killed process leaves whole pictures behind and the next one goes on.
 */
export function createRenditionService({ db, jobs, files, store, media, pictures, log }: Dependencies): void {
  let isStopping = false;

  async function makeOf(job: Job): Promise<void> {
    const picture = job.key === null ? null : await findMedia(db.query, job.key);
    const isPicture = picture?.type === "image/jpeg" || picture?.type === "image/png";
    if (!picture || !isPicture || picture.renditionWidths !== null) return;
    const { key, type, sha256 } = picture;
    // Its row has committed, so a file that is still held must be put into place first.
    const content = (await store.open(key)) ?? (await store.place(key).then(() => store.open(key)));
    if (content === null)
      return log.warn({ key }, "the file of a picture is missing; no smaller files are made of it");
    const received = await files.receive(content, type);
    try {
      if (!received.sha256.equals(sha256)) {
        return log.error(
          { key },
          "a picture has changed since it was stored; no smaller files are made of it",
        );
      }
      const held = await media.makeRenditions(key, received, pictures);
      await media.commit(held, addRows(key, held));
    } catch (error) {
      if (isStopping || !isPicturesFault(error)) throw error;
      log.warn({ key, err: error }, "no smaller files could be made of a picture");
      await db.transaction((tx) => noteRenditions(tx, key, { widths: [], colour: null }));
    } finally {
      await files.discard(received);
    }
  }

  const addRows = (key: string, held: readonly HeldFile[]): Promise<void> =>
    db.transaction(async (tx) => {
      const widths = [...new Set(held.map(({ width }) => width ?? 0))];
      const isNoted = await noteRenditions(tx, key, { widths, colour: held[0]?.colour ?? null });
      // Erased meanwhile.
      if (!isNoted) throw new AppError("not_found");
      await media.add(tx, held, null, key);
    });

  jobs.define<unknown>({
    name: "picture",
    atOnce,
    atOnceOfOne: 1,
    leaseFor,
    run: makeOf,
    async stop() {
      isStopping = true;
      await pictures.close();
    },
  });
}

/** A picture that the process cannot read stays as it is; anything else is tried again. */
const isPicturesFault = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "file_type_refused" || error.code === "picture_too_large");
