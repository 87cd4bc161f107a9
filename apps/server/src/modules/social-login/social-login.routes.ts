import { setTimeout as sleep } from "node:timers/promises";
import { listProviders, ProviderId, screens } from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { mount } from "../../calls/mount.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import { createMarkCookie } from "../../lib/mark-cookie.ts";
import { refusalMs } from "../../rate-limits/rate-limits.ts";
import { returnPath } from "./providers.ts";
import { factsOf, sentenceFor } from "./sign-in-failure.ts";
import { SignInRefused } from "./sign-in-refused.ts";
import type { SocialLoginService } from "./social-login.service.ts";

const Params = Type.Object({ provider: ProviderId });
type ProviderRequest = FastifyRequest<{ Params: Static<typeof Params> }>;

/** Which sign-in buttons stand on the login and register screens (docs/rules.md#social-buttons). */
export function providerRoutes(app: FastifyInstance, { shown }: SocialLoginService): void {
  mount(app, listProviders, async () => ({ items: shown }));
}

/** The targets of the sign-in buttons and of the providers' redirects: at the root, not under `/api`. */
export function socialLoginRoutes(app: FastifyInstance, social: SocialLoginService, publicUrl: string): void {
  // Ties a sign-in to the browser that began it. SameSite=Lax, so it is sent when the provider redirects back.
  const browserMark = createMarkCookie({ publicUrl, name: "cairn-sign-in", sameSite: "Lax", seconds: 600 });

  /** This is a page load, so any failure must redirect the browser to a screen that explains it. */
  async function orBack(request: ProviderRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) {
    const name = social.nameOf(request.params.provider);
    ensure(name !== undefined, "invalid_input");
    reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    try {
      return await work();
    } catch (error) {
      const { provider } = request.params;
      const isRefused = error instanceof AppError && error.code === "too_many_requests";
      if (isRefused) await sleep(refusalMs);
      request.log[isRefused ? "info" : "warn"](
        { provider, ...factsOf(error) },
        "a sign-in by a provider failed",
      );
      if (error instanceof SignInRefused && error.reason === "waiting")
        return reply.redirect(screens.waiting);
      return toCallback(reply, { error: sentenceFor(error, name) });
    }
  }

  app.get<{ Params: Static<typeof Params> }>(
    "/auth/login/:provider",
    {
      exposeHeadRoute: false,
      config: { limit: "page load", open: true },
      schema: {
        operationId: "signInWithProvider",
        summary: "Sends the browser to a provider to sign in, or back with an error",
        tags: ["Auth"],
        params: Params,
        response: redirects("The provider's own page, or /auth/callback?error=..."),
      },
    },
    (request, reply) =>
      orBack(request, reply, async () => {
        const visitor = {
          address: request.clientAddress,
          mark: browserMark.read(request.headers.cookie),
          invitation: invitationIn(request.query),
        };
        const { page, mark } = await social.begin(request.params.provider, visitor);
        return reply.header("set-cookie", browserMark.write(mark)).redirect(page.href);
      }),
  );

  app.get<{ Params: Static<typeof Params> }>(
    "/auth/login/:provider/return",
    {
      exposeHeadRoute: false,
      config: { limit: "page load", open: true },
      schema: {
        operationId: "returnFromProvider",
        summary:
          "Where a provider sends the browser back to; ends at /auth/callback with tokens or an error, after a sign-out at /login",
        tags: ["Auth"],
        params: Params,
        response: redirects(
          "/auth/callback?access_token=...&refresh_token=..., /auth/callback?error=..., or /login",
        ),
      },
    },
    (request, reply) =>
      orBack(request, reply, async () => {
        // After a sign-out at the provider.
        if (!request.url.includes("?")) return reply.redirect(screens.login);
        const { provider } = request.params;
        const tokens = await social.finish(provider, returnedUrl(request.url, provider), {
          address: request.clientAddress,
          mark: browserMark.read(request.headers.cookie),
          userAgent: request.headers["user-agent"] ?? null,
        });
        return toCallback(reply, tokens);
      }),
  );

  /** Uses the registered address and ignores the host that the browser sent. */
  function returnedUrl(requested: string, provider: string): URL {
    const returned = new URL(`${publicUrl}${returnPath(provider)}`);
    const mark = requested.indexOf("?");
    returned.search = mark === -1 ? "" : requested.slice(mark);
    return returned;
  }
}

/** What a link of this site brings along; one that is too long is none of this site's. */
function invitationIn(query: unknown): string | null {
  const { invitation } = query as { invitation?: unknown };
  return typeof invitation === "string" && invitation !== "" && invitation.length <= 100 ? invitation : null;
}

/** Redirects only to a path of this site, so that no one can be sent elsewhere. */
const toCallback = (reply: FastifyReply, parameters: Record<string, string>): FastifyReply => {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return reply.redirect(`${screens.authCallback}?${query.join("&")}`);
};

const redirects = (description: string) => ({ 302: { type: "null", description } });
