import { type Audience, loginPath, openScreens } from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bearer } from "../../calls/bearer.ts";
import { isRead } from "../../calls/page-or-call.ts";
import { ensure } from "../../lib/app-error.ts";
import { readBearer, type Tokens } from "./access.ts";
import type { ReaderPass } from "./reader-pass.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** As in an endpoint of the contract. */
    open?: true;
    /** The screen whose page it is. */
    screen?: string;
  }
  interface FastifyRequest {
    /** It is answered because a member asks; nobody else may get the answer. */
    isForMember: boolean;
  }
}

interface Dependencies extends Tokens {
  /** As the settings say now. */
  readonly audience: () => Audience;
  readonly readerPass: ReaderPass;
}

/**
 * Where the site is for members only, whoever is none gets nothing but what is open: by this one place, for calls, pages,
 * feeds, media and whatever else a route answers (docs/rules.md#members-only). A route is closed unless it says that it
 * is open. Register after the bearer is known and access was checked.
 */
export function keepToMembers(app: FastifyInstance, dependencies: Dependencies): void {
  const { audience, readerPass } = dependencies;
  app.decorateRequest("isForMember", false);

  app.addHook("onRequest", async (request, reply) => {
    if (audience() === "everyone") return;
    const { bearer } = request;
    if (bearer) givePass(request, reply, bearer);
    if (isOpen(request)) return;
    request.isForMember = bearer !== null || (await showsPass(request)) || (await showsToken(request));
    if (request.isForMember) return;
    const { screen } = request.routeOptions.config;
    ensure(screen !== undefined, "sign_in_required");
    return reply.header("cache-control", "no-store").redirect(loginPath(request.url));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    if (!request.isForMember) return payload;
    const caching = String(reply.getHeader("cache-control") ?? "no-cache");
    const own = caching.split(/,\s*/).filter((part) => part !== "public" && !part.startsWith("s-maxage"));
    const isPrivate = own.includes("private") || own.includes("no-store");
    reply.header("cache-control", [...(isPrivate ? [] : ["private"]), ...own].join(", "));
    return payload;
  });

  /** A browser that has a session, and no pass of it yet. */
  function givePass({ headers }: FastifyRequest, reply: FastifyReply, { sessionId }: Bearer): void {
    if (sessionId !== null && readerPass.sessionOf(headers.cookie) !== sessionId)
      reply.header("set-cookie", readerPass.write(sessionId));
  }

  /** It opens what a visitor of another site may read. */
  async function showsPass({ raw, headers }: FastifyRequest): Promise<boolean> {
    if (!isRead(raw)) return false;
    if (readerPass.isOwn(headers.cookie)) return true;
    const sessionId = readerPass.sessionOf(headers.cookie);
    return sessionId !== null && readerPass.isOpen(sessionId);
  }

  /** Outside of the contract, tokens are read here alone. */
  async function showsToken(request: FastifyRequest): Promise<boolean> {
    if (request.routeOptions.config.endpoint) return false;
    const bearer = await readBearer(request, dependencies);
    return bearer !== null && (!bearer.scopes || bearer.scopes.includes("read"));
  }
}

function isOpen({ is404, routeOptions: { config } }: FastifyRequest): boolean {
  const { endpoint, open, screen, limit, rootPath } = config as typeof config & { rootPath?: unknown };
  // What asks for a token of its own has been checked.
  if (endpoint) return endpoint.open === true || endpoint.access !== "visitor";
  if (screen !== undefined) return openScreens.includes(screen);
  // The files of the site itself hold nothing that anybody has written in it.
  return is404 || open === true || rootPath !== undefined || limit === "preflight";
}
