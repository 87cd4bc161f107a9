import { createUpload, endUpload, getUpload, pieceType, sendPiece, tusVersion } from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { Config } from "../../config.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import { limitSilence } from "../../lib/limit-silence.ts";
import type { Checksum } from "./piece-reader.ts";
import type { StoredUpload, UploadService } from "./uploads.service.ts";

const patienceMs = 30_000;
const metadataLength = 2_000;

/** The lengths of their hashes, in bytes. tus demands SHA-1: it finds damage on the way, and protects nothing. */
const checksums: Readonly<Record<string, number>> = { sha1: 20, sha256: 32 };

const isUploadAddress = (url = "") => /^(?:\/api)?\/uploads(?:[/?]|$)/.test(url);

/** Methods that a sender behind a proxy without them may name in X-HTTP-Method-Override, as tus has it. */
const otherMethods: ReadonlySet<string> = new Set(["PATCH", "DELETE", "HEAD"]);

/** Gives a request to an upload the method that it names. Before it is routed. */
export function overrideMethod(request: {
  method?: string | undefined;
  url?: string | undefined;
  headers: object;
}): void {
  const { "x-http-method-override": other } = request.headers as Record<string, unknown>;
  if (request.method !== "POST" || typeof other !== "string" || !isUploadAddress(request.url)) return;
  if (otherMethods.has(other)) request.method = other;
}

/** The headers of tus. Add before the plugin that answers OPTIONS. */
export function useTusHeaders(
  http: FastifyInstance,
  { recordingMaxBytes }: Pick<Config, "recordingMaxBytes">,
): void {
  http.addContentTypeParser(pieceType, (request, _payload, done) => {
    const takesPieces = request.routeOptions.config.endpoint?.binary === pieceType;
    done(takesPieces ? null : new AppError("unsupported_media_type"), undefined);
  });
  http.addHook("onRequest", async ({ method, url }, reply) => {
    if (recordingMaxBytes === 0 || !isUploadAddress(url)) return;
    reply.header("tus-resumable", tusVersion);
    if (method !== "OPTIONS") return;
    reply.headers({
      "tus-version": tusVersion,
      "tus-extension": "creation,termination,checksum,expiration",
      "tus-max-size": recordingMaxBytes,
      "tus-checksum-algorithm": Object.keys(checksums).join(","),
    });
  });
}

/** Files that arrive in pieces, by tus 1.0.0 (docs/rules.md#long-recordings). */
export function uploadRoutes(app: FastifyInstance, uploads: UploadService): void {
  mount(app, createUpload, async (request, reply) => {
    ensureVersion(request, reply);
    const metadata = textOf(request, "upload-metadata") ?? "";
    const type = metadataIn(metadata).get("filetype") ?? "";
    const bytes = numberOf(request, "upload-length");
    if (bytes === 0) throw fieldError("upload-length", "must be 1 or more");
    const upload = await uploads.create(memberOf(request), { bytes, type: type.toLowerCase(), metadata });
    reply.code(201).header("location", `${app.prefix}${createUpload.path}/${upload.id}`);
    return answer(upload, reply);
  });

  mount(app, getUpload, async (request, reply) => {
    const bearer = memberOf(request);
    const { id } = request.params;
    if (request.method !== "HEAD") return answer(await uploads.find(bearer, id), reply);
    ensureVersion(request, reply);
    return answer(await uploads.findAtRest(bearer, id), reply);
  });

  mount(app, sendPiece, async (request, reply) => {
    ensureVersion(request, reply);
    ensure(request.mediaType === pieceType, "unsupported_media_type");
    const { raw, headers } = request;
    const offset = numberOf(request, "upload-offset");
    const checksum = checksumOf(request);
    clearTimeout(request.bodyDeadline);
    limitSilence(raw, patienceMs);
    const length = Number(headers["content-length"] ?? 0);
    const sent = { offset, length, body: raw, checksum };
    const upload = await uploads.append(memberOf(request), request.params.id, sent);
    limitSilence(raw, 0);
    describe(upload, reply);
    return reply.code(204).send();
  });

  mount(app, endUpload, async (request, reply) => {
    ensureVersion(request, reply);
    await uploads.end(memberOf(request), request.params.id);
    return reply.code(204).send();
  });
}

function describe({ received, endsAt }: StoredUpload, reply: FastifyReply): void {
  reply.headers({ "upload-offset": received, "upload-expires": endsAt.toUTCString() });
}

function answer(upload: StoredUpload, reply: FastifyReply) {
  const { id, bytes, received, metadata, endsAt } = upload;
  describe(upload, reply);
  reply.headers({ "upload-length": bytes, "cache-control": "no-store" });
  if (metadata !== "") reply.header("upload-metadata", metadata);
  return { id, length: bytes, offset: received, ends_at: endsAt.toISOString() };
}

/** @throws AppError precondition_failed */
function ensureVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (textOf(request, "tus-resumable") === tusVersion) return;
  reply.header("tus-version", tusVersion);
  throw new AppError("precondition_failed", {
    sentence: `Uploads are sent by tus ${tusVersion}: send the header Tus-Resumable: ${tusVersion}.`,
  });
}

function textOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value.trim() : undefined;
}

/** A whole number of bytes. @throws AppError invalid_input */
function numberOf(request: FastifyRequest, name: string): number {
  const text = textOf(request, name);
  if (text === undefined) throw fieldError(name, "is missing");
  if (!/^\d{1,15}$/.test(text)) throw fieldError(name, "must be a whole number of bytes");
  return Number(text);
}

/** Keys and their values, which are Base64 of UTF-8. @throws AppError invalid_input */
function metadataIn(header: string): ReadonlyMap<string, string> {
  const wrong = (problem: string) => fieldError("upload-metadata", problem);
  if (header.length > metadataLength) throw wrong(`must have at most ${metadataLength} characters`);
  const pairs = new Map<string, string>();
  for (const pair of header.split(",").filter(Boolean)) {
    const [, key = "", value = ""] = /^\s*([!-+\--~]+)(?: ([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair) ?? [];
    if (key === "") throw wrong("must be pairs of a key and a value in Base64, separated by commas");
    if (pairs.has(key)) throw wrong(`has ${key} twice`);
    pairs.set(key, Buffer.from(value, "base64").toString());
  }
  return pairs;
}

/** @throws AppError invalid_input */
function checksumOf(request: FastifyRequest): Checksum | null {
  const header = textOf(request, "upload-checksum");
  if (header === undefined) return null;
  const [algorithm = "", encoded = ""] = header.split(" ");
  const value = Buffer.from(encoded, "base64");
  if (value.length !== checksums[algorithm]) {
    const known = Object.keys(checksums).join(" or ");
    throw fieldError("upload-checksum", `must be ${known}, a space and the hash in Base64`);
  }
  return { algorithm: algorithm as Checksum["algorithm"], value };
}
