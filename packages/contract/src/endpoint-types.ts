import type { Static, TSchema } from "typebox";
import type { EndpointDefinition } from "./endpoint.ts";

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never;

/** What a call answers when it succeeds. */
export type ReplyOf<Endpoint extends EndpointDefinition> = StaticOf<
  Endpoint["replies"][keyof Endpoint["replies"]]
>;

type Part<Endpoint, Name extends "params" | "query" | "body"> =
  Endpoint extends Record<Name, infer Schema extends TSchema> ? Static<Schema> : undefined;

/** What a call is given: `params` and `body` where it has them, `query` always optional. */
export type InputOf<Endpoint extends EndpointDefinition> = (Part<Endpoint, "params"> extends undefined
  ? { params?: undefined }
  : { params: Part<Endpoint, "params"> }) &
  (Part<Endpoint, "body"> extends undefined ? { body?: undefined } : { body: Part<Endpoint, "body"> }) & {
    query?: Part<Endpoint, "query">;
  };
