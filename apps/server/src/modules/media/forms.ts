import type { IncomingMessage } from "node:http";
import { type EndpointDefinition, limits } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import type { Static, TSchema } from "typebox";
import { memberOf } from "../../calls/bearer.ts";
import type { EndpointRequest } from "../../calls/mount.ts";
import { inlineSchema } from "../../calls/schemas.ts";
import { giveOneForm, refuseManyParts, refuseUnstorableText, toInputError } from "../../calls/validation.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Limit, RateLimits } from "../../rate-limits/rate-limits.ts";
import { isPosterType, isUndeclared } from "./file-kinds.ts";
import { type FilePart, type FormReading, parserFor, readForm } from "./form-reader.ts";
import type { ReceivedFile } from "./incoming-files.ts";
import { posterSentences } from "./intake.ts";
import type { Receiving } from "./storage.service.ts";

interface Dependencies
  extends Pick<FormReading, "receive" | "discard">,
    Pick<FilePart, "accepts" | "sentences"> {
  rateLimits: RateLimits;
  /** Counts forms. */
  limit?: Limit;
  maxBytes?: number;
  /** @throws AppError for members who may not upload anything yet. */
  ensureMayUpload?(userId: number): Promise<unknown>;
  /** Counts received bytes. @throws AppError if there is no room for more. */
  room?(userId: number): Promise<Receiving>;
  patienceMs?: number;
}

const posterPart: FilePart = {
  accepts: (type) => isPosterType(type) || isUndeclared(type),
  maxBytes: limits.textPictureBytes,
  sentences: posterSentences,
};

const endlessRoom: Receiving = { add() {}, end() {} };

type UploadEndpoint = EndpointDefinition & { readonly upload: string; readonly body: TSchema };

interface Field {
  readonly type?: string;
  readonly items?: { readonly type?: string };
}

/** Names of the fields that hold texts or numbers, and of those that hold objects. */
function listsOf(body: TSchema): {
  readonly plain: ReadonlySet<string>;
  readonly ofObjects: readonly string[];
} {
  const { properties = {} } = body as { properties?: Record<string, Field> };
  const lists = Object.keys(properties).filter((name) => properties[name]?.type === "array");
  const ofObjects = lists.filter((name) => properties[name]?.items?.type === "object");
  return { plain: new Set(lists.filter((name) => !ofObjects.includes(name))), ofObjects };
}

/** A list of objects as a form carries it: as JSON, or an empty part for none. Other text is refused by its schema. */
function listIn(text: unknown): unknown {
  if (text === "") return [];
  try {
    return typeof text === "string" ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

const formType = "multipart/form-data";

/** Lets forms through to the calls that read them; any other call refuses their content type. */
export function useForms(app: FastifyInstance): void {
  app.addContentTypeParser(formType, (request, _payload, done) => {
    const takesForms = request.routeOptions.config.endpoint?.upload !== undefined;
    done(takesForms ? null : new AppError("unsupported_media_type"), undefined);
  });
}

/** Reads the input of a call that takes a file: JSON without a file, or a form whose file is streamed to the disk. */
export function createForms({
  rateLimits,
  receive,
  discard,
  accepts,
  sentences,
  limit = "uploadByUser",
  maxBytes = limits.uploadBytes,
  ensureMayUpload = async () => {},
  room = async () => endlessRoom,
  patienceMs = 30_000,
}: Dependencies) {
  const schemas = new WeakMap<TSchema, object>();
  const plainSchema = (schema: TSchema) => {
    const plain = schemas.get(schema) ?? inlineSchema(schema);
    schemas.set(schema, plain);
    return plain;
  };

  /** The fields of a form arrive after the framework's own validation. */
  function checkFields<Endpoint extends UploadEndpoint>(
    request: EndpointRequest<Endpoint>,
    endpoint: Endpoint,
    fields: Readonly<Record<string, unknown>>,
  ): Static<Endpoint["body"]> {
    const validate = request.compileValidationSchema(plainSchema(endpoint.body));
    refuseManyParts(request, fields);
    refuseUnstorableText(fields);
    giveOneForm(fields, request.routeOptions.config.names ?? []);
    if (!validate(fields)) throw toInputError(validate.errors ?? []);
    return fields as Static<Endpoint["body"]>;
  }

  let inFlight = 0;
  async function receiveForm(
    payload: IncomingMessage,
    parser: ReturnType<typeof parserFor>,
    { upload, poster, body }: UploadEndpoint,
    receiving: Receiving,
  ) {
    const { plain: lists, ofObjects } = listsOf(body);
    const parts = new Map<string, FilePart>([[upload, { accepts, maxBytes, sentences }]]);
    if (poster !== undefined) parts.set(poster, posterPart);
    inFlight += 1;
    try {
      const form = await readForm(payload, parser, { receive, discard, parts, receiving, patienceMs, lists });
      const objects = ofObjects.filter((name) => form.fields[name] !== undefined);
      const fields = {
        ...form.fields,
        ...Object.fromEntries(objects.map((name) => [name, listIn(form.fields[name])])),
        ...(poster !== undefined && form.fields[poster] === "" && { [poster]: null }),
      };
      return { ...form, fields };
    } finally {
      inFlight -= 1;
    }
  }

  return {
    /** Forms that are being received. */
    get inFlight(): number {
      return inFlight;
    },

    /**
     * Runs `work` with the checked fields and the received files. Afterwards the files are removed in any case; to keep
     * one, `work` moves it.
     */
    async read<Endpoint extends UploadEndpoint, Result>(
      request: EndpointRequest<Endpoint>,
      endpoint: Endpoint,
      work: (
        fields: Static<Endpoint["body"]>,
        file: ReceivedFile | null,
        poster: ReceivedFile | null,
      ) => Promise<Result>,
    ): Promise<Result> {
      const { userId } = memberOf(request);
      const isForm = request.mediaType === formType;
      await rateLimits.take(isForm || endpoint.method === "POST" ? limit : "changeByUser", String(userId));
      if (!isForm) {
        // A JSON body has been validated already; a missing one has not.
        const fields = (request.body ?? checkFields(request, endpoint, {})) as Static<Endpoint["body"]>;
        return work(fields, null, null);
      }

      await ensureMayUpload(userId);
      const { upload, poster } = endpoint;
      const parser = parserFor(request.raw, maxBytes, poster === undefined ? 1 : 2);
      const receiving = await room(userId);
      clearTimeout(request.bodyDeadline);
      let files: ReadonlyMap<string, ReceivedFile> = new Map();
      try {
        const form = await receiveForm(request.raw, parser, endpoint, receiving);
        files = form.files;
        const fileOf = (part = "") => form.files.get(part) ?? null;
        return await work(checkFields(request, endpoint, form.fields), fileOf(upload), fileOf(poster));
      } finally {
        const removed = Promise.all([...files.values()].map(discard));
        await removed.finally(() => receiving.end());
      }
    },
  };
}
export type Forms = ReturnType<typeof createForms>;
