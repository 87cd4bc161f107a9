/** A caption as the editor has it. */
export interface WrittenCue {
  /** Of its row on the screen. */
  readonly id: number;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** WebVTT's own marks included, such as `<v Ann>`. */
  readonly text: string;
  /** Where it stands, as WebVTT writes it. */
  readonly settings: string;
}

const timing = /^(?:(\d+):)?(\d\d):(\d\d\.\d{3}) --> (?:(\d+):)?(\d\d):(\d\d\.\d{3}) ?(.*)$/;

/** The cues of WebVTT as the server stores it, or as `writeCues` writes it; blocks without times count for nothing. */
export function readCues(vtt: string): WrittenCue[] {
  return vtt.split("\n\n").flatMap((block, id) => {
    const [first = "", ...lines] = block.trim().split("\n");
    const [, h = "0", m, s, hours = "0", minutes, seconds, settings = ""] = timing.exec(first) ?? [];
    if (m === undefined) return [];
    const start = Number(h) * 3600 + Number(m) * 60 + Number(s);
    const end = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return [{ id, start, end, settings, text: lines.join("\n") }];
  });
}

/** The same the other way round, in the order of time; cues without a text are left out. */
export function writeCues(cues: readonly WrittenCue[]): string {
  const blocks = cues
    .map((cue) => ({ ...cue, text: cue.text.trim().replaceAll(/\n\s*\n/g, "\n") }))
    .filter(({ text }) => text !== "")
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, settings, text }) =>
      [`${stamp(start)} --> ${stamp(end)} ${settings}`.trim(), text].join("\n"),
    );
  return `${["WEBVTT", ...blocks].join("\n\n")}\n`;
}

/** `00:01:02.500` */
function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const rest = `${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${rest}`;
}

/** A moment as a writer reads and types it: `1:02.5`. */
export function writeTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const minutes = Math.floor(tenths / 600);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** Seconds of `1:02.5`, `62.5` or `1:02:03`; null for anything else. */
export function readTime(text: string): number | null {
  const [, hours = "0", minutes = "0", seconds] =
    /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim()) ?? [];
  if (seconds === undefined) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", "."));
}
