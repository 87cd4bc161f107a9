import type { Chapter } from "./captions.ts";
import { limits } from "./limits.ts";

/** A moment as people write it: `0:00`, `12:40`, `1:02:03`. */
export function formatMoment(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Seconds of an address's `t`: `95`, `95s`, `1m35s`, `1h2m3s` or `1:35`; null for anything else. */
export function readMoment(text: string): number | null {
  const clock = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text);
  const parts = clock ?? /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text);
  if (!parts || text === "") return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Chapters as lines of text, as writers know them from YouTube. */
export const writeChapters = (chapters: readonly Chapter[]): string =>
  chapters.map(({ at, title }) => `${formatMoment(at)} ${title}`).join("\n");

/** Where a list of chapters is not understood; `line` from 1 on. */
export interface ChaptersProblem {
  readonly line: number;
  readonly problem: string;
}

const chapterLine = /^[\s([•*–-]*((?:\d{1,2}:)?\d{1,3}:[0-5]\d)[\])]?\s*[-–—:|.]?\s*(.*)$/;

/** Chapters from lines such as `0:00 Start`; blank lines count for nothing, and those of lists pasted from elsewhere are understood. */
export function readChapters(text: string): Chapter[] | ChaptersProblem {
  const chapters: Chapter[] = [];
  for (const [index, row] of text.split("\n").entries()) {
    if (row.trim() === "") continue;
    const line = index + 1;
    const [, moment = "", title = ""] = chapterLine.exec(row) ?? [];
    const at = readMoment(moment);
    if (at === null) return { line, problem: "must begin with a time, such as 1:35" };
    if (title.trim() === "") return { line, problem: "must have a title behind its time" };
    if (title.length > limits.chapterTitleLength)
      return { line, problem: `can have at most ${limits.chapterTitleLength} characters` };
    const before = chapters.at(-1);
    if (!before && at !== 0)
      return { line, problem: "must be at 0:00: the first chapter begins at the beginning" };
    if (before && at <= before.at) return { line, problem: "must be after the chapter before it" };
    if (chapters.length === limits.chapters)
      return { line, problem: `is one too many: at most ${limits.chapters}` };
    chapters.push({ at, title: title.trim().replaceAll(/\s+/g, " ") });
  }
  return chapters;
}
