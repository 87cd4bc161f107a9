import type { FastifyInstance, FastifyRequest } from "fastify";
import { ensure } from "../lib/app-error.ts";
import type { Bearer, Sessions } from "../modules/auth/sessions.ts";
import { isVerifiedAdmin } from "../modules/users/users.policy.ts";
import type { UserService } from "../modules/users/users.service.ts";

/**
 * Who may reach a call at all, decided from the endpoint's own statement before anything else is read.
 * Whether this member may do this thing to that item is each service's business.
 */
export function useAccess(
  app: FastifyInstance,
  { sessions, users }: { sessions: Sessions; users: UserService },
): void {
  app.decorateRequest("bearer", null);
  app.addHook("onRequest", async (request, reply) => {
    const access = request.routeOptions.config.endpoint?.access;
    // What only somebody who is signed in may hear is no browser's to keep.
    if (access !== undefined && access !== "visitor") reply.header("cache-control", "no-store");
    if (access === undefined || access === "refreshToken") return;
    const token = bearerToken(request);
    if (token === null) {
      ensure(access === "visitor", "sign_in_required");
      return;
    }
    request.bearer = await sessions.bearerOf(token);
    // A visitor's call with a dead token is refused as well: the site then refreshes and asks again.
    ensure(request.bearer, "session_ended");
    // D13, D17: the grant is read from the server's own data on every call, never from what the sender says.
    if (access === "verifiedAdmin") {
      ensure(isVerifiedAdmin(await users.active(request.bearer.userId)), "not_allowed");
    }
  });
}

/** The token of the Authorization header; null without one. */
export function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ", 2);
  return scheme?.toLowerCase() === "bearer" && token ? token : null;
}

/** The member of a call with access `member` or `verifiedAdmin`. */
export function memberOf(request: FastifyRequest): Bearer {
  ensure(request.bearer, "sign_in_required");
  return request.bearer;
}
