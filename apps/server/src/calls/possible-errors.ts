import { type EndpointDefinition, type ErrorCode, errorStatus } from "@cairn/contract";

/** Errors that any call can answer. */
const always = [
  "invalid_input",
  "session_ended",
  "scope_missing",
  "too_many_requests",
  "internal_error",
  "unavailable",
] as const;
/** The body is parsed before the route is known to take one. */
const whenSent = ["body_too_large", "unsupported_media_type", "storage_full"] as const;

/** Errors of a condition (If-Match). */
const conditional: readonly string[] = ["PUT", "PATCH", "DELETE"];

/** Every error of a call: its own, and those of its kind. */
export function possibleErrors({
  method,
  access,
  open,
  errors,
  writes,
  upload,
}: EndpointDefinition): ReadonlySet<ErrorCode> {
  return new Set<ErrorCode>([
    ...errors,
    ...always,
    ...(method === "GET" ? [] : whenSent),
    ...(conditional.includes(method) ? (["precondition_failed"] as const) : []),
    ...(access === "visitor" && open ? [] : (["sign_in_required"] as const)),
    ...(writes || upload ? (["email_unconfirmed"] as const) : []),
    ...(upload ? (["quota_exceeded"] as const) : []),
    ...(access === "verifiedAdmin" ? (["not_allowed"] as const) : []),
  ]);
}

export const possibleErrorStatuses = (endpoint: EndpointDefinition): number[] =>
  [...new Set([...possibleErrors(endpoint)].map((code) => errorStatus[code]))].sort();
