import type { EndpointDefinition, InputOf } from "@cairn/contract";
import { keptAtHeader } from "../device/marks.ts";
import { noteKept } from "../device/since.ts";
import { ApiError } from "./api-error.ts";
import { formOf, type Progress, sendForm } from "./send-form.ts";
import { compareClocks } from "./server-now.ts";

export interface SendOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Lets the call outlive the page. */
  keepalive?: boolean;
  /** For calls that take a file; they are sent as a form with or without one. */
  file?: Blob | null;
  /** For calls that take a picture of the file beside it. */
  poster?: Blob | null;
  /** Called with a form's upload progress. */
  onProgress?: (progress: Progress) => void;
}

export type CallInput<Endpoint extends EndpointDefinition> = InputOf<Endpoint> & SendOptions;

/** The input of any endpoint, untyped. */
export interface AnyInput extends SendOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** An endpoint's path with its parameters, below the API's address. */
export const pathOf = ({ path }: EndpointDefinition, params: unknown) =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );

function addressOf(base: string, endpoint: EndpointDefinition, { params, query }: AnyInput) {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${base}${pathOf(endpoint, params)}${search && `?${search}`}`;
}

/**
 * Sends one request and returns its response, whatever its status. No timeout, as the spec says
 * (docs/evidence/spec-clauses.md#s7-calls).
 */
export async function send(
  base: string,
  endpoint: EndpointDefinition,
  input: AnyInput,
  bearer: string | null,
) {
  const { body, signal, keepalive, file, poster, onProgress } = input;
  const { method, upload, poster: posterPart } = endpoint;
  const address = addressOf(base, endpoint, input);
  const headers = new Headers(input.headers);
  if (bearer) headers.set("authorization", `Bearer ${bearer}`);
  if (upload !== undefined) {
    const fields = poster && posterPart ? { ...(body as object), [posterPart]: poster } : body;
    const form = formOf(upload, fields, file);
    return orNetworkError(signal, () => sendForm(address, { method, headers, form, signal, onProgress }));
  }
  if (body !== undefined) headers.set("content-type", "application/json");
  const answer = await orNetworkError(signal, () =>
    fetch(address, {
      method,
      headers,
      body: body === undefined ? body : JSON.stringify(body),
      credentials: "include",
      signal,
      keepalive,
    }),
  );
  noteKept(address, answer.headers.get(keptAtHeader));
  compareClocks(answer);
  return answer;
}

/** Reads the body of a successful response. The connection can still break while reading. */
export async function readBody(response: Response, signal?: AbortSignal): Promise<unknown> {
  const text = await orNetworkError(signal, () => response.text());
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError("unreadable", response.status, undefined, { cause });
  }
}

export const readBytes = (response: Response, signal?: AbortSignal): Promise<Blob> =>
  orNetworkError(signal, () => response.blob());

/** A call that its caller aborted keeps its AbortError, so that it is not shown as a network error. */
async function orNetworkError<Value>(signal: AbortSignal | undefined, attempt: () => Promise<Value>) {
  try {
    return await attempt();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError("network", 0, undefined, { cause });
  }
}
