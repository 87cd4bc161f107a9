import type { Cue } from "@cairn/contract";
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";

/** What is read from a file of captions. */
export interface ReadCaptions {
  /** As WebVTT. */
  readonly vtt: string;
  readonly cues: readonly Cue[];
}

/** Why a file is not understood; `line` from 1 on. */
export interface CaptionsProblem {
  readonly line: number;
  readonly problem: string;
}

/** Cues of one file: those of nine hours, one every two seconds. */
const maxCues = 16_000;
const maxLine = 5_000;

/**
 * Reads WebVTT or SubRip, and more of either than their descriptions allow: what programs write in fact. No word is lost
 * without notice.
 * @param language decides the encoding of a file that is not Unicode
 */
export function readCaptions(bytes: Uint8Array, language: string): ReadCaptions | CaptionsProblem {
  const lines = decode(bytes, language)
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(timingOfYouTube, "$1 --> $2"));
  const kind = kindOf(lines);
  if (typeof kind !== "string") return kind;
  const timings = lines.flatMap((_line, at) => (isTiming(lines, at) ? [at] : []));
  if (timings.length > maxCues) return { line: 1, problem: `There can be at most ${maxCues} captions.` };

  const long = lines.findIndex((line) => line.length > maxLine);
  if (long >= 0) return { line: long + 1, problem: `A line can have at most ${maxLine} characters.` };

  const found: Timed[] = [];
  for (const [index, at] of timings.entries()) {
    const line = lines[at] ?? "";
    const timed = readTiming(line);
    if (timed === null) return { line: at + 1, problem: `“${short(line)}” does not say from when to when.` };
    if (timed.end < timed.start) return { line: at + 1, problem: `“${short(line)}” ends before it begins.` };
    const next = timings[index + 1];
    const end = next === undefined ? lines.length : beforeCue(lines, at, next);
    const words = cleanWords(lines.slice(at + 1, end), kind);
    if (words !== "") found.push({ ...timed, words });
  }
  if (timings.length === 0 && kind === "srt") return noCaptions;
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const cues = isRolling(lines) ? withoutRepeats(found) : found;
  const blocks = cues.map(
    ({ start, end, settings, words }) => `${timeOf(start)} --> ${timeOf(end)}${settings}\n${words}\n`,
  );
  return { vtt: ["WEBVTT\n", ...blocks].join("\n"), cues: cues.map(cueOf) };
}

/** The cues of WebVTT that `readCaptions` wrote; null for any other text. */
export function cuesIn(vtt: Uint8Array): readonly Cue[] | null {
  const read = readCaptions(vtt, "en");
  return "problem" in read ? null : read.cues;
}

const noCaptions: CaptionsProblem = {
  line: 1,
  problem: "This is neither WebVTT, which begins with “WEBVTT”, nor SubRip, which begins with “1”.",
};

function kindOf(lines: readonly string[]): "vtt" | "srt" | CaptionsProblem {
  const first = lines.findIndex((line) => line.trim() !== "");
  const line = lines[first] ?? "";
  if (/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "")) return "vtt";
  if (/^\s*\[Script Info\]/i.test(line)) {
    return {
      line: first + 1,
      problem: "This is a file of Aegisub (ASS). Export it as SubRip and send that.",
    };
  }
  if (/^\s*\d+\s*$/.test(line) || isTiming(lines, first)) return "srt";
  return noCaptions;
}

/** Windows' encodings by language, for files that are not Unicode. */
const legacyEncodings: Readonly<Record<string, string>> = {
  ar: "windows-1256",
  fa: "windows-1256",
  ur: "windows-1256",
  ru: "windows-1251",
  uk: "windows-1251",
  bg: "windows-1251",
  el: "windows-1253",
  tr: "windows-1254",
  he: "windows-1255",
  pl: "windows-1250",
  cs: "windows-1250",
  hu: "windows-1250",
  ro: "windows-1250",
  vi: "windows-1258",
  ja: "shift_jis",
  ko: "euc-kr",
  zh: "gb18030",
};

function decode(bytes: Uint8Array, language: string): string {
  const encoding = unicodeOf(bytes);
  const text = encoding === null ? legacyText(bytes, language) : new TextDecoder(encoding).decode(bytes);
  // As browsers read it; a database stores no zeros.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what nobody sees
  return text.replaceAll("\0", "\ufffd").replaceAll(/[\x01-\x08\x0e-\x1f]/g, "");
}

const legacyText = (bytes: Uint8Array, language: string) =>
  new TextDecoder(legacyEncodings[language.split("-", 1)[0] ?? ""] ?? "windows-1252").decode(bytes);

/** By its mark, by the zeros of UTF-16, or because it is valid UTF-8. */
function unicodeOf(bytes: Uint8Array): string | null {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  if (one === 0xfe && two === 0xff) return "utf-16be";
  // A file of captions begins with ASCII.
  if (one === 0 && two !== 0) return "utf-16be";
  if (one !== 0 && two === 0) return "utf-16le";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return null;
  }
}

/** Whether a line says from when to when. An arrow in what is said does not: "x --> 0". */
function isTiming(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (!line.includes("-->")) return false;
  const before = (lines[at - 1] ?? "").trim();
  return /\d:\d/.test(line) || before === "" || /^\d+$/.test(before);
}

interface Timing {
  readonly start: number;
  readonly end: number;
  /** With a space before each. */
  readonly settings: string;
}

