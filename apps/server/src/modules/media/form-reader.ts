import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { AppError, fieldError } from "../../lib/app-error.ts";
import type { ReceivedFile } from "./incoming-files.ts";
import type { Receiving } from "./storage.service.ts";

/** Bytes for fields, their headers and the boundaries beside the file. */
const fieldsBytes = 1024 * 1024;
const maxFields = 60;

export interface FormReading {
  receive(stream: Readable, declaredType: string): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
  /** Whether a file of this declared type can be accepted: others are refused before they are sent. */
  accepts(declaredType: string): boolean;
  /** Bytes of the largest file. */
  readonly maxBytes: number;
  /** What to say of a file of another type or size; without it, what the catalogue says. */
  readonly sentences?: { readonly type: string; readonly size: string } | undefined;
  readonly receiving: Receiving;
  /** Milliseconds of silence after which a sender is taken to be gone. */
  readonly patienceMs: number;
  /** Fields that take any number of parts. */
  readonly lists: ReadonlySet<string>;
}

interface Form {
  readonly fields: Record<string, string | string[]>;
  readonly file: ReceivedFile | null;
}

/**
 * Reads a whole form; its one file, in the part named `filePart`, goes to `receive`. Leaves no file behind if it fails.
 */
export function readForm(
  payload: IncomingMessage,
  parser: ReturnType<typeof parserFor>,
  filePart: string,
  { receive, discard, accepts, maxBytes, sentences, receiving, patienceMs, lists }: FormReading,
): Promise<Form> {
  const maxOfForm = maxBytes + fieldsBytes;
  const tooLarge = () => new AppError("file_too_large", sentences && { sentence: sentences.size });
  const fields = new Map<string, string | string[]>();
  let bytes = 0;
  let incoming: Readable | null = null;
  let received: Promise<ReceivedFile> | null = null;

  return new Promise((resolve, reject) => {
    let refused = false;
    function refuse(error: unknown): void {
      if (refused) return;
      refused = true;
      payload.unpipe(parser);
      incoming?.destroy(new Error("the form was refused"));
      const gone = received?.then(discard, () => {}) ?? Promise.resolve(); // a failed one has cleaned up after itself
      gone.then(() => reject(error), reject);
    }
    const broken = () =>
      refuse(new AppError("invalid_input", { sentence: "The form is broken or incomplete." }));
    const tooMuch = () => refuse(new AppError("body_too_large"));

    parser.on("field", (name, value, _nameCut, valueCut) => {
      if (valueCut) return tooMuch();
      if (name === undefined) return broken(); // the library's types do not allow for parts without a name
      const given = fields.get(name);
      if (lists.has(name)) return void fields.set(name, [...(given ?? []), ...textsOf(value)]);
      if (given !== undefined) return refuse(fieldError(name, "is given twice"));
      fields.set(name, normaliseNewlines(value));
    });
    parser.on("file", (name, stream, filename, _encoding, declaredType) => {
      stream.on("error", () => {}); // the stream's reader handles it
      // The parser continues to the end of its chunk. And if no file is chosen, browsers send a part without a name.
      if (refused || filename === "") return void stream.resume();
      incoming = stream;
      if (name !== filePart) return refuse(fieldError(name ?? "", "is not known here"));
      if (!accepts(declaredType)) {
        return refuse(new AppError("file_type_refused", sentences && { sentence: sentences.type }));
      }
      // The parser would truncate the file here and continue as if nothing were missing.
      stream.once("limit", () => refuse(tooLarge()));
      received = receive(stream, declaredType);
      received.catch(refuse);
    });
    parser.on("filesLimit", () => refuse(fieldError(filePart, "accepts one file")));
    parser.on("fieldsLimit", tooMuch);
    parser.on("partsLimit", tooMuch);
    parser.on("error", broken);
    parser.on("finish", () => {
      const file = received ?? Promise.resolve(null);
      file.then((done) => {
        if (refused) return;
        limitSilence(payload, 0);
        resolve({ fields: Object.fromEntries(fields), file: done });
      }, refuse);
    });

    payload.once("error", broken);
    payload.once("close", () => {
      if (!payload.readableEnded) broken();
    });
    limitSilence(payload, patienceMs);
    // A body that declares too large a size is not read at all; one that turns out too large is read no further.
    if (Number(payload.headers["content-length"]) > maxOfForm) return refuse(tooLarge());
    payload.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxOfForm) return refuse(tooLarge());
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

/** @throws AppError invalid_input for a form without a boundary. */
export function parserFor({ headers }: IncomingMessage, maxBytes: number) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fileSize: maxBytes,
        files: 1,
        fields: maxFields,
        parts: maxFields + 2,
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

/** Closes a connection that is idle for this long; 0: never. Injected requests have no connection. */
function limitSilence({ socket }: IncomingMessage, ms: number): void {
  if (socket instanceof Socket) socket.setTimeout(ms);
}

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
