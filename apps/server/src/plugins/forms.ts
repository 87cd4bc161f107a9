import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { limits as bounds, type EndpointDefinition } from "@cairn/contract";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import type { FastifyInstance } from "fastify";
import type { Static, TSchema } from "typebox";
import { AppError, fieldError } from "../lib/app-error.ts";
import type { ReceivedFile } from "../modules/media/incoming-files.ts";
import { memberOf } from "./access.ts";
import type { Limits } from "./limits.ts";
import type { EndpointRequest } from "./mount.ts";
import { inlineSchema } from "./schemas.ts";
import { refuseUnstorableText, toInputError } from "./validation.ts";

/** Fields, their headers and the boundaries beside the file. */
const fieldsBytes = 1024 * 1024;
const mostFields = 20;

interface Dependencies {
  limits: Limits;
  receive(stream: Readable, declaredType: string): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
  /** Whether a file of this declared type has a chance: any other is refused before it is sent. */
  accepts(declaredType: string): boolean;
  /** Milliseconds after which a sender that has stopped sending is gone. */
  patienceMs?: number;
}

interface Form {
  readonly fields: Record<string, string>;
  readonly file: ReceivedFile | null;
}

type UploadEndpoint = EndpointDefinition & { readonly upload: string; readonly body: TSchema };

const formType = "multipart/form-data";

/** Lets forms through to the calls that read them; any other call refuses their type. */
export function useForms(app: FastifyInstance): void {
  app.addContentTypeParser(formType, (request, _payload, done) => {
    const takesForms = request.routeOptions.config.endpoint?.upload !== undefined;
    done(takesForms ? null : new AppError("unsupported_media_type"), undefined);
  });
}

/** What comes in for a call that takes a file: JSON without one, or a form whose file is streamed to the disk. */
export function createForms({ limits, receive, discard, accepts, patienceMs = 30_000 }: Dependencies) {
  const schemas = new WeakMap<TSchema, object>();
  let underway = 0;
  const plainSchema = (schema: TSchema) => {
    const plain = schemas.get(schema) ?? inlineSchema(schema);
    schemas.set(schema, plain);
    return plain;
  };

  return {
    /** Forms that are being received. */
    get underway(): number {
      return underway;
    },

    /**
     * Runs `work` with the checked fields and the received file. Whatever becomes of it, the file is gone from
     * where it was received: to keep it, `work` takes it from there.
     */
    async read<Endpoint extends UploadEndpoint, Result>(
      request: EndpointRequest<Endpoint>,
      endpoint: Endpoint,
      work: (fields: Static<Endpoint["body"]>, file: ReceivedFile | null) => Promise<Result>,
    ): Promise<Result> {
      const user = String(memberOf(request).userId);
      const isForm = request.mediaType === formType;
      await limits.take(isForm || endpoint.method === "POST" ? "uploadByUser" : "changeByUser", user);

      const validate = request.compileValidationSchema(plainSchema(endpoint.body));
      const checked = (fields: unknown) => {
        refuseUnstorableText(fields);
        if (!validate(fields)) throw toInputError(validate.errors ?? []);
        return fields as Static<Endpoint["body"]>;
      };
      // A JSON body was checked on its way here; none at all was not.
      if (!isForm) return work((request.body ?? checked({})) as Static<Endpoint["body"]>, null);

      const parser = parserFor(request.raw);
      clearTimeout(request.bodyDeadline);
      underway += 1;
      const { fields, file } = await readForm(request.raw, parser, endpoint.upload, {
        receive,
        discard,
        accepts,
        patienceMs,
      }).finally(() => {
        underway -= 1;
      });
      try {
        return await work(checked(fields), file);
      } finally {
        if (file) await discard(file);
      }
    },
  };
}
export type Forms = ReturnType<typeof createForms>;

/** Reads a whole form; its one file, in the part named `filePart`, goes to `receive`. Leaves nothing when it fails. */
function readForm(
  payload: IncomingMessage,
  parser: ReturnType<typeof parserFor>,
  filePart: string,
  { receive, discard, accepts, patienceMs }: Required<Omit<Dependencies, "limits">>,
): Promise<Form> {
  const mostBytes = bounds.uploadBytes + fieldsBytes;
  const fields = new Map<string, string>();
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
      swallowRest(payload, patienceMs);
      const gone = received?.then(discard, () => {}) ?? Promise.resolve(); // a failed one has tidied up itself
      gone.then(() => reject(error), reject);
    }
    const broken = () =>
      refuse(new AppError("invalid_input", { sentence: "The form is broken or incomplete." }));
    const tooMuch = () => refuse(new AppError("body_too_large"));

    parser.on("field", (name, value, _nameCut, valueCut) => {
      if (valueCut) return tooMuch();
      if (name === undefined) return broken(); // the types know nothing of parts without a name
      if (fields.has(name)) return refuse(fieldError(name, "is given twice"));
      fields.set(name, normaliseNewlines(value));
    });
    parser.on("file", (name, stream, filename, _encoding, declaredType) => {
      stream.on("error", () => {}); // whoever reads it hears of it
      // The parser goes on to the end of its chunk. And with no file chosen, browsers send a part without a name.
      if (refused || filename === "") return void stream.resume();
      incoming = stream;
      if (name !== filePart) return refuse(fieldError(name ?? "", "is not known here"));
      if (!accepts(declaredType)) return refuse(new AppError("file_type_refused"));
      // The parser would cut the file here and go on as if nothing were missing.
      stream.once("limit", () => refuse(new AppError("file_too_large")));
      received = receive(stream, declaredType);
      received.catch(refuse);
    });
    parser.on("filesLimit", () => refuse(fieldError(filePart, "takes one file")));
    parser.on("fieldsLimit", tooMuch);
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
    // What says that it is too large is not read at all; what turns out to be is read no further.
    if (Number(payload.headers["content-length"]) > mostBytes) return refuse(new AppError("file_too_large"));
    payload.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) refuse(new AppError("file_too_large"));
    });
    payload.pipe(parser);
  });
}

function parserFor({ headers }: IncomingMessage) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fileSize: bounds.uploadBytes,
        files: 1,
        fields: mostFields,
        fieldSize: fieldsBytes / 4,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw new AppError("invalid_input", { sentence: "The form has no boundary." });
  }
}

/** Browsers send every line of a form's text with CRLF, whatever was typed. */
const normaliseNewlines = (text: string) => text.replaceAll(/\r\n?/g, "\n");

/** The answer is read only by senders that were let finish; one that never does is cut off. */
function swallowRest(payload: IncomingMessage, patienceMs: number): void {
  payload.resume();
  if (payload.readableEnded || payload.destroyed) return;
  const timer = setTimeout(() => payload.destroy(), patienceMs).unref();
  payload.once("close", () => clearTimeout(timer));
}

/** Ends a connection that carries nothing for so long; 0: never. Requests that were not sent over a network have none. */
function limitSilence({ socket }: IncomingMessage, ms: number): void {
  if (socket instanceof Socket) socket.setTimeout(ms);
}
