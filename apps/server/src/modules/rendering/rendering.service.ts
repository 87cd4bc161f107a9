import { limits as bounds } from "@cairn/contract";
import { AppError } from "../../lib/app-error.ts";
import { type CheckedBlock, mayHoldChecks } from "../../lib/checked-blocks.ts";
import { queueOfMembers } from "../../lib/fair-queue.ts";
import { type RenderedComment, renderPlain, unreadExcerptOf } from "../../lib/markdown.ts";
import type { PictureFacts } from "../../lib/picture-marks.ts";
import { createRequestThread, type ThreadLimits, Unanswered } from "../../lib/request-thread.ts";
import { workOfMember } from "../../lib/work.ts";
import { workerUrl } from "../../lib/workers.ts";
import type { Tasks } from "./render-tasks.ts";

/**
 * The longest text takes a tenth of a second. Texts usually come one after another, so an idle thread stays for a
 * minute.
 */
const threadLimits = { answerMs: 2_000, idleMs: 60_000 };
/** For ledger checks: texts stored before sizes were limited may take minutes. */
const checkLimits = { answerMs: 180_000, idleMs: 1_000 };
/** In characters: four of the longest texts for one member, forty for all members. */
const maxCharacters = { maxWaitingOfSender: 200_000, maxWaiting: 2_000_000 };
/** Captions take so many bytes in the time in which a text is rendered by one character. */
const bytesOfCharacter = 20;
/** Extra weight of each job, so that the number of jobs is limited too. */
const jobWeight = 500;

interface Settings {
  readonly log: { warn(facts: object, message: string): void };
  readonly thread?: ThreadLimits;
  readonly most?: Parameters<typeof queueOfMembers>[0];
  readonly url?: URL;
}

/**
 * Renders members' texts to HTML, off the event loop and before any transaction begins. A text that takes longer than
 * two seconds or crashes the thread is shown as plain text.
 */
export function createRenderingService({
  log,
  thread: limits = threadLimits,
  most = maxCharacters,
  url = workerUrl("render-worker.js"),
}: Settings) {
  const createLane = () => ({ thread: createRequestThread<Tasks>(url, limits), queue: queueOfMembers(most) });
  // A comment and a short preview never wait for somebody's long texts.
  const [ofShort, ofLong] = [createLane(), createLane()];
  // A separate thread, so that writers never wait for a check.
  const checking = createRequestThread<Tasks>(url, checkLimits);

  /** The thread's answer about a member's text; `instead` if the text takes too long or crashes the thread. */
  async function ask<Task extends keyof Tasks, Instead>(
    task: Task,
    memberId: number,
    question: Tasks[Task][0],
    { size, instead }: { size: number; instead: Instead },
  ): Promise<Tasks[Task][1] | Instead> {
    const { queue, thread } = size <= bounds.commentLength ? ofShort : ofLong;
    try {
      const job = { kind: task, weight: size + jobWeight, work: workOfMember(memberId) };
      return await queue.take(job, () => thread.ask(task, question));
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      if (error.reason === "unavailable") throw new AppError("unavailable", { retryAfter: 2 });
      log.warn({ task, member: memberId, problem: error.message }, "a text could not be rendered");
      return instead;
    }
  }

  return {
    /** @throws AppError too_many_requests, unavailable if too much is queued for rendering. */
    article(memberId: number, source: string, pictures: readonly PictureFacts[] = []): Promise<string> {
      const plain = { size: source.length, instead: renderPlain(source) };
      return pictures.length > 0
        ? ask("illustrated", memberId, { source, pictures }, plain)
        : ask("article", memberId, source, plain);
    },

    /**
     * The words by which cards, feeds and descriptions show an article; with its marks if the text takes too long.
     * @throws AppError too_many_requests, unavailable if too much is queued for rendering.
     */
    excerpt: (memberId: number, source: string): Promise<string> =>
      ask("excerpt", memberId, source, { size: source.length, instead: unreadExcerptOf(source) }),

    /**
     * A comment that is shown plain has no words of its own to look for names in.
     * @throws AppError too_many_requests, unavailable if too much is queued for rendering.
     */
    comment: (memberId: number, source: string): Promise<RenderedComment> =>
      ask("comment", memberId, source, {
        size: source.length,
        instead: { html: renderPlain(source), prose: "" },
      }),

    /**
     * The blocks of an article that say `check`; null if nobody knows them: the text takes too long, or `html`, by which it is
     * shown, has other blocks.
     * @throws AppError too_many_requests, unavailable if too much is queued for rendering.
     */
    checkedBlocks: async (memberId: number, source: string, html: string): Promise<CheckedBlock[] | null> =>
      mayHoldChecks(source)
        ? ask("checkedBlocks", memberId, { source, html }, { size: source.length, instead: null })
        : [],

    /**
     * Keys of the pictures that an article names, as often as it does; none if the text takes too long.
     * @throws AppError too_many_requests, unavailable if too much is queued for rendering.
     */
    pictures: (memberId: number, source: string): Promise<string[]> =>
      ask("pictures", memberId, source, { size: source.length, instead: [] }),

    /**
     * What a file of captions says; null if it takes too long to read.
     * @throws AppError too_many_requests, unavailable if too much is queued for rendering.
     */
    captions: (memberId: number, bytes: Uint8Array, language: string) =>
      ask(
        "captions",
        memberId,
        { bytes, language },
        { size: Math.round(bytes.length / bytesOfCharacter), instead: null },
      ),

    /**
     * Whether some version of Cairn rendered this HTML from this article; false also if the text cannot be rendered in time.
     */
    async isArticleHtml(source: string, html: string): Promise<boolean> {
      if (html === renderPlain(source)) return true;
      try {
        return await checking.ask("isArticleHtml", { source, html });
      } catch (error) {
        if (!(error instanceof Unanswered) || error.reason === "unavailable") throw error;
        log.warn({ problem: error.message }, "a stored text could not be rendered again");
        return false;
      }
    },

    async close(): Promise<void> {
      await Promise.all([ofShort.thread, ofLong.thread, checking].map((thread) => thread.close()));
    },
  };
}
export type RenderingService = ReturnType<typeof createRenderingService>;
