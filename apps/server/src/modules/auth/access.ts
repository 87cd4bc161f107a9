import type { FastifyInstance } from "fastify";
import { bearerToken } from "../../calls/bearer.ts";
import { ensure } from "../../lib/app-error.ts";
import { isVerifiedAdmin } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import type { Sessions } from "./sessions.ts";

/** Reads whose call it is, from the token alone. Everything else may be counted against the member before it is done. */
export function readBearers(app: FastifyInstance, sessions: Pick<Sessions, "bearerOf">): void {
  app.decorateRequest("bearer", null);
  app.addHook("onRequest", async (request) => {
    const access = request.routeOptions.config.endpoint?.access;
    if (access === undefined || access === "refreshToken") return;
    const token = bearerToken(request);
    if (token !== null) request.bearer = await sessions.bearerOf(token);
  });
}

/**
 * Checks who may use a call at all, from the endpoint's own declaration, before its body is read. Whether this member
 * may do this to that item is each service's concern.
 */
export function useAccess(app: FastifyInstance, users: UserService): void {
  app.addHook("onRequest", async (request) => {
    const { access, writes } = request.routeOptions.config.endpoint ?? {};
    if (access === undefined || access === "refreshToken") return;
    const { bearer } = request;
    if (bearer === null) {
      // A call open to visitors is refused too if its token is dead: the site then refreshes the token and tries again.
      ensure(bearerToken(request) === null, "session_ended");
      ensure(access === "visitor", "sign_in_required");
      return;
    }
    // The grant is read from the server's own data on every call, never from what the client says (docs/rules.md#guards-protect-nothing,
    // docs/rules.md#roles-and-grants).
    if (access === "verifiedAdmin") {
      ensure(isVerifiedAdmin(await users.active(bearer.userId)), "not_allowed");
    } else if (writes) {
      // A verified admin always may (users.policy.ts).
      await users.ensureMayWrite(bearer.userId);
    }
  });
}
