import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { AppError, fieldError } from "../../lib/app-error.ts";
import { limitSilence } from "../../lib/limit-silence.ts";
import type { ReceivedFile } from "./incoming-files.ts";
import type { Receiving } from "./storage.service.ts";

/** Bytes for fields, their headers and the boundaries beside the file. */
const fieldsBytes = 1024 * 1024;
const maxFields = 60;

/** What a part with a file may hold. */
export interface FilePart {
  /** Whether a file of this declared type can be accepted: others are refused before they are sent. */
  accepts(declaredType: string): boolean;
  /** Bytes of the largest file. */
  readonly maxBytes: number;
  /** What to say of a file of another type or size; without it, what the catalogue says. */
  readonly sentences?: { readonly type: string; readonly size: string } | undefined;
}

export interface FormReading {
  receive(stream: Readable, declaredType: string): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
  /** By the names of the parts, the largest first. */
  readonly parts: ReadonlyMap<string, FilePart>;
  readonly receiving: Receiving;
  /** Milliseconds of silence after which a sender is taken to be gone. */
  readonly patienceMs: number;
  /** Fields that take any number of parts. */
  readonly lists: ReadonlySet<string>;
}

interface Form {
  readonly fields: Record<string, string | string[]>;
  readonly files: ReadonlyMap<string, ReceivedFile>;
}

/** Reads a whole form; its files, at most one of each of the `parts`, go to `receive`. Leaves no file behind if it fails. */
export function readForm(
  payload: IncomingMessage,
  parser: ReturnType<typeof parserFor>,
  { receive, discard, parts, receiving, patienceMs, lists }: FormReading,
): Promise<Form> {
  const [largest] = parts.values();
  const maxOfForm = [...parts.values()].reduce((sum, { maxBytes }) => sum + maxBytes, fieldsBytes);
  const fields = new Map<string, string | string[]>();
  let bytes = 0;
  let incoming: Readable | null = null;
  const received = new Map<string, Promise<ReceivedFile>>();

  return new Promise((resolve, reject) => {
    let refused = false;
    function refuse(error: unknown): void {
      if (refused) return;
      refused = true;
      payload.unpipe(parser);
      incoming?.destroy(new Error("the form was refused"));
      const gone = [...received.values()].map((file) => file.then(discard, () => {})); // a failed one has cleaned up after itself
      Promise.all(gone).then(() => reject(error), reject);
    }
    const broken = () =>
      refuse(new AppError("invalid_input", { sentence: "The form is broken or incomplete." }));
    const tooMuch = () => refuse(new AppError("body_too_large"));

    parser.on("field", (name, value, _nameCut, valueCut) => {
      if (valueCut) return tooMuch();
      if (name === undefined) return broken(); // the library's types do not allow for parts without a name
      const given = fields.get(name);
      if (lists.has(name)) return void fields.set(name, [...(given ?? []), ...textsOf(value)]);
      if (given !== undefined || received.has(name)) return refuse(fieldError(name, "is given twice"));
      fields.set(name, normaliseNewlines(value));
    });
    parser.on("file", (name, stream, filename, _encoding, declaredType) => {
      stream.on("error", () => {}); // the stream's reader handles it
      // The parser continues to the end of its chunk. And if no file is chosen, browsers send a part without a name.
      if (refused || filename === "") return void stream.resume();
      incoming = stream;
      const part = parts.get(name ?? "");
      if (name === undefined || !part) return refuse(fieldError(name ?? "", "is not known here"));
      if (received.has(name)) return refuse(fieldError(name, "accepts one file"));
      if (fields.has(name)) return refuse(fieldError(name, "is given twice"));
      if (!part.accepts(declaredType)) {
        return refuse(new AppError("file_type_refused", part.sentences && { sentence: part.sentences.type }));
      }
      // The parser would truncate the file here and continue as if nothing were missing.
      stream.once("limit", () => refuse(tooLarge(part)));
      const file = receive(part === largest ? stream : upTo(part, stream), declaredType);
      received.set(name, file);
      file.catch(refuse);
    });
    parser.on("filesLimit", tooMuch);
    parser.on("fieldsLimit", tooMuch);
    parser.on("partsLimit", tooMuch);
    parser.on("error", broken);
    parser.on("finish", () => {
      const named = [...received].map(async ([name, file]) => [name, await file] as const);
      Promise.all(named).then((files) => {
        if (refused) return;
        limitSilence(payload, 0);
        resolve({ fields: Object.fromEntries(fields), files: new Map(files) });
      }, refuse);
    });

    payload.once("error", broken);
    payload.once("close", () => {
      if (!payload.readableEnded) broken();
    });
    limitSilence(payload, patienceMs);
    // A body that declares too large a size is not read at all; one that turns out too large is read no further.
    if (Number(payload.headers["content-length"]) > maxOfForm) return refuse(tooLarge(largest));
    payload.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxOfForm) return refuse(tooLarge(largest));
      if (refused) return;
      try {
        receiving.add(chunk.length);
      } catch (error) {
        refuse(error);
      }
    });
    payload.pipe(parser);
  });
}

const tooLarge = (part?: FilePart) =>
  new AppError("file_too_large", part?.sentences && { sentence: part.sentences.size });

/** The file of a part that may hold less than the parser's limit for all. */
const upTo = (part: FilePart, stream: Readable): Readable =>
  Readable.from(
    (async function* () {
      let bytes = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > part.maxBytes) throw tooLarge(part);
        yield chunk;
      }
    })(),
    { objectMode: false },
  );

/**
 * `files`: how many it may have; one more is refused by the name of its part. @throws AppError invalid_input for a form
 * without a boundary.
 */
export function parserFor({ headers }: IncomingMessage, maxBytes: number, files: number) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fileSize: maxBytes,
        files: files + 1,
        fields: maxFields,
        parts: maxFields + files + 1,
        fieldSize: fieldsBytes / 4,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw new AppError("invalid_input", { sentence: "The form has no boundary." });
  }
}

/** Browsers send every line break of a form's text as CRLF, whatever was typed. */
const normaliseNewlines = (text: string) => text.replaceAll(/\r\n?/g, "\n");

/** The texts of a list's part: one of them, all of them as JSON, or none, as a form cannot send a field without a part. */
function textsOf(part: string): string[] {
  if (part === "") return [];
  if (!part.startsWith("[")) return [part];
  try {
    const list: unknown = JSON.parse(part);
    return Array.isArray(list) && list.every((text) => typeof text === "string") ? list : [part];
  } catch {
    return [part];
  }
}
