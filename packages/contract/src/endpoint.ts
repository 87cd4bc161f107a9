import type { TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may make a call, before any rule about the thing it touches.
 * `visitor`: anybody; a valid access token is used when there is one, and a dead one is refused.
 * `member`: a living session. `verifiedAdmin`: a living session of a verified admin (D17).
 * `refreshToken`: the bearer is a refresh token, not an access token (spec section 7).
 */
export type Access = "visitor" | "member" | "verifiedAdmin" | "refreshToken";

export interface EndpointDefinition {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path as in the spec's table, parameters as `:name`. Served at the root and again under `/api` (D3). */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly replies: Readonly<Record<number, TSchema>>;
  /** The answer is the same for every visitor, and changes only with content, comments, categories or names. */
  readonly shared?: true;
  /** Takes an Idempotency-Key header: the same key within 24 hours gives the first answer again. */
  readonly keyed?: true;
  /** Also taken as multipart/form-data, where the part of this name carries a file. */
  readonly upload?: string;
  /** Its 400 is {error: {FIELD: [text]}} with the name of this field (D36). */
  readonly errorField?: string;
  /** Errors this call can answer beyond those every call can (invalid_input, too_many_requests, ...). */
  readonly errors: readonly ErrorCode[];
}

/** One statement of a call: the server mounts it, the site calls it, the OpenAPI document lists it. */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
}
