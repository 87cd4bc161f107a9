import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { limits } from "@cairn/contract";
import { LRUCache } from "lru-cache";
import { AppError, ensure } from "../../../lib/app-error.ts";
import { queueOfMembers } from "../../../lib/fair-queue.ts";
import { Work, workOfMember } from "../../../lib/work.ts";
import { createWorkerProcess, messageOf, NoMessage, workerUrl } from "../../../lib/workers.ts";
import type {
  ArtTask,
  CardAnswer,
  CardTask,
  Drawing,
  LogoTask,
  MadePicture,
  PdfFacts,
  PdfTask,
  PictureAnswer,
  PictureProblem,
  PictureTask,
  SizeAnswer,
  SizeTask,
  SoundAnswer,
  SoundTask,
} from "./picture-tasks.ts";

/** Fonts and logo for cards: the build copies the folder beside the bundle. */
const cardAssets = fileURLToPath(new URL("./card", import.meta.url));

export interface ProcessLimits {
  /** Milliseconds for one task. */
  readonly answerMs: number;
  /** Idle milliseconds after which the process is ended to free its memory. */
  readonly idleMs: number;
  /** Gives way to everything else on this machine. */
  readonly isBackground?: boolean;
}

export interface PictureProcess {
  /**
   * Makes one large picture at a time, because the largest takes hundreds of megabytes, and beside it one small one. Members
   * take turns; null: what nobody asked for. @throws AppError, too_many_requests if too many pixels of this member wait
   */
  make(memberId: number | null, task: PictureTask): Promise<readonly MadePicture[]>;
  /** How long a recording is, in seconds; null if it does not say. In a process of its own. @throws AppError as `make` */
  measure(memberId: number, recording: Omit<SoundTask, "make">): Promise<number | null>;
  /** In the process of recordings; nothing is known of a PDF that ends it or takes too long. @throws AppError as `make` */
  readPdf(memberId: number, source: string): Promise<PdfFacts>;
  /** Draws a PNG. Takes turns with the small pictures. @throws AppError unavailable */
  draw(drawing: Drawing): Promise<Uint8Array>;
  /** A form of a site's logo as a PNG. @throws AppError as `make` */
  logo(memberId: number, logo: Pick<LogoTask, "source" | "form">): Promise<Uint8Array>;
  close(): Promise<void>;
}

const usualLimits: ProcessLimits = { answerMs: 20_000, idleMs: 10_000 };
/** For work that nobody waits for, on a machine that may have other things to do. */
export const backgroundLimits: ProcessLimits = { answerMs: 120_000, idleMs: 10_000, isBackground: true };
/**
 * Measuring stops counting after two seconds (measure-sound.ts); only a tag with millions of entries takes longer. A PDF of
 * 50 MB whose index is lost takes about as long.
 */
const answerMsOfSound = 5_000;
const retryAfter = 5;

/** For glibc, which otherwise keeps what the decoder's threads have freed: a quarter of the peak after ten large pictures. */
const givesMemoryBack = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "1048576" };

/** Pixels of a small picture: it is made within half a second. Of a text's picture all widths are made. */
const small = 4_000_000;
const smallOfText = 500_000;
/** Pixels that the work beside them costs: reading a header, a process that starts. */
const leastWeight = 200_000;
const largest = limits.picturePixels + leastWeight;
/** Pixels that may wait: five of the largest pictures of one member, thirty in all, which take half a minute. */
const maxOfLarge = { maxWaitingOfSender: 5 * largest, maxWaiting: 30 * largest };
const maxOfSmall = { maxWaitingOfSender: 20 * small, maxWaiting: 200 * small };
/** Beside everything else a large picture gets a third of a processor. */
const priorityOfLarge = 5;
/** Work for readers or in the background takes turns as if it were one member's. */
const forReaders = new Work("readers");

/** Tasks' times for which a member whose file took too long sends no other. */
const timesOfRest = 9;

/**
 * Three processes, each of which runs only while it is needed: for large pictures, for recordings and PDFs, and for all else,
 * which never waits for them. A file that takes too long kills its process; the next one starts a new process.
 */
