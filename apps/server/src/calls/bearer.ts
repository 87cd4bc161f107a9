import type { IncomingMessage } from "node:http";
import type { TokenScope } from "@cairn/contract";
import type { FastifyRequest } from "fastify";
import { ensure } from "../lib/app-error.ts";

/**
 * The user and session behind a request. Permissions are never in a token: they are read where they are needed.
 */
export interface Bearer {
  readonly userId: number;
  /** null: a program, with a token of the user's (docs/rules.md#tokens-for-programs). */
  readonly sessionId: string | null;
  /** Of a program's token: which calls it may make at most. */
  readonly scopes?: readonly TokenScope[];
}

/** A bearer who has signed in. */
export interface SignedIn extends Bearer {
  readonly sessionId: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** null for a visitor. The guard of the auth module (`modules/auth/access.ts`) sets it before any handler runs. */
    bearer: Bearer | null;
  }
}

/** The token of the Authorization header; null without one. */
export function bearerToken({ headers }: Pick<IncomingMessage, "headers">): string | null {
  const [scheme, token] = (headers.authorization ?? "").split(" ", 2);
  return scheme?.toLowerCase() === "bearer" && token ? token : null;
}

/** The member of a call with access `member` or `verifiedAdmin`. */
export function memberOf(request: FastifyRequest): Bearer {
  ensure(request.bearer, "sign_in_required");
  return request.bearer;
}

/** What no program may do. @throws AppError scope_missing */
export function signedIn({ userId, sessionId }: Bearer): SignedIn {
  ensure(sessionId !== null, "scope_missing", { sentence: closedToPrograms });
  return { userId, sessionId };
}

export const closedToPrograms = "Tokens for programs cannot do this. Sign in instead.";
