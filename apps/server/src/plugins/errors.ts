import { setTimeout } from "node:timers/promises";
import { type ErrorCode, type ErrorReply, errorStatus, type FieldErrorReply } from "@cairn/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bearerToken } from "../calls/bearer.ts";
import { bodyTooLarge } from "../calls/validation.ts";
import { DatabaseUnavailable, TransactionOverdue } from "../db/errors.ts";
import { AppError } from "../lib/app-error.ts";
import { isDiskFull } from "../lib/disk-full.ts";
import { isMachineFault, wordsForFault } from "../lib/machine-fault.ts";
import { refusalMs } from "../rate-limits/rate-limits.ts";

/** The only place that turns an error into an answer and words it (docs/rules.md#errors). */
export function useErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler(async (thrown: FastifyError | AppError, request, reply) => {
    const error = isBodyTooLarge(thrown) ? bodyTooLarge(request) : toAppError(thrown);
    if (error.code === "internal_error") request.log.error({ err: thrown }, "request failed");
    else if (isMachineFault(thrown) && !isDiskFull(thrown))
      request.log.error({ problem: wordsForFault(thrown) }, "the disk or the system failed a request");
    else request.log.info({ code: error.code, details: error.facts.details }, "request refused");
    if (error.status === errorStatus.too_many_requests) await setTimeout(refusalMs);
    return answerError(error, request, reply);
  });
}

export function answerError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { message, suggestion, details, retryAfter } = error.facts;
  if (error.status >= 500) forgetFile(reply);
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  if (error.status === errorStatus.sign_in_required) reply.header("www-authenticate", challengeTo(request));
  const field =
    error.status === errorStatus.invalid_input ? request.routeOptions.config.endpoint?.errorField : undefined;
  const body: Omit<ErrorReply, "error"> & { error: (ErrorReply | FieldErrorReply)["error"] } = {
    error: field === undefined ? error.message : { [field]: [error.message] },
    code: error.code,
    ...(message && { message }),
    ...(suggestion && { suggestion }),
    ...(details && { details: [...details] }),
    request_id: request.id,
  };
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
}

/** RFC 6750. Browsers do not prompt by themselves if the scheme is Bearer. */
const challengeTo = (request: FastifyRequest): string =>
  bearerToken(request) === null ? 'Bearer realm="calls"' : 'Bearer realm="calls", error="invalid_token"';
/** Headers of a file that failed before its first byte: none applies to the error. */
function forgetFile(reply: FastifyReply): void {
  for (const name of ["etag", "accept-ranges", "content-disposition", "content-range", "content-length"]) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

/** Fastify does not say what the limit was. */
const isBodyTooLarge = (thrown: FastifyError | AppError): boolean =>
  thrown.code === "FST_ERR_CTP_BODY_TOO_LARGE";

const isNoJson = (thrown: FastifyError): boolean =>
  thrown.code === "FST_ERR_CTP_INVALID_JSON_BODY" ||
  (thrown instanceof SyntaxError && thrown.statusCode === 400);

/** Fastify's error codes that are the client's fault. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid_input",
  FST_ERR_CTP_EMPTY_JSON_BODY: "invalid_input",
  FST_ERR_BAD_URL: "not_found",
};

export function toAppError(thrown: FastifyError | AppError): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof DatabaseUnavailable || thrown instanceof TransactionOverdue) {
    return new AppError("unavailable", { retryAfter: 1 });
  }
  if (isDiskFull(thrown)) return new AppError("storage_full", { retryAfter: 5 });
  if (isMachineFault(thrown)) return new AppError("unavailable", { retryAfter: 5 });
  if (isNoJson(thrown)) return new AppError("invalid_input", { sentence: "The body is not valid JSON." });
  const known = frameworkCodes[thrown.code];
  if (known) return new AppError(known);
  if (thrown.statusCode === errorStatus.range_not_satisfiable) return new AppError("range_not_satisfiable");
  if (thrown.statusCode === errorStatus.precondition_failed) return new AppError("precondition_failed");
  // Any other 4xx comes from a parser (malformed JSON, __proto__): the client's mistake.
  if (thrown.statusCode !== undefined && thrown.statusCode >= 400 && thrown.statusCode < 500) {
    return new AppError("invalid_input");
  }
  return new AppError("internal_error");
}
