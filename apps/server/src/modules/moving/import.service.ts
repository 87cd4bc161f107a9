import { posix } from "node:path";
import { ContentDraft, type ImportProblem, type ImportResult, limits, oneForm } from "@cairn/contract";
import type { ValidateFunction } from "ajv";
import type { Bearer } from "../../calls/bearer.ts";
import { inlineSchema } from "../../calls/schemas.ts";
import { newAjv, refuseUnstorableText, toInputError } from "../../calls/validation.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { cutText } from "../../lib/cut-text.ts";
import { readBounded } from "../../lib/read-bounded.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { CaptionsService } from "../captions/captions.service.ts";
import type { Origin, WritingService } from "../content/writing/writing.service.ts";
import type { IncomingFiles, ReceivedFile } from "../media/incoming-files.ts";
import type { PictureService } from "../pictures/pictures.service.ts";
import type { SeriesService } from "../series/series.service.ts";
import type { UserService } from "../users/users.service.ts";
import { type ImportSource, openFolder, openReceived } from "./import-sources.ts";
import { ownFile } from "./moving.repository.ts";
import { createPictureFinder, namedPictures, several, withPictures } from "./picture-names.ts";
import { type ReadWork, readWork, type WorkProblem } from "./work-file.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  writing: Pick<WritingService, "bring">;
  series: Pick<SeriesService, "named">;
  pictures: Pick<PictureService, "add" | "knownIn" | "withBytes">;
  captions: Pick<CaptionsService, "add">;
  files: Pick<IncomingFiles, "receive" | "remove">;
  rateLimits: Pick<RateLimits, "take">;
  recordingMaxBytes: number;
  clock: Clock;
}

/** Bytes of a Markdown file: the longest text in the longest letters, with room for its front matter. */
const workBytes = 4 * limits.bodyLength + 16 * 1024;

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
  mp4: "video/mp4",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  opus: "audio/opus",
};

/** What downloads hold beside the items; history cannot be brought along. */
const isHistory = (path: string) => ["revisions.json", "reviews.json"].includes(posix.basename(path));
const isWork = (path: string) => /\.(?:md|markdown)$/i.test(path);

type Tell = (problem: ImportProblem) => void;

/** What is taken in. */
interface Sources extends ImportSource {
  readonly pictureAt: ReturnType<typeof createPictureFinder>;
}

const notWork = "This is not a Markdown file, and no Markdown file shows it or names it as its media.";
const zipInside = "This is a ZIP inside the ZIP. Unpack it, and import what it contains.";

