import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addVary } from "../answers/shared-answers.ts";
import { codingFor, compress, smallestWorthCompressing } from "../lib/content-coding.ts";

/**
 * Compresses texts that are not cached: members' answers, pages, errors. Files are streamed and pass unchanged, and
 * answers cached for many readers were compressed when they were made. Register after every other onSend hook.
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
 * The length of a compressed answer reveals how much of it repeats the request (BREACH), so answers with tokens are
 * never compressed.
 */
function mayCompress({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  const isAboutSessions = /^(\/api)?\/auth\//.test(routeOptions.url ?? "");
  const isText = texts.test(String(reply.getHeader("content-type")));
  return !isAboutSessions && isText && !reply.hasHeader("content-encoding");
}
