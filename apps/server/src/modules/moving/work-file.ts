import {
  type Chapter,
  type ContentType,
  type LanguageCode,
  limits,
  readChapters,
  writeChapters,
} from "@cairn/contract";
import { tooManyMarks } from "../../lib/unstorable-text.ts";

/** An item as one Markdown file with front matter. */
export interface Work {
  readonly title: string;
  /** The category's name. */
  readonly category: string;
  readonly type: ContentType;
  /** null: detected from the text. */
  readonly language: LanguageCode | null;
  readonly appliesTo: readonly string[];
  /** The title of its series, and its place in it. */
  readonly series: string | null;
  readonly part: number | null;
  /** For cards, feeds and descriptions; empty: none. */
  readonly summary: string;
  /** Path of its cover, as of its file. */
  readonly cover: string | null;
  /** Path of its file from the folder of the Markdown file, and what a picture shows. */
  readonly media: string | null;
  readonly alt: string;
  /** Path of the picture that stands for it before it is opened. */
  readonly poster: string | null;
  /** The address of a film of another site, in place of a file. */
  readonly embed: string | null;
  /** Paths of its captions, `captions.LANGUAGE.vtt`. */
  readonly captions: readonly string[];
  readonly chapters: readonly Chapter[];
  readonly noSpeech: boolean;
  readonly created: Date | null;
  readonly published: Date | null;
  /** Markdown. */
  readonly body: string;
}

/** Why a file is not understood; `line` from 1 on. */
export interface WorkProblem {
  readonly line: number | null;
  readonly problem: string;
}

type Optional = Omit<Work, "title" | "type" | "language" | "body">;

/** What a file says, as far as it is said. */
export interface ReadWork extends Readonly<{ [Name in keyof Optional]?: NonNullable<Optional[Name]> }> {
  /** As written. */
  readonly type?: string;
  readonly language?: string;
  readonly title: string;
  readonly body: string;
  /** Where each field stands; `body` is where the text begins. */
  readonly lines: ReadonlyMap<string, number>;
}

