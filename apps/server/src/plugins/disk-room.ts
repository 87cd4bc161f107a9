import { type EndpointDefinition, endUpload, logout, refresh } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { AppError } from "../lib/app-error.ts";
import type { DiskRoom } from "../lib/disk-room.ts";

/** These calls write almost nothing; without them a reader could not refresh a session or sign out, or make room. */
const goOn: readonly EndpointDefinition[] = [refresh, logout, endUpload];

/** Refuses writing calls before any handler while the disk is nearly full; reads continue. */
export function useDiskRoom(app: FastifyInstance, room: DiskRoom): void {
  app.addHook("onRequest", async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!room.isLow || !endpoint || endpoint.method === "GET" || goOn.includes(endpoint)) return;
    throw new AppError("storage_full", { retryAfter: 5 });
  });
}
