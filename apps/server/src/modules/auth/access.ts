import { type EndpointDefinition, scopeOf } from "@cairn/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Bearer, bearerToken, closedToPrograms } from "../../calls/bearer.ts";
import { ensure } from "../../lib/app-error.ts";
import { addressKey } from "../../lib/client-address.ts";
import { isVerifiedAdmin } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import { isProgramToken, type ProgramTokens } from "./program-tokens.ts";
import type { Sessions } from "./sessions.ts";

export interface Tokens {
  readonly sessions: Pick<Sessions, "bearerOf">;
  readonly programTokens: Pick<ProgramTokens, "bearerOf">;
}

/** Reads whose call it is, from the token alone. Everything else may be counted against the member before it is done. */
export function readBearers(app: FastifyInstance, tokens: Tokens): void {
  app.decorateRequest("bearer", null);
  app.addHook("onRequest", async (request) => {
    const access = request.routeOptions.config.endpoint?.access;
    if (access !== undefined && access !== "refreshToken") request.bearer = await readBearer(request, tokens);
  });
}

/** Whose token the request carries; null without a valid one. */
export async function readBearer(
  request: FastifyRequest,
  { sessions, programTokens }: Tokens,
): Promise<Bearer | null> {
  const token = bearerToken(request);
  if (token === null) return null;
  return isProgramToken(token)
    ? programTokens.bearerOf(token, addressKey(request.clientAddress))
    : sessions.bearerOf(token);
}

/** @throws AppError scope_missing for a program whose token is not for this call (docs/rules.md#tokens-for-programs) */
function ensureScope(endpoint: EndpointDefinition, { scopes }: Pick<Bearer, "scopes">): void {
  if (!scopes) return;
  const scope = scopeOf(endpoint);
  ensure(scope !== null, "scope_missing", { sentence: closedToPrograms });
  ensure(scopes.includes(scope), "scope_missing", { sentence: `This token lacks the scope “${scope}”.` });
}

const sendsProgramToken = (request: FastifyRequest) => isProgramToken(bearerToken(request) ?? "");

/**
 * Checks who may use a call at all, from the endpoint's own declaration, before its body is read. Whether this member
 * may do this to that item is each service's concern.
 */
export function useAccess(app: FastifyInstance, users: UserService): void {
  app.addHook("onRequest", async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return;
    const { access, writes } = endpoint;
    if (access === "refreshToken") {
      ensure(!sendsProgramToken(request), "scope_missing", { sentence: closedToPrograms });
      return;
    }
    const { bearer } = request;
    if (bearer === null) {
      ensure(!sendsProgramToken(request), "session_ended", {
        sentence: "This token has ended, was deleted, or was never one of ours.",
      });
      // A call open to visitors is refused too if its token is dead: the site then refreshes the token and tries again.
      ensure(bearerToken(request) === null, "session_ended");
      ensure(access === "visitor", "sign_in_required");
      return;
    }
    ensureScope(endpoint, bearer);
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
