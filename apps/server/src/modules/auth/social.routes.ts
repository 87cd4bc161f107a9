import { messages, screens } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";

const Params = Type.Object({ provider: Type.Enum(["google", "github"]) });

/**
 * Where the sign-in buttons for providers lead: at the root, not under `/api`. No provider is set up in this
 * version, and without settings the browser comes back with the error (contract, GOOGLE_CLIENT_ID).
 */
export function socialRoutes(app: FastifyInstance): void {
  app.get<{ Params: Static<typeof Params> }>(
    "/auth/login/:provider",
    {
      schema: {
        operationId: "signInWithProvider",
        summary: "Sends the browser to a provider to sign in, or back with an error",
        tags: ["Auth"],
        params: Params,
      },
    },
    async (_request, reply) => {
      const error = encodeURIComponent(messages.oauthFailed);
      return reply.header("cache-control", "no-store").redirect(`${screens.authCallback}?error=${error}`);
    },
  );
}