/** Items from files (docs/rules.md#export-and-import). What is not understood is named, and nothing of that file is taken. */
export function createImportService({
  db,
  users,
  writing,
  series,
  pictures,
  captions,
  files,
  rateLimits,
  recordingMaxBytes,
  clock,
}: Dependencies) {
  /** Members whose files are being taken in: one import each, however many of their calls arrive at once. */
  const importing = new Set<number>();
  // Compiled by the first import: it would delay each start.
  let compiled: ValidateFunction | null = null;
  const draftCheck = (): ValidateFunction => {
    const check =
      compiled ?? newAjv({ coerceTypes: false, allErrors: true }).compile(inlineSchema(ContentDraft));
    compiled = check;
    return check;
  };

  async function workIn(source: ImportSource, path: string): Promise<ReadWork | WorkProblem> {
    const tooLong = { line: null, problem: `The file is longer than ${workBytes} bytes.` };
    if ((source.files.get(path) ?? 0) > workBytes) return tooLong;
    const bytes = await readBounded(await source.open(path), workBytes);
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return readWork(text, posix.basename(path).replace(/\.\w+$/, ""));
    } catch (error) {
      if (error instanceof TypeError) return { line: null, problem: "The file is not UTF-8 text." };
      throw error;
    }
  }

  /** The Markdown files that are understood, in the order in which they become items: series by their parts. */
  async function readAll(source: Sources, tell: Tell): Promise<string[]> {
    const found: { path: string; key: string; part: number }[] = [];
    const used = new Set<string>();
    for (const path of source.files.keys()) {
      if (!isWork(path)) continue;
      const work = await readSafely(() => workIn(source, path));
      if ("problem" in work) {
        tell({ file: path, ...work });
        continue;
      }
      const named = namedPictures(work.body).map(({ name }) => source.pictureAt(path, name) ?? "");
      for (const file of [work.media, work.poster, work.cover, ...(work.captions ?? [])])
        if (file !== undefined) named.push(mediaPath(path, file));
      // A text may name thousands; only files that are there are kept in mind.
      for (const file of named) if (typeof file === "string" && source.files.has(file)) used.add(file);
      const inSeries = work.series !== undefined && work.part !== undefined;
      found.push({ path, key: inSeries ? `s ${work.series}` : `p ${path}`, part: work.part ?? 0 });
    }
    for (const path of source.files.keys()) {
      if (isWork(path) || isHistory(path) || used.has(path)) continue;
      tell({ file: path, line: null, problem: path.toLowerCase().endsWith(".zip") ? zipInside : notWork });
    }
    found.sort(
      (one, other) => compare(one.key, other.key) || one.part - other.part || compare(one.path, other.path),
    );
    return found.map(({ path }) => path);
  }

  /** The item's file: its bytes, or one of the author's that has them already. */
  async function mediaOf(
    source: ImportSource,
    path: string,
    work: ReadWork,
    authorId: number,
  ): Promise<{ file: ReceivedFile | null; known: Origin["file"] }> {
    if (work.media === undefined) return { file: null, known: null };
    const name = mediaPath(path, work.media);
    const type = mediaTypes[posix.extname(name).slice(1).toLowerCase()];
    const bytes = source.files.get(name);
    if (bytes === undefined || !type) {
      throw new FieldProblem(
        "media",
        bytes === undefined ? `There is no file ${name}.` : "This type of file is not accepted.",
      );
    }
    // Of films and recordings; less of others is decided by their bytes.
    if (bytes > Math.max(limits.uploadBytes, recordingMaxBytes)) throw new AppError("file_too_large");
    const file = await receive(source, name, type, "media");
    const known = await ownFile(db.query, authorId, file.sha256);
    return { file, known };
  }

  /** Its poster, likewise. */
  async function posterOf(
    source: ImportSource,
    path: string,
    { poster }: ReadWork,
    authorId: number,
  ): Promise<{ file: ReceivedFile | null; known: Origin["poster"] }> {
    if (poster === undefined) return { file: null, known: null };
    const name = mediaPath(path, poster);
    const bytes = source.files.get(name);
    if (bytes === undefined) throw new FieldProblem("poster", `There is no file ${name}.`);
    if (bytes > limits.textPictureBytes)
      throw new FieldProblem("poster", `The picture ${name} is larger than 10 MB.`);
    const file = await receive(source, name, "", "poster");
    const own = await ownFile(db.query, authorId, file.sha256);
    return { file, known: own && /^image\/(?:jpeg|png)$/.test(own.type) ? own : null };
  }

  /**
   * The text with pictures that are this author's: those that are not come from beside the text, under the names of
   * own ones with the same bytes or under new names (docs/rules.md#pictures-encoded-once).
   */
  async function withOwnPictures(
    source: Sources,
    path: string,
    body: string,
    userId: number,
  ): Promise<string> {
    const own = new Set((await pictures.knownIn(userId, body)).map(({ key }) => `picture:${key}`));
    const fileOf = new Map<string, string>();
    for (const { name, at, mayBeText } of namedPictures(body)) {
      const file = own.has(name) ? null : source.pictureAt(path, name);
      if (file !== null && file !== several) fileOf.set(name, file);
      else if (!own.has(name) && !mayBeText)
        throw new FieldProblem("body", noPicture(name, file), body.slice(0, at).split("\n").length - 1);
    }
    const used = new Set(fileOf.values());
    // Before any is made, because that takes longer than all else.
    if (used.size > limits.textPictures)
      throw new FieldProblem("body", `A text can have at most ${limits.textPictures} pictures.`);
    const keys = new Map<string, string>();
    for (const file of used) keys.set(file, await ownPicture(source, file, userId, "body"));
    return withPictures(body, new Map([...fileOf].map(([name, file]) => [name, keys.get(file) ?? ""])));
  }

  /** The key of the author's picture with the bytes of this file, which `field` names. */
  async function ownPicture(
    source: ImportSource,
    name: string,
    userId: number,
    field: string,
  ): Promise<string> {
    if ((source.files.get(name) ?? 0) > limits.textPictureBytes)
      throw new FieldProblem(field, `The picture ${name} is larger than 10 MB.`);
    const file = await receive(source, name, "", field);
    try {
      const known = await pictures.withBytes(userId, file.sha256);
      if (known !== null) return known;
      const transact: Parameters<typeof pictures.add>[3] = (write) => db.transaction(write);
      return (await pictures.add({ userId }, { alt: "", decorative: true }, file, transact)).key;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "file_type_refused") throw error;
      throw new FieldProblem(field, `${name} cannot be shown. ${error.message}`);
    } finally {
      await files.remove(posix.basename(file.path));
    }
  }

  /** The key of the cover; nothing without one. */
  async function coverOf(source: ImportSource, path: string, { cover }: ReadWork, userId: number) {
    if (cover === undefined) return {};
    const name = mediaPath(path, cover);
    if (!source.files.has(name)) throw new FieldProblem("cover", `There is no file ${name}.`);
    return { cover: await ownPicture(source, name, userId, "cover") };
  }

  /** Stores the captions that a work names. Returns their keys as a field of its draft; without any, no field. */
  async function captionsOf(source: ImportSource, path: string, work: ReadWork, userId: number) {
    const keys: string[] = [];
    for (const written of work.captions ?? []) {
      const name = mediaPath(path, written);
      const bytes = source.files.get(name);
      if (bytes === undefined) throw new FieldProblem("captions", `There is no file ${name}.`);
      if (bytes > limits.captionsBytes) throw new FieldProblem("captions", `${name} is larger than 2 MB.`);
      const language = /\.([A-Za-z]{2,3}(?:-[A-Za-z0-9-]+)?)\.\w+$/.exec(name)?.[1] ?? work.language ?? "en";
      const file = await receive(source, name, "", "captions");
      try {
        const transact: Parameters<typeof captions.add>[3] = (write) => db.transaction(write);
        keys.push((await captions.add({ userId }, { language }, file, transact)).key);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
        throw new FieldProblem("captions", `${name} cannot be read. ${error.message}`);
      } finally {
        await files.remove(posix.basename(file.path));
      }
    }
    return keys.length > 0 ? { captions: keys } : {};
  }

  const receive = (source: ImportSource, name: string, type: string, field: string): Promise<ReceivedFile> =>
    source
      .open(name)
      .then((stream) => files.receive(stream, type))
      .catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        throw new FieldProblem(field, `The file ${name} is damaged.`);
      });

  async function take(
    source: Sources,
    path: string,
    { authorId, send }: { authorId: number; send: boolean },
  ): Promise<ImportResult["items"][number]> {
    const work = await workIn(source, path);
    if ("problem" in work) throw new Error(`${path} changed while it was read`);
    const draft = {
      title: oneForm(work.title),
      body: work.body,
      ...(work.category !== undefined && { category: work.category }),
      ...(work.summary !== undefined && { summary: work.summary }),
      ...(work.type !== undefined && { content_type: work.type }),
      ...(work.language !== undefined && { language: work.language }),
      ...(work.appliesTo !== undefined && { applies_to: [...work.appliesTo] }),
      ...(work.alt !== undefined && { alt: work.alt }),
      ...(work.embed !== undefined && { embed: work.embed }),
      ...(work.chapters !== undefined && { chapters: [...work.chapters] }),
      ...(work.noSpeech !== undefined && { no_speech: work.noSpeech }),
      draft: !send,
    };
    refuseUnstorableText(draft);
    const checkDraft = draftCheck();
    if (!checkDraft(draft))
      throw toInputError((checkDraft.errors ?? []) as Parameters<typeof toInputError>[0]);
    const createdAt = work.created && work.created < clock() ? work.created : null;
    const body = await withOwnPictures(source, path, work.body, authorId);
    const { file, known } = await mediaOf(source, path, work, authorId);
    let poster: Awaited<ReturnType<typeof posterOf>> | null = null;
    try {
      poster = await posterOf(source, path, work, authorId);
      const seriesId = work.series === undefined ? null : await series.named(authorId, work.series);
      const origin = { createdAt, file: known, poster: poster.known };
      const cover = await coverOf(source, path, work, authorId);
      const sent = {
        ...(draft as ContentDraft),
        ...cover,
        ...(await captionsOf(source, path, work, authorId)),
        body,
        ...(seriesId !== null && { series: seriesId }),
      };
      const fresh = { file: known ? null : file, poster: poster.known ? null : poster.file };
      const { id, title, status } = await writing.bring(authorId, sent, fresh, origin);
      return { id, title, file: path, status: status === "Pending" ? status : "Draft" };
    } finally {
      for (const received of [file, poster?.file]) {
        if (received) await files.remove(posix.basename(received.path));
      }
    }
  }

  async function bringAll(
    received: ImportSource,
    by: { authorId: number; send: boolean; isCounted: boolean },
  ): Promise<ImportResult> {
    const source = { ...received, pictureAt: createPictureFinder(received.files.keys()) };
    const items: ImportResult["items"] = [];
    const problems: ImportProblem[] = [];
    const tell = ({ problem, ...place }: ImportProblem) =>
      problems.push({ ...place, problem: cutText(problem, longestProblem) });
    const texts = [...source.files.keys()].filter(isWork).length;
    if (by.isCounted && texts > 0) await rateLimits.take("importByUser", String(by.authorId), texts);
    const paths = await readAll(source, tell);
    for (const path of paths) {
      // An import may take minutes; a deactivation ends it.
      if (by.isCounted) await users.active(by.authorId);
      try {
        items.push(await take(source, path, by));
      } catch (error) {
        const found = await problemsOf(error, await readSafely(() => workIn(source, path)));
        for (const problem of found) tell({ file: path, ...problem });
      }
    }
    return { items, problems };
  }

  return {
    /** A received Markdown file or ZIP. @throws AppError file_type_refused, body_too_large, too_many_requests */
    async received({ userId }: Bearer, file: ReceivedFile, send: boolean): Promise<ImportResult> {
      const { id: authorId } = await users.active(userId);
      if (importing.has(authorId)) throw new AppError("too_many_requests", { retryAfter: 10 });
      importing.add(authorId);
      try {
        const source = await openReceived(file);
        try {
          return await bringAll(source, { authorId, send, isCounted: true });
        } finally {
          await source.close();
        }
      } finally {
        importing.delete(authorId);
      }
    },

    /** A folder of this machine, for its operator. @throws AppError user_not_found, not_found */
    async folder(folder: string, email: string, send: boolean): Promise<ImportResult> {
      const author = await users.findByEmail(email);
      if (!author?.active)
        throw new AppError("user_not_found", { sentence: `There is no account with the email ${email}.` });
      return bringAll(await openFolder(folder), { authorId: author.id, send, isCounted: false });
    },
  };
}
export type ImportService = ReturnType<typeof createImportService>;