interface Timed extends Timing {
  /** With marks. */
  readonly words: string;
}

const clockTime = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,3}))?`;
const timing = new RegExp(`^\\s*${clockTime}\\s*-->\\s*${clockTime}(?:\\s(.*))?$`);

/** Of the SBV files that YouTube exports: "0:00:00.599,0:00:04.160". */
const timingOfYouTube = /^(\d{1,2}:\d\d:\d\d\.\d{3}),(\d{1,2}:\d\d:\d\d\.\d{3})$/;

function readTiming(line: string): Timing | null {
  const parts = timing.exec(line);
  if (!parts) return null;
  const [start, end] = [secondsOf(parts.slice(1, 5)), secondsOf(parts.slice(5, 9))];
  if (start === null || end === null) return null;
  return { start, end, settings: settingsIn(parts[9] ?? "") };
}

/** @param parts hours, minutes, seconds and the fraction as it is written: ",5" is half a second */
function secondsOf([hours = "0", minutes = "0", seconds = "0", fraction = "0"]: string[]): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole + Number(fraction.padEnd(3, "0")) / 1000;
}

const number = String.raw`\d{1,3}(?:\.\d{1,6})?`;
const setting = new RegExp(
  `^(?:vertical:(?:rl|lr)|line:(?:-?\\d{1,3}|${number}%)(?:,(?:start|center|end))?` +
    `|position:${number}%(?:,(?:line-left|center|line-right))?|size:${number}%|align:(?:start|center|end|left|right))$`,
);

/** What browsers understand of where a cue stands. */
const settingsIn = (rest: string): string =>
  rest
    .split(/\s+/)
    .filter((one) => setting.test(one))
    .map((one) => ` ${one}`)
    .join("");

/** Where the words of a cue end: before the next one's name or number. */
function beforeCue(lines: readonly string[], at: number, next: number): number {
  const name = (lines[next - 1] ?? "").trim();
  const isNamed =
    next - 1 > at && name !== "" && ((lines[next - 2] ?? "").trim() === "" || /^\d+$/.test(name));
  return isNamed ? next - 1 : next;
}

/** Words of WebVTT: its marks for bold, italics, underline, speakers, languages and small print above signs. */
function cleanWords(lines: readonly string[], kind: "vtt" | "srt"): string {
  const kept: string[] = [];
  let isNote = false;
  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === "";
    if (isBlank) isNote = false;
    else if (kind === "vtt" && index > 0 && (lines[index - 1] ?? "").trim() === "")
      isNote = /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line);
    if (!isBlank && !isNote) kept.push(line.trim());
  }
  return (
    kept
      .join("\n")
      // Styles of Aegisub in SubRip: {\an8}
      .replaceAll(/\{\\[^}\n]{0,200}\}/g, "")
      .replaceAll(/&(?!(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});)/gi, "&amp;")
      .replaceAll(/<(?:[^<>\n]{0,300}>)?/g, cleanMark)
      .replaceAll("-->", "--&gt;")
      .split("\n")
      .filter((line) => plainText(line) !== "")
      .join("\n")
  );
}

/** Marks that only style or time single words go; anything else is what somebody says: "List<String>". */
function cleanMark(mark: string): string {
  if (/^<\/?(?:b|i|u|ruby|rt|v|lang)>$/i.test(mark)) return mark.toLowerCase();
  const spoken = /^<(v|lang)(?:\.[^\s>]+)?\s+([^>]+)>$/i.exec(mark);
  if (spoken) return `<${spoken[1]?.toLowerCase()} ${spoken[2]?.trim()}>`;
  const isStyle = /^<\/?(?:c|font|span|p|div|br|[biu])(?:[\s./][^>]*)?>$/i.test(mark);
  return isStyle || /^<[\d:.]+>$/.test(mark) ? "" : mark.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Entities of WebVTT are those of HTML. */
function plainText(words: string): string {
  const unmarked = words.replaceAll(/<[^>]*>/g, "");
  const text = unmarked.includes("&") ? textOf(parseFragment(unmarked)) : unmarked;
  return text.replaceAll(/[^\S\n]+/g, " ").trim();
}

function textOf(node: DefaultTreeAdapterMap["node"]): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** YouTube's own captions of speech: each cue repeats the line before and adds words, one time each. */
const isRolling = (lines: readonly string[]) => lines.some((line) => /<\d\d:\d\d:\d\d\.\d{3}><c>/.test(line));

function withoutRepeats(found: readonly Timed[]): Timed[] {
  let before = "";
  return found.flatMap((cue) => {
    const said = cue.words.split("\n");
    const fresh = said[0] === before ? said.slice(1) : said;
    before = said.at(-1) ?? "";
    return fresh.length === 0 ? [] : [{ ...cue, words: fresh.join("\n") }];
  });
}

function cueOf({ start, end, words }: Timed): Cue {
  const speaker = /<v ([^>]+)>/.exec(words)?.[1];
  return { start, end, text: plainText(words), ...(speaker && { speaker: plainText(speaker) }) };
}

function timeOf(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = [two(ms / 3_600_000), two((ms / 60_000) % 60), two((ms / 1000) % 60)].join(":");
  return `${clock}.${String(ms % 1000).padStart(3, "0")}`;
}

/** A line of a file, to be quoted. */
const short = (line: string) => (line.length > 60 ? `${line.slice(0, 60)}…` : line);
