import type { ErrorCode, ErrorReply, FieldError } from "@cairn/contract";
import { siteName } from "../site.ts";

/** The contract's codes, plus failures in transit: no answer, one that cannot be read, or a file that is gone. */
export type ApiErrorCode = ErrorCode | keyof typeof sentences;

const sentences = {
  network: () => `${siteName()} could not be reached. Check your connection and try again.`,
  unreadable: () => `${siteName()} sent an unexpected answer. Please try again.`,
  file_changed: () => "The file was moved or changed after you chose it. Choose it again.",
} as const;

/** A failed call. Branch on `code`; the screen decides which message to show. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The server's message, if it sent one. */
  readonly said: string | undefined;
  readonly suggestion: string | undefined;
  readonly details: readonly FieldError[];
  readonly requestId: string | undefined;
  readonly headers: Headers | undefined;
  /** The raw JSON body; one call's errors have a different shape (docs/rules.md#errors). */
  readonly body: unknown;

  constructor(
    code: ApiErrorCode,
    status: number,
    body?: unknown,
    options?: ErrorOptions & { headers?: Headers },
  ) {
    const reply = (body ?? {}) as Partial<Record<keyof ErrorReply, unknown>>;
    const said = text(reply.error) ?? text(reply.message);
    super(said ?? (isOfTransit(code) ? sentences[code]() : sentences.unreadable()), options);
    this.code = code;
    this.status = status;
    this.said = said;
    this.suggestion = text(reply.suggestion);
    this.details = Array.isArray(reply.details) ? reply.details : [];
    this.requestId = text(reply.request_id) ?? options?.headers?.get("x-request-id") ?? undefined;
    this.headers = options?.headers;
    this.body = body;
  }
}

const isOfTransit = (code: ApiErrorCode): code is keyof typeof sentences => code in sentences;

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Builds the error for an unsuccessful response. Its body may be anything, since proxies answer too. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const isReply = typeof body === "object" && body !== null;
  const code = isReply && "code" in body ? (text(body.code) as ErrorCode | undefined) : undefined;
  return new ApiError(code ?? "unreadable", response.status, isReply ? body : undefined, {
    headers: response.headers,
  });
}

/** Whether a later call may succeed where one got this status: no readable answer, a timeout, a rate limit, a server error. */
export const isTemporary = (status: number) =>
  status < 400 || status >= 500 || [408, 425, 429].includes(status);

/** Whether what was asked for does not exist, or not for this reader. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The text of an error of any kind. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Turns an error into the server's words; without any, into `otherwise`. */
export const serverMessageOr =
  (otherwise: string) =>
  (error: unknown): string =>
    (error instanceof ApiError && error.said) || otherwise;

/**
 * For a deletion: what is gone already, perhaps by the same call whose response was lost, is no failure. `code` is the
 * error of a call about something that does not exist.
 */
export const unlessGone =
  (code: ApiErrorCode) =>
  (error: unknown): void => {
    if (!(error instanceof ApiError) || error.code !== code) throw error;
  };

/** What to show of a failed call where the server's own words fit. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : "That did not work. Please try again.";
