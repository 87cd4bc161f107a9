import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Cuts the sender off when it fires. Whoever reads a body that may take longer clears it and keeps watch. */
    bodyDeadline: NodeJS.Timeout | undefined;
  }
}

/**
 * Half a minute for a body to arrive, whether anybody reads it or not. Node has one such limit for all
 * requests, and an upload over a slow line takes longer.
 */
export function useBodyDeadline(app: FastifyInstance, patienceMs = 30_000): void {
  app.decorateRequest("bodyDeadline");
  app.addHook("onRequest", async (request) => {
    const { raw, headers } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
    const deadline = setTimeout(() => raw.destroy(), patienceMs).unref();
    request.bodyDeadline = deadline;
    raw.once("close", () => clearTimeout(deadline));
  });
}
