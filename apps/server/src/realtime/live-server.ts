import {
  type ClientEvents,
  type LineClientEvents,
  type LineServerEvents,
  type ServerEvents,
  socketPath,
} from "@cairn/contract";
import { type Namespace, Server, type Socket } from "socket.io";
import type { LiveLimits } from "./live-limits.ts";

/** What clients send and receive, on whichever namespace. */
type Sent = ClientEvents & LineClientEvents;
export type LiveEvents = ServerEvents & LineServerEvents;
export type LiveServer = Server<Sent, LiveEvents>;
export type LiveNamespace = Namespace<Sent, LiveEvents>;
export type LiveSocket = Socket<Sent, LiveEvents>;
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
