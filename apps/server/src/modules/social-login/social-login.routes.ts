import { screens } from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { createMarkCookie } from "../../lib/mark-cookie.ts";
import { type ProviderName, providerNames, providerTitle } from "./provider.ts";
import { returnPath } from "./providers.ts";
import { factsOf, sentenceFor } from "./sign-in-failure.ts";
import type { SocialLoginService } from "./social-login.service.ts";

const Params = Type.Object({ provider: Type.Enum([...providerNames]) });
type ProviderRequest = FastifyRequest<{ Params: Static<typeof Params> }>;

/** Where the sign-in buttons for providers lead, and where providers lead back to: at the root, not under `/api`. */
export function socialLoginRoutes(app: FastifyInstance, social: SocialLoginService, publicUrl: string): void {
  // Ties a sign-in to the browser that began it, and comes along when the provider sends the browser back.
  const browserMark = createMarkCookie({ publicUrl, name: "cairn-sign-in", sameSite: "Lax", seconds: 600 });

  /** A page load of its own: whatever goes wrong, the browser ends at a screen that says so. */
  async function orBack(request: ProviderRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) {
    reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    try {
      return await work();
    } catch (error) {
      const { provider } = request.params;
      request.log.warn({ provider, ...factsOf(error) }, "a sign-in by a provider failed");
      return toCallback(reply, { error: sentenceFor(error, providerTitle[provider]) });
    }
  }

  app.get<{ Params: Static<typeof Params> }>(
    "/auth/login/:provider",
    {
      exposeHeadRoute: false,
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
        const visitor = { address: request.ip, mark: browserMark.read(request.headers.cookie) };
        const { page, mark } = await social.begin(request.params.provider, visitor);
        return reply.header("set-cookie", browserMark.write(mark)).redirect(page.href);
      }),
  );

  app.get<{ Params: Static<typeof Params> }>(
    "/auth/login/:provider/return",
    {
      exposeHeadRoute: false,
      schema: {
        operationId: "returnFromProvider",
        summary: "Where a provider sends the browser back to; ends at /auth/callback with tokens or an error",
        tags: ["Auth"],
        params: Params,
        response: redirects("/auth/callback?access_token=...&refresh_token=..., or /auth/callback?error=..."),
      },
    },
    (request, reply) =>
      orBack(request, reply, async () => {
        const { provider } = request.params;
        const tokens = await social.finish(provider, returnedUrl(request.url, provider), {
          address: request.ip,
          mark: browserMark.read(request.headers.cookie),
          userAgent: request.headers["user-agent"] ?? null,
        });
        return toCallback(reply, tokens);
      }),
  );

  /** As the provider was told: whatever host the browser named counts for nothing. */
  function returnedUrl(requested: string, provider: ProviderName): URL {
    const returned = new URL(`${publicUrl}${returnPath(provider)}`);
    const mark = requested.indexOf("?");
    returned.search = mark === -1 ? "" : requested.slice(mark);
    return returned;
  }
}

/** A path of our own and nothing else, so that nobody can be sent elsewhere. */
const toCallback = (reply: FastifyReply, parameters: Record<string, string>): FastifyReply => {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return reply.redirect(`${screens.authCallback}?${query.join("&")}`);
};

const redirects = (description: string) => ({ 302: { type: "null", description } });
