import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "../../../lib/app-error.ts";
import { createIdleProcess, messageOf } from "../../../lib/idle-process.ts";
import { createTurns } from "../../../lib/in-turn.ts";
import type {
  CardAnswer,
  CardTask,
  MadePicture,
  PictureAnswer,
  PictureProblem,
  PictureTask,
  SoundAnswer,
  SoundTask,
} from "./tasks.ts";

/**
 * The build bundles picture-worker.ts to picture-worker.js beside the bundle that holds this module. From source
 * (tests) Node 20 cannot run TypeScript, so tests/support/server/worker-setup.ts bundles it to .cache first.
 */
const workerUrl = new URL(
  import.meta.url.endsWith("/src/modules/media/pictures/picture-process.ts")
    ? "../../../../.cache/picture-worker.js"
    : "./picture-worker.js",
  import.meta.url,
);

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
  /** Runs one task at a time, in order, because the largest picture takes hundreds of megabytes. @throws AppError */
  make(task: PictureTask): Promise<readonly MadePicture[]>;
  /** How long a recording is, in seconds; null if it does not say. In the same order. @throws AppError */
  measure(recording: Omit<SoundTask, "make">): Promise<number | null>;
  /** Draws a card as a PNG, in the same order. @throws AppError unavailable */
  draw(card: Omit<CardTask, "make" | "assets">): Promise<Uint8Array>;
  close(): Promise<void>;
}

const usualLimits: ProcessLimits = { answerMs: 20_000, idleMs: 10_000 };
/** For work that nobody waits for, on a machine that may have other things to do. */
export const backgroundLimits: ProcessLimits = { answerMs: 120_000, idleMs: 10_000, isBackground: true };
const retryAfter = 5;

/**
 * A process that runs only while it is needed. A picture that takes too long kills it; the next one starts a new
 * process.
 */
export function createPictureProcess(
  { answerMs, idleMs, isBackground }: ProcessLimits = usualLimits,
  url = workerUrl,
): PictureProcess {
  const inTurn = createTurns();
  const worker = createIdleProcess({
    url,
    prepare: async () => ({
      // The decoder gets none of the server's settings and secrets.
      env: { FONTCONFIG_FILE: join(cardAssets, "fonts.conf") },
      execArgv: ["--max-old-space-size=128"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
    priority: isBackground ? constants.priority.PRIORITY_LOW : undefined,
    idleMs,
  });

  /** @throws AppError, without an answer the one that `failure` makes */
  async function ask<Answer extends object>(
    task: PictureTask | CardTask | SoundTask,
    failure: () => AppError,
  ): Promise<Exclude<Answer, { problem: PictureProblem }>> {
    // Where no process starts, the picture is not at fault.
    let whyNot = unavailable;
    try {
      const answer = await worker.use((child) => {
        whyNot = failure;
        child.send(task);
        return messageOf(child, answerMs) as Promise<Answer>;
      });
      if (!("problem" in answer)) return answer as Exclude<Answer, { problem: PictureProblem }>;
      const problem = answer.problem as PictureProblem;
      const isUnreadable = task.make === "text" && problem === "file_type_refused";
      whyNot = () => (isUnreadable ? unreadable() : new AppError(problem, refusalFacts(problem)));
    } catch {
      await worker.end();
    }
    throw whyNot();
  }

  return {
    make: (task) => inTurn(async () => (await ask<PictureAnswer>(task, unreadable)).pictures),
    measure: (recording) =>
      inTurn(async () => {
        const task: SoundTask = { make: "sound", ...recording };
        return (await ask<SoundAnswer>(task, () => new AppError("file_type_refused"))).seconds;
      }),
    draw: (card) =>
      inTurn(async () => {
        const task: CardTask = { make: "card", assets: cardAssets, ...card };
        return (await ask<CardAnswer>(task, unavailable)).card;
      }),
    close: worker.end,
  };
}

const unreadable = () =>
  new AppError("file_type_refused", { sentence: "This picture is damaged, or takes too long to read." });
const unavailable = () => new AppError("unavailable", { retryAfter });

/** A failure of the machine is retryable soon. */
const refusalFacts = (problem: PictureProblem) => (problem === "unavailable" ? { retryAfter } : {});
