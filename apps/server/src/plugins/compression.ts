import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addVary } from "../answers/shared-answers.ts";
import { codingFor, compress, smallestWorthCompressing } from "../lib/content-coding.ts";

/**
 * Compresses answers that are not cached: members' answers, pages, errors. Files are streamed unchanged, and cached
 * answers are compressed when they are made. Register after every other onSend hook.
 */
export function useCompression(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < smallestWorthCompressing) return payload;
    if (!mayCompress(request, reply)) return payload;
    addVary(reply, "Accept-Encoding");
    const coding = codingFor(request);
    if (!coding) return payload;
    reply.header("content-encoding", coding).removeHeader("content-length");
    return compress(coding, Buffer.from(payload));
  });
}

const texts = /^(text\/|application\/(json|atom\+xml))/;

/**
 * A compressed answer's length reveals how much of it repeats the request (BREACH), so answers with tokens are never
 * compressed.
 */
function mayCompress({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  const isAboutSessions = /^(\/api)?\/auth\//.test(routeOptions.url ?? "");
  const isText = texts.test(String(reply.getHeader("content-type")));
  return !isAboutSessions && isText && !reply.hasHeader("content-encoding");
}