/** A field of the front matter that is written well and does not hold. */
class FieldProblem extends Error {
  readonly field: string;
  /** Lines of the field above the problem. */
  readonly linesAbove: number;
  constructor(field: string, problem: string, linesAbove = 0) {
    super(problem);
    this.field = field;
    this.linesAbove = linesAbove;
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** The path of a file that a Markdown file names; a path that leads out of the archive matches no file. */
const mediaPath = (path: string, media: string) => posix.join(posix.dirname(path), media).normalize("NFC");

/** Maximum length of a reported problem, which may quote the file. */
const longestProblem = 300;

const broken = { line: null, problem: "The file is damaged." };

const noPicture = (name: string, found: typeof several | null) =>
  found === several
    ? `Several files are called ${name}: write the path from the folder of the Markdown file.`
    : `The import has no file for the picture ${name}.`;

/** A damaged file of an archive is a problem of that file alone. */
async function readSafely(read: () => Promise<ReadWork | WorkProblem>): Promise<ReadWork | WorkProblem> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    return broken;
  }
}

/** Fields of a draft by their names in the front matter. */
const fieldNames: Readonly<Record<string, string>> = { content_type: "type" };

/** What to tell of an item that was refused; other errors go on. */
async function problemsOf(error: unknown, work: ReadWork | WorkProblem): Promise<WorkProblem[]> {
  const lineOf = (field: string) =>
    "problem" in work ? null : (work.lines.get(fieldNames[field] ?? field) ?? 1);
  if (error instanceof FieldProblem) {
    const line = lineOf(error.field);
    return [{ line: line && line + error.linesAbove, problem: error.message }];
  }
  if (!(error instanceof AppError)) throw error;
  const { details } = error.facts;
  if (!details?.length) return [{ line: null, problem: error.message }];
  return details.map(({ field, problem }) => {
    const name = field.split("/", 1)[0] ?? field;
    const words = problem.endsWith(".") ? problem : `${fieldNames[name] ?? name} ${problem}.`;
    return { line: lineOf(name), problem: words };
  });
}
