import { type Static, Type } from "typebox";
import { messages } from "./messages.ts";

/** The catalogue: every error a call can answer, and its HTTP status (contract: 422 is not used). */
export const errorStatus = {
  invalid_input: 400,
  request_unreadable: 400,
  invalid_cursor: 400,
  page_too_deep: 400,
  passwords_differ: 400,
  code_invalid: 400,
  link_invalid: 400,
  wrong_credentials: 401,
  sign_in_required: 401,
  session_ended: 401,
  not_allowed: 403,
  account_deactivated: 403,
  email_unconfirmed: 403,
  not_found: 404,
  content_not_found: 404,
  not_published: 404,
  category_not_found: 404,
  comment_not_found: 404,
  revision_not_found: 404,
  user_not_found: 404,
  author_not_found: 404,
  series_not_found: 404,
  upload_not_found: 404,
  report_not_found: 404,
  feed_item_not_found: 404,
  notification_not_found: 404,
  session_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  email_taken: 409,
  key_in_use: 409,
  list_full: 409,
  revision_stale: 409,
  nothing_changed: 409,
  content_removed: 409,
  decision_stale: 409,
  checks_failed: 409,
  item_claimed: 409,
  too_many_waiting: 409,
  cannot_supersede: 409,
  upload_offset: 409,
  upload_incomplete: 409,
  category_name_taken: 409,
  category_in_use: 409,
  precondition_failed: 412,
  body_too_large: 413,
  file_too_large: 413,
  picture_too_large: 413,
  quota_exceeded: 413,
  unsupported_media_type: 415,
  file_type_refused: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  too_many_requests: 429,
  headers_too_large: 431,
  checksum_mismatch: 460,
  internal_error: 500,
  feed_unreachable: 502,
  unavailable: 503,
  log_behind: 503,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** The sentence a call answers in `error` when nothing more exact is known. */
export const errorSentence: Record<ErrorCode, string> = {
  request_unreadable: "This HTTP request cannot be read.",
  invalid_input: "Some of the values are not valid.",
  invalid_cursor: "This cursor is not valid. Start again from the first page.",
  page_too_deep: "Pages end at item 10,000. To read on, follow the cursor in the Link header.",
  passwords_differ: messages.passwordsDiffer,
  code_invalid: messages.codeInvalid,
  link_invalid: "This link is no longer valid.",
  wrong_credentials: "The email or password is wrong.",
  sign_in_required: "Please log in.",
  session_ended: "Session expired. Please log in again.",
  not_allowed: "You are not allowed to do this.",
  account_deactivated: "This account is deactivated. Please contact an admin.",
  email_unconfirmed:
    "Please confirm your email first. Open the link that we emailed to you and press the button there, or ask for another link on your profile.",
  not_found: "There is nothing at this address.",
  content_not_found: messages.contentNotFound,
  not_published: "This item is not public.",
  category_not_found: "There is no such category.",
  comment_not_found: "There is no such comment.",
  revision_not_found: "There is no such revision.",
  user_not_found: "There is no such account.",
  author_not_found: "There is no such author.",
  series_not_found: "There is no such series.",
  upload_not_found:
    "There is no such upload. It was used, deleted, or ended 24 hours after it began: send the file again.",
  report_not_found: "There is no such report.",
  feed_item_not_found: "There is no such article.",
  notification_not_found: "There is no such notification.",
  session_not_found: "There is no such session.",
  method_not_allowed: "This address does not accept this method. The Allow header lists those it accepts.",
  request_timeout: "The request took too long to arrive.",
  key_in_use: "This Idempotency-Key was already used for a different request.",
  list_full: "Your list is full. Remove something first.",
  nothing_changed: "There are no changes to save.",
  revision_stale: "This item has changed since you opened it. Load it again before you save.",
  content_removed: "This item was removed and cannot be changed.",
  decision_stale: "This item has changed since you opened it. Load it again before you decide.",
  checks_failed:
    "Code in this item failed its check or was not run. To approve it anyway, add a note that says why.",
  too_many_waiting: "Too many of your posts wait for review. Send this one once some of them are decided.",
  item_claimed: "Another admin is reviewing this item.",
  cannot_supersede: "That item cannot replace this one.",
  category_name_taken: "A category with this name already exists.",
  category_in_use: "This category is not empty. Choose a category to move its items to.",
  upload_offset: "This piece does not begin where the last one ended.",
  upload_incomplete: "This file has not arrived completely. Send the rest of it first.",
  email_taken: "Email already registered. Please log in or use a different email.",
  precondition_failed: "This has changed since you opened it. Load it again before you save.",
  body_too_large: "The request is too large.",
  file_too_large: messages.fileTooLarge,
  picture_too_large:
    "This picture has too many pixels. Save it with 40 million at most, such as 8,000 by 5,000, and send that.",
  quota_exceeded: "Your storage is full. Delete comments or drafts with files, or ask an admin for more.",
  unsupported_media_type: "This content type is not accepted here.",
  file_type_refused: messages.fileTypeRefused,
  range_not_satisfiable: "The file does not have this range.",
  expectation_failed: "The Expect header of this request cannot be met.",
  too_many_requests: "Too many requests. Please wait a moment and try again.",
  headers_too_large: "The headers of this request are too large.",
  feed_unreachable: "The article could not be loaded. Please try again later.",
  checksum_mismatch: "The bytes that arrived do not match their checksum. Send them again.",
  internal_error: "Something went wrong on our side.",
  unavailable: "Cairn is not available right now. Please try again in a moment.",
  log_behind:
    "Decisions and proofs have stopped: the database is older than the public log. The operator finds the reason in the server's log.",
  storage_full: "There is no space for new content right now. Please try again later.",
};

/** One refused field: `field` is a path such as `email` or `interests/0`. */
export const FieldError = Type.Object(
  { field: Type.String(), problem: Type.String() },
  { $id: "FieldError" },
);
export type FieldError = Static<typeof FieldError>;

/** Every error answer (docs/rules.md#errors). Branch on `code`; `error` is for people. */
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

/** A 400 of a call with an `errorField`. */
export const FieldErrorReply = Type.Object(
  { ...ErrorReply.properties, error: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 })) },
  { $id: "FieldErrorReply" },
);
export type FieldErrorReply = Static<typeof FieldErrorReply>;