/** The file's text. Values are written as JSON, which YAML reads as well. */
export function writeWork(work: Work): string {
  const fields: [string, unknown][] = [
    ["title", work.title],
    ["category", work.category],
    ["summary", work.summary === "" ? null : work.summary],
    ["type", work.type],
    ["language", work.language],
    ["applies_to", work.appliesTo.length > 0 ? work.appliesTo : null],
    ["series", work.series],
    ["part", work.part],
    ["cover", work.cover],
    ["media", work.media],
    ["alt", work.alt === "" ? null : work.alt],
    ["poster", work.poster],
    ["embed", work.embed],
    ["captions", work.captions.length > 0 ? work.captions : null],
    ["chapters", work.chapters.length > 0 ? writeChapters(work.chapters).split("\n") : null],
    ["no_speech", work.noSpeech ? true : null],
    ["created", work.created],
    ["published", work.published],
  ];
  const lines = fields
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${inYaml(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${work.body}\n`;
}

const inYaml = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((one) => JSON.stringify(one)).join(", ")}]` : JSON.stringify(value);

type Value = string | string[];
const lists: ReadonlySet<string> = new Set(["applies_to", "captions", "chapters"]);
const names: ReadonlySet<string> = new Set([
  "title",
  "category",
  "summary",
  "type",
  "language",
  "applies_to",
  "series",
  "part",
  "cover",
  "media",
  "alt",
  "poster",
  "embed",
  "captions",
  "chapters",
  "no_speech",
  "created",
  "published",
]);

/** Fields of other programs (Jekyll, Hugo, Ghost, Obsidian) that say what a field of Cairn does. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ["date", "created"],
  ["categories", "category"],
  ["lang", "language"],
]);
/** Fields of theirs that Cairn has no place for. Anything else is more likely a field of Cairn with a slip of the pen. */
const passedOver: ReadonlySet<string> = new Set(
  (
    "aliases author authors comments cssclasses description draft excerpt feature_image featured featured_image " +
    "hero header id image images keywords last_modified_at lastmod layout linktitle math mermaid modified permalink " +
    "pin pinned publish publishdate published_at redirect_from sidebar slug status subtitle tag tags template " +
    "thumbnail toc updated updated_at url uuid visibility weight"
  ).split(" "),
);

/** Thrown and caught in this file alone. */
class NotUnderstood extends Error {
  readonly line: number;
  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/** The fields of a file, or why it cannot be read. `name` is its title if the file states none. */
export function readWork(text: string, name: string): ReadWork | WorkProblem {
  try {
    return read(text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n"), name);
  } catch (error) {
    if (error instanceof NotUnderstood) return { line: error.line, problem: error.message };
    throw error;
  }
}

function read(text: string, name: string): ReadWork {
  if (text.length > longestText)
    throw new NotUnderstood(1, `The file can have at most ${longestText} characters.`);
  const marks = tooManyMarks.exec(text);
  if (marks) {
    const line = text.slice(0, marks.index).split("\n").length;
    throw new NotUnderstood(line, "The text has more than 30 combining marks in a row.");
  }
  const lines = new Map<string, number>();
  if (text.startsWith("+++\n"))
    throw new NotUnderstood(1, "The front matter is TOML. Write it as YAML, between lines of three hyphens.");
  if (!text.startsWith("---\n")) {
    lines.set("body", 1);
    return { title: headingOf(text) ?? name, body: text.trimEnd(), lines };
  }
  const end = `${text}\n`.indexOf("\n---\n", 3);
  if (end === -1)
    throw new NotUnderstood(1, "The front matter does not end. End it with a line of three hyphens.");
  if (end > longestFront)
    throw new NotUnderstood(1, `The front matter can have at most ${longestFront} characters.`);
  const rows = end === 3 ? [] : text.slice(4, end).split("\n");
  const values = readFields(rows, lines);
  const [, blank = "", rest = ""] = /^(\n?)(.*)$/s.exec(text.slice(end + 5)) ?? [];
  const body = rest.trimEnd();
  lines.set("body", rows.length + 3 + blank.length);

  const textOf = (field: string) => values.get(field) as string | undefined;
  const title = textOf("title") ?? headingOf(body) ?? name;
  const at = (field: string) => lines.get(field) ?? 1;
  const created = dateOf(textOf("created"), at("created"));
  const published = dateOf(textOf("published"), at("published"));
  const part = numberOf(textOf("part"), at("part"));
  const chapters = chaptersOf(values.get("chapters") as string[] | undefined, at("chapters"));
  return {
    title,
    body,
    lines,
    ...given("category", oneOf(values.get("category"), at("category"))),
    ...given("summary", textOf("summary")),
    ...given("type", textOf("type")),
    ...given("language", textOf("language")),
    ...given("appliesTo", values.get("applies_to") as string[] | undefined),
    ...given("series", textOf("series")),
    ...given("cover", textOf("cover")),
    ...given("media", textOf("media")),
    ...given("alt", textOf("alt")),
    ...given("poster", textOf("poster")),
    ...given("embed", textOf("embed")),
    ...given("captions", values.get("captions") as string[] | undefined),
    ...given("chapters", chapters),
    ...given("noSpeech", textOf("no_speech") === "true" || undefined),
    ...given("part", part),
    ...given("created", created),
    ...given("published", published),
  };
}

const given = <Name extends string, Given>(name: Name, value: Given | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Given };

/** The first heading of the first level, without the signs that may close it. A line of code is none. */
function headingOf(body: string): string | undefined {
  let fence: string | null = null;
  let before = "";
  for (const line of body.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (mark !== undefined) fence = mark;
    const heading = /^#[ \t]+(\S.*)$/s.exec(line)?.[1];
    if (heading !== undefined)
      return heading
        .trimEnd()
        .replace(/[ \t]#+$/, "")
        .trimEnd();
    if (/^=+[ \t]*$/.test(line) && before.trim() !== "") return before.trim();
    before = line;
  }
  return undefined;
}

/** Nothing was written for a site before; a database knows no year 0. */
const earliestYear = 1900;

function dateOf(text: string | undefined, line: number): Date | undefined {
  if (text === undefined) return undefined;
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(?: ?(Z|[+-]\d\d:?\d\d))?)?$/.exec(text) ??
    [];
  // YAML's timestamps may have a space in them, and are of UTC where they name no zone.
  const offset = zone?.replace(/(\d\d)(\d\d)$/, "$1:$2") ?? "Z";
  const date = day === undefined ? null : new Date(time === undefined ? day : `${day}T${time}${offset}`);
  // Also false for an invalid date.
  if (!date || !(date.getUTCFullYear() >= earliestYear)) {
    throw new NotUnderstood(line, `"${text}" is no date such as 2026-11-23 or 2026-11-23T08:00:00Z.`);
  }
  return date;
}

function oneOf(value: Value | undefined, line: number): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  const [only] = value;
  if (only === undefined || value.length > 1)
    throw new NotUnderstood(line, "Name one category: a post has exactly one.");
  return only;
}

function chaptersOf(rows: string[] | undefined, line: number): readonly Chapter[] | undefined {
  const chapters = rows && readChapters(rows.join("\n"));
  if (chapters && "problem" in chapters)
    throw new NotUnderstood(line, `Chapter ${chapters.line} ${chapters.problem}.`);
  return chapters;
}

function numberOf(text: string | undefined, line: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new NotUnderstood(line, `"${text}" is no place in a series: 1, 2, 3 and so on.`);
  return Number(text);
}

/** `name: value` by line; a list may also stand below its name, with a hyphen before each value. */
function readFields(rows: readonly string[], lines: Map<string, number>): Map<string, Value> {
  const values = new Map<string, Value>();
  let open: string[] | null = null;
  let passes = false;
  for (const [index, row] of rows.entries()) {
    const line = index + 2;
    // Everything behind the name belongs to the value, whatever separators of lines it holds.
    if (/^\s*(#.*)?$/s.test(row)) continue;
    // All that belongs to a field which is passed over.
    if (passes && /^[\s\]}-]/.test(row)) continue;
    passes = false;
    const [, item] = /^\s*-\s+(.*)$/s.exec(row) ?? [];
    if (item !== undefined) {
      if (!open) throw new NotUnderstood(line, "A value with a hyphen must be below the name of a list.");
      open.push(scalarOf(item, line));
      continue;
    }
    const [, written, rest = ""] = /^([A-Za-z_-]+):(?:\s+(.*))?$/s.exec(row) ?? [];
    if (written === undefined) throw new NotUnderstood(line, 'A line of the front matter is "name: value".');
    // Hugo's cover is no path but a group of fields.
    const isGroup = written === "cover" && rest.trim() === "";
    if (isGroup || passedOver.has(written.replaceAll("-", "_").toLowerCase())) {
      passes = true;
      continue;
    }
    const name = sameAs.get(written) ?? written;
    if (!names.has(name))
      throw new NotUnderstood(
        line,
        `There is no field "${written}". The fields are ${[...names].join(", ")}.`,
      );
    if (values.has(name)) throw new NotUnderstood(line, `The field "${name}" appears twice.`);
    lines.set(name, line);
    const isList = lists.has(name) || (written === "categories" && /^(?:\[.*)?$/s.test(rest.trim()));
    open = isList ? listOf(rest.trim(), line) : null;
    values.set(name, open ?? scalarOf(rest, line));
  }
  return values;
}

function listOf(text: string, line: number): string[] {
  if (text === "") return [];
  if (!text.startsWith("[") || !text.endsWith("]"))
    throw new NotUnderstood(line, "Write a list as [one, two], or one value per line.");
  const inner = text.slice(1, -1).trim();
  if (inner === "") return [];
  const parts = inner.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+/g) ?? [];
  return parts.filter((part) => part.trim() !== "").map((part) => scalarOf(part, line));
}

/** Characters of the front matter: reading a line of it takes as long as reading a page of the text. */
const longestFront = 16_000;
const longestText = limits.bodyLength + longestFront;
/** Characters of a value; the fields of a post have shorter limits of their own. */
const longestValue = 2_000;

function scalarOf(written: string, line: number): string {
  const text = written.trim();
  if (text.length > longestValue) throw new NotUnderstood(line, "A value can have at most 2,000 characters.");
  if (text.startsWith('"')) {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "string") return value;
    } catch {
      // Said below.
    }
    throw new NotUnderstood(line, "The text in double quotes is not valid.");
  }
  if (text.startsWith("'")) {
    if (!/^'(?:[^']|'')*'$/.test(text))
      throw new NotUnderstood(line, "The text in single quotes is not valid.");
    return text.slice(1, -1).replaceAll("''", "'");
  }
  if (text === "" || /^[[\]{}&*!|>%@`,?]|: |\s#/.test(text)) {
    throw new NotUnderstood(line, text === "" ? "The value is missing." : "Put the value in quotes.");
  }
  return text;
}
