import { screens } from "@cairn/contract";
import type { FastifyRequest } from "fastify";

const isScreen: ReadonlySet<string> = new Set(Object.values(screens));

/**
 * Names a request's target for logs and metrics, from a small fixed set: the template of a call ("/content/:id", under
 * `/api` or not), "page", "file" or "unknown". No part of it comes from the client.
 */
export function routeName(request: FastifyRequest): string {
  const { url, config, schema } = request.routeOptions;
  if (url === undefined) return "unknown";
  const isCall = config.endpoint !== undefined || (schema && "operationId" in schema);
  if (isCall || url === "/socket.io") return url.replace(/^\/api(?=\/)/, "");
  return isScreen.has(url) ? "page" : "file";
}
