import type { Static, TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may make a call, before any rule about the thing it touches.
 * `visitor`: anybody; a valid access token is used if there is one, and an invalid one is refused.
 * `member`: an active session. `verifiedAdmin`: an active session of a verified admin (docs/rules.md#roles-and-grants).
 * `refreshToken`: the bearer is a refresh token, not an access token (docs/evidence/spec-clauses.md#s7-calls).
 */
export type Access = "visitor" | "member" | "verifiedAdmin" | "refreshToken";

export interface EndpointDefinition {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Path as in the spec's table, parameters as `:name`. Served at the root and again under `/api` (docs/rules.md#api-and-site-on-one-port).
   */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /**
   * Set where its JSON may amount to more than usual: `text` has a whole text, `decision` also what its code did. The
   * server knows the figures.
   */
  readonly bodySize?: "text" | "decision";
  readonly replies: Readonly<Record<number, TSchema>>;
  /** For visitors even where the site is for members only (docs/rules.md#members-only). */
  readonly open?: true;
  /** The answer is the same for every visitor, and its handler names everything that it is made of. */
  readonly shared?: true;
  /** For monitoring: not counted as a read; has a limit of its own (`health` in call-limits.ts). */
  readonly uncounted?: true;
  /** Streamed, and may be large: a member gets one such answer at a time (docs/rules.md#fair-shares). */
  readonly streamed?: true;
  /** Takes an Idempotency-Key header: the same key within 24 hours gives the first answer again. */
  readonly keyed?: true;
  /** Also taken as multipart/form-data, where the part of this name carries a file. */
  readonly upload?: string;
  /** Beside it, the part of this name carries a picture of it. As an empty text, or null in JSON, it says: none. */
  readonly poster?: string;
  /** The one content type of its body, which is read as it arrives: bytes, not JSON. */
  readonly binary?: string;
  /**
   * Other users see what is sent: if the site requires it, only members with a confirmed email may make this call
   * (docs/rules.md#quotas).
   */
  readonly writes?: true;
  /** Its 400 is {error: {FIELD: [text]}} with the name of this field (docs/rules.md#errors). */
  readonly errorField?: string;
  /** Errors this call can answer beyond those every call can (invalid_input, too_many_requests, ...). */
  readonly errors: readonly ErrorCode[];
}

/** One statement of a call: the server mounts it, the site calls it, the OpenAPI document lists it. */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never;

/** The successful reply of a call. */
export type ReplyOf<Endpoint extends EndpointDefinition> = StaticOf<
  Endpoint["replies"][keyof Endpoint["replies"]]
>;

type Part<Endpoint, Name extends "params" | "query" | "body"> =
  Endpoint extends Record<Name, infer Schema extends TSchema> ? Static<Schema> : undefined;

/** The input of a call: `params` and `body` if it has them, `query` always optional. */
export type InputOf<Endpoint extends EndpointDefinition> = (Part<Endpoint, "params"> extends undefined
  ? { params?: undefined }
  : { params: Part<Endpoint, "params"> }) &
  (Part<Endpoint, "body"> extends undefined ? { body?: undefined } : { body: Part<Endpoint, "body"> }) & {
    query?: Part<Endpoint, "query">;
  };
