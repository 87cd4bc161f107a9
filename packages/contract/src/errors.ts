import { type Static, Type } from "typebox";

/** The catalogue: every error a call can answer, and its HTTP status (contract: 422 is not used). */
export const errorStatus = {
  invalid_input: 400,
  invalid_cursor: 400,
  page_too_deep: 400,
  wrong_credentials: 401,
  sign_in_required: 401,
  session_ended: 401,
  not_allowed: 403,
  account_deactivated: 403,
  not_found: 404,
  content_not_found: 404,
  category_not_found: 404,
  comment_not_found: 404,
  feed_item_not_found: 404,
  email_taken: 409,
  key_in_use: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  internal_error: 500,
  feed_unreachable: 502,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** The sentence a call answers in `error` when nothing more exact is known. */
export const errorSentence: Record<ErrorCode, string> = {
  invalid_input: "Some of what was sent is not valid.",
  invalid_cursor: "This cursor is not one of ours.",
  page_too_deep: "Pages end at item 10,000. Follow the cursor in the Link header from there.",
  wrong_credentials: "Invalid email or password",
  sign_in_required: "Please log in.",
  session_ended: "Session expired. Please log in again.",
  not_allowed: "You are not allowed to do this.",
  account_deactivated: "This account is deactivated. Please contact an admin.",
  not_found: "Not found",
  content_not_found: "Content not found",
  category_not_found: "Category not found",
  comment_not_found: "Comment not found",
  feed_item_not_found: "Article not found",
  key_in_use: "This Idempotency-Key was used for another request.",
  email_taken: "Email already registered. Please log in or use a different email.",
  body_too_large: "What was sent is too large.",
  unsupported_media_type: "This type of content is not accepted here.",
  range_not_satisfiable: "The file has no such part.",
  too_many_requests: "Too many requests. Please wait a moment and try again.",
  feed_unreachable: "The article could not be fetched right now.",
  internal_error: "Something went wrong on our side.",
  unavailable: "Cairn is not available right now. Please try again in a moment.",
};

/** One refused field: `field` is a path such as `email` or `interests/0`. */
export const FieldError = Type.Object(
  { field: Type.String(), problem: Type.String() },
  { $id: "FieldError" },
);
export type FieldError = Static<typeof FieldError>;

/** Every error answer (D36). Branch on `code`; `error` is for people. */
export const ErrorReply = Type.Object(
  {
    error: Type.String(),
    code: Type.String(),
    message: Type.Optional(Type.String()),
    suggestion: Type.Optional(Type.String()),
    details: Type.Optional(Type.Array(FieldError)),
    request_id: Type.String(),
  },
  { $id: "ErrorReply" },
);
export type ErrorReply = Static<typeof ErrorReply>;