export function createPictureProcess(
  { answerMs, idleMs, isBackground }: ProcessLimits = usualLimits,
  url = workerUrl("picture-worker.js"),
): PictureProcess {
  const createLane = (most: typeof maxOfSmall, priority?: number) => ({
    queue: queueOfMembers(most),
    worker: createWorkerProcess({
      url,
      options: {
        // The decoder gets none of the server's settings and secrets.
        env: { FONTCONFIG_FILE: join(cardAssets, "fonts.conf"), ...givesMemoryBack },
        // No file's text can become code, whatever a library does with it.
        execArgv: ["--max-old-space-size=128", "--disallow-code-generation-from-strings"],
        serialization: "advanced",
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      },
      priority: isBackground ? constants.priority.PRIORITY_LOW : priority,
      idleMs,
    }),
  });
  type Lane = ReturnType<typeof createLane>;
  const ofSmall = createLane(maxOfSmall);
  const ofLarge = createLane(maxOfLarge, priorityOfLarge);
  const ofSound = createLane(maxOfSmall, priorityOfLarge);
  /** Until when members rest, by `performance.now()`. */
  const restsUntil = new LRUCache<number, number>({ max: 10_000 });

  function ensureRested(memberId: number | null): void {
    const left = ((memberId !== null && restsUntil.get(memberId)) || 0) - performance.now();
    ensure(left <= 0, "too_many_requests", {
      sentence: `The last file that you sent took too long to read. You can send another in ${minutes(left)}.`,
      retryAfter: Math.ceil(left / 1000),
    });
  }

  /** @throws AppError, for a damaged file and without an answer the one that `failure` makes */
  async function ask<Answer extends object>(
    { worker }: Lane,
    task: PictureTask | SizeTask | ArtTask | CardTask | SoundTask | PdfTask | LogoTask,
    failure: (isLate: boolean) => AppError,
    memberId: number | null = null,
  ): Promise<Exclude<Answer, { problem: PictureProblem }>> {
    // Where no process starts, the picture is not at fault.
    let whyNot: typeof failure = unavailable;
    let isLate = false;
    const patience =
      task.make === "sound" || task.make === "pdf" ? Math.min(answerMs, answerMsOfSound) : answerMs;
    try {
      const answer = await worker.use((child) => {
        whyNot = failure;
        child.send(task);
        return messageOf(child, patience) as Promise<Answer>;
      });
      if (!("problem" in answer)) return answer as Exclude<Answer, { problem: PictureProblem }>;
      const problem = answer.problem as PictureProblem;
      if (problem !== "file_type_refused") whyNot = () => new AppError(problem, refusalFacts(problem));
    } catch (error) {
      isLate = error instanceof NoMessage && error.isLate;
      if (isLate && memberId !== null) restsUntil.set(memberId, performance.now() + timesOfRest * patience);
      await worker.end();
    }
    throw whyNot(isLate);
  }

  return {
    async make(memberId, task) {
      ensureRested(memberId);
      const isForText = task.make === "text" || task.make === "made text";
      const takesMore = isForText || task.make === "poster";
      const header: SizeTask = { make: "size", source: task.source, isForText: takesMore };
      const work = memberId === null ? forReaders : workOfMember(memberId);
      const { pixels, isShrunk } = await ofSmall.queue.take(
        { kind: "header", weight: leastWeight, work },
        () => ask<SizeAnswer>(ofSmall, header, unreadable.picture, memberId),
      );
      if (pixels > (isShrunk ? task.maxShrunkPixels : task.maxPixels))
        throw new AppError("picture_too_large");
      const lane = pixels > (isForText ? smallOfText : small) ? ofLarge : ofSmall;
      const { pictures } = await lane.queue.take(
        { kind: task.make, weight: pixels + leastWeight, work },
        () => ask<PictureAnswer>(lane, task, unreadable.picture, memberId),
      );
      return pictures;
    },
    async measure(memberId, recording) {
      ensureRested(memberId);
      const task: SoundTask = { make: "sound", ...recording };
      const job = { kind: "sound", weight: leastWeight, work: workOfMember(memberId) };
      const { seconds } = await ofSound.queue.take(job, () =>
        ask<SoundAnswer>(ofSound, task, unreadable.recording, memberId),
      );
      return seconds;
    },
    async readPdf(memberId, source) {
      ensureRested(memberId);
      const job = { kind: "pdf", weight: leastWeight, work: workOfMember(memberId) };
      try {
        return await ofSound.queue.take(job, () =>
          ask<PdfFacts>(ofSound, { make: "pdf", source }, () => unread, memberId),
        );
      } catch (error) {
        if (error !== unread) throw error;
        return { pages: null, isLocked: false };
      }
    },
    async draw(drawing) {
      const task: ArtTask | CardTask = { assets: cardAssets, ...drawing };
      const isLarge = task.make === "art" || task.picture !== null;
      const job = { kind: "card", weight: isLarge ? small : leastWeight, work: forReaders };
      const { card: drawn } = await ofSmall.queue.take(job, () =>
        ask<CardAnswer>(ofSmall, task, unavailable),
      );
      return drawn;
    },
    async logo(memberId, logo) {
      ensureRested(memberId);
      const task: LogoTask = { make: "logo", maxPixels: limits.picturePixels, ...logo };
      const job = { kind: "logo", weight: largest, work: workOfMember(memberId) };
      const { card: made } = await ofLarge.queue.take(job, () =>
        ask<CardAnswer>(ofLarge, task, unreadable.picture, memberId),
      );
      return made;
    },
    async close() {
      await Promise.all([ofSmall, ofLarge, ofSound].map(({ worker }) => worker.end()));
    },
  };
}

const refused = (sentence: string) => new AppError("file_type_refused", { sentence });

/** Its first bytes are those of its kind (docs/rules.md#refused-files). */
const unreadable = {
  picture: (isLate: boolean) =>
    refused(
      isLate
        ? "This picture takes too long to read. Save it with fewer pixels and send that."
        : "This picture is damaged. Save it again in a picture program and send that.",
    ),
  recording: (isLate: boolean) =>
    refused(
      isLate
        ? "This recording takes too long to read. Send a shorter one, or save it as an MP3 again and send that."
        : "This recording is damaged, or browsers cannot play it. Save it as an MP3 and send that.",
    ),
};

/** Of a PDF that the process did not read. */
const unread = new AppError("file_type_refused");

const minutes = (milliseconds: number) =>
  milliseconds <= 60_000 ? "a minute" : `${Math.ceil(milliseconds / 60_000)} minutes`;

const unavailable = () => new AppError("unavailable", { retryAfter });

/** A failure of the machine is retryable soon. */
const refusalFacts = (problem: PictureProblem) => (problem === "unavailable" ? { retryAfter } : {});
