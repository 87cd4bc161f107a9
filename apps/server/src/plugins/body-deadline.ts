import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * Disconnects the sender when it fires. A reader of bodies that may take longer clears it and enforces its own
     * limit.
     */
    bodyDeadline: NodeJS.Timeout | undefined;
  }
}

/**
 * Gives a body half a minute to arrive, whether or not it is read. Node has only one such limit for all requests, and
 * an upload over a slow line takes longer.
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
