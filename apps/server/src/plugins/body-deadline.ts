import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Disconnects the sender. A reader of longer bodies clears it and enforces its own limit. */
    bodyDeadline: NodeJS.Timeout | undefined;
  }
}

/**
 * Gives a body thirty seconds to arrive, whether or not it is read. Node has one such limit for all requests, which
 * would cut uploads over slow lines.
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
