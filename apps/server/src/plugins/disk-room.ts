import { type EndpointDefinition, logout, refresh } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { AppError } from "../lib/app-error.ts";
import type { DiskRoom } from "../lib/disk-room.ts";

/** These calls write next to nothing, and without them a reader would be signed out, or could not sign out. */
const goOn: readonly EndpointDefinition[] = [refresh, logout];

/** While the disk is nearly full, refuses calls that write before they reach any handler; reads continue. */
export function useDiskRoom(app: FastifyInstance, room: DiskRoom): void {
  app.addHook("onRequest", async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!room.isLow || !endpoint || endpoint.method === "GET" || goOn.includes(endpoint)) return;
    throw new AppError("storage_full", { retryAfter: 5 });
  });
}
