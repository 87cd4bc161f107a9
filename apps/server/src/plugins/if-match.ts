import { editContent } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { ensure } from "../lib/app-error.ts";
import { ifMatchHolds } from "../lib/revision-tag.ts";

const changing: readonly string[] = ["PUT", "PATCH", "DELETE"];

/**
 * Only items have an ETag for changes, and their service compares it in its transaction. A conditional change of any
 * other resource is refused, because no tag matches.
 */
export function useIfMatch(app: FastifyInstance): void {
  app.addHook("preHandler", async ({ method, headers, routeOptions }) => {
    const { endpoint } = routeOptions.config;
    if (!endpoint || endpoint === editContent || !changing.includes(method)) return;
    ensure(ifMatchHolds(headers["if-match"], null), "precondition_failed");
  });
}
