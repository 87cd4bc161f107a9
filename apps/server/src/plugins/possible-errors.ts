import { type EndpointDefinition, type ErrorCode, errorStatus } from "@cairn/contract";

/** What any call can answer, whatever it does. */
const always = [
  "invalid_input",
  "session_ended",
  "too_many_requests",
  "internal_error",
  "unavailable",
] as const;
/** What is sent is read before anybody asks whether the call takes a body. */
const whenSent = ["body_too_large", "unsupported_media_type", "storage_full"] as const;

/** Every error that a call can answer: its own, and those that come with its kind. */
export function possibleErrors({ method, access, errors }: EndpointDefinition): ReadonlySet<ErrorCode> {
  return new Set<ErrorCode>([
    ...errors,
    ...always,
    ...(method === "GET" ? [] : whenSent),
    ...(access === "visitor" ? [] : (["sign_in_required"] as const)),
    ...(access === "verifiedAdmin" ? (["not_allowed"] as const) : []),
  ]);
}

export const possibleErrorStatuses = (endpoint: EndpointDefinition): number[] =>
  [...new Set([...possibleErrors(endpoint)].map((code) => errorStatus[code]))].sort();
