import { type ClientEvents, type ServerEvents, socketPath } from "@cairn/contract";
import { Server, type Socket } from "socket.io";
import type { LiveLimits } from "./live-limits.ts";

export type LiveServer = Server<ClientEvents, ServerEvents>;
export type LiveSocket = Socket<ClientEvents, ServerEvents>;
/** A Socket.IO connection, before and after the server knows which member it belongs to. */
export type Connection = LiveSocket["conn"];

export const createLiveServer = (limits: LiveLimits): LiveServer =>
  new Server({
    path: socketPath,
    addTrailingSlash: false,
    serveClient: false,
    maxHttpBufferSize: limits.messageBytes,
    connectTimeout: limits.deadline,
  });
