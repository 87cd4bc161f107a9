import { screens } from "@cairn/contract";
import type { FastifyRequest } from "fastify";

const isScreen: ReadonlySet<string> = new Set(Object.values(screens));

/**
 * What a request asked for, as one of a few names, for logs and metrics: the template of a call ("/content/:id", under
 * `/api` or not), "page", "file", or "unknown". Nothing that a sender chose is in it.
 */
export function routeName(request: FastifyRequest): string {
  const { url, config, schema } = request.routeOptions;
  if (url === undefined) return "unknown";
  const isCall = config.endpoint !== undefined || (schema && "operationId" in schema);
  if (isCall || url === "/socket.io") return url.replace(/^\/api(?=\/)/, "");
  return isScreen.has(url) ? "page" : "file";
}
