import { createUpload, endUpload, getUpload, limits, tusVersion } from "@cairn/contract";
import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from "tus-js-client";
import { readSession } from "../session/session.ts";
import { api } from "./api.ts";
import { ApiError, errorOf, isMissing, isTemporary } from "./api-error.ts";
import type { Progress } from "./send-form.ts";

interface Watch {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

interface Sending extends Watch {
  /** The upload that has the beginning of the file; undefined: none. */
  begun: string | undefined;
  /** Called with the id of a new upload before its first piece is sent. */
  onBegun: (id: string) => void;
}

/** In milliseconds: the pauses before a failed request is made again. Each piece that arrives starts them anew. */
const pauses = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/**
 * Sends a file in pieces (tus 1.0.0), or what is missing of it, and resolves to the id of its upload. While there is no
 * network it waits. @throws ApiError
 */
export async function sendPieces(file: File, { begun, onBegun, ...watch }: Sending): Promise<string> {
  if (begun !== undefined) {
    try {
      await sendRest(file, begun, watch);
      return begun;
    } catch (error) {
      // Deleted, or ended since.
      if (!isMissing(error)) throw error;
    }
  }
  const { id } = await begin(file, watch.signal);
  onBegun(id);
  await sendRest(file, id, watch);
  return id;
}

export const endPieces = (id: string) =>
  api.call(endUpload, { params: { id }, headers: { "tus-resumable": tusVersion } });

const begin = (file: File, signal: AbortSignal) =>
  api.call(createUpload, {
    signal,
    headers: {
      "tus-resumable": tusVersion,
      "upload-length": String(file.size),
      "upload-metadata": `filename ${base64(file.name)},filetype ${base64(file.type)}`,
    },
  });

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function sendRest(file: File, id: string, { signal, onProgress }: Watch): Promise<void> {
  let session = readSession();
  let isRenewed = false;
  let sent = 0;

  const report = (isWaiting: boolean) => onProgress({ sent, total: file.size, isWaiting });

  async function prepare(request: HttpRequest) {
    if (!navigator.onLine) {
      report(true);
      await backOnline();
    }
    // If the file was changed on disk, the request would fail like one without a network.
    await file.slice(0, 1).arrayBuffer().catch(fileChanged);
    const now = readSession();
    if (now.refreshToken !== session.refreshToken) throw new ApiError("session_ended", 401);
    session = now;
    isRenewed = false;
    request.setHeader("authorization", `Bearer ${now.accessToken}`);
    request.getUnderlyingObject().withCredentials = true;
  }

  async function refuse(_: HttpRequest, response: HttpResponse) {
    const status = response.getStatus();
    if (status < 400) return;
    const error = await errorOf(new Response(response.getBody(), { status }));
    if (status === 401) {
      await api.renewedToken(session);
      isRenewed = true;
    }
    throw error;
  }

  function mayRetry(failure: DetailedError): boolean {
    if (isRenewed) return true;
    const isTransient = mayArriveLater(causeOf(failure));
    if (isTransient) report(true);
    return isTransient;
  }

  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const upload = new Upload(file, {
      uploadUrl: api.addressOf(getUpload, { id }),
      chunkSize: limits.pieceBytes,
      retryDelays: pauses,
      storeFingerprintForResuming: false,
      onBeforeRequest: prepare,
      // It would take any failure for a response to go on with.
      onAfterResponse: refuse,
      onShouldRetry: mayRetry,
      onProgress(bytes) {
        sent = bytes;
        report(false);
      },
      onSuccess: () => resolve(),
      onError: (failure) => reject(causeOf(failure)),
    });
    signal.addEventListener("abort", () => {
      void upload.abort();
      reject(signal.reason);
    });
    upload.start();
  });
}

const backOnline = () =>
  new Promise((resolve) => {
    window.addEventListener("online", resolve, { once: true });
  });

function fileChanged(cause: unknown): never {
  throw new ApiError("file_changed", 0, undefined, { cause });
}

/** What was thrown during a request; anything but a refusal means that it was not answered. */
function causeOf(failure: Error | DetailedError): ApiError {
  const cause = "causingError" in failure ? failure.causingError : null;
  return cause instanceof ApiError ? cause : new ApiError("network", 0, undefined, { cause: failure });
}

/** The server may still hold the connection that broke: it then has more of the file, or is about to. */
const mayArriveLater = ({ code, status }: ApiError) =>
  code !== "file_changed" && (isTemporary(status) || code === "upload_offset" || status === 423);
