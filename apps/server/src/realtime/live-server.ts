import {
  type ClientEvents,
  type LineClientEvents,
  type LineServerEvents,
  type ServerEvents,
  socketPath,
} from "@cairn/contract";
import { type Namespace, Server, type Socket } from "socket.io";
import { type ServerOptions, WebSocketServer } from "ws";
import type { LiveLimits } from "./live-limits.ts";

/** What clients send and receive, on whichever namespace. */
type Sent = ClientEvents & LineClientEvents;
export type LiveEvents = ServerEvents & LineServerEvents;
export type LiveServer = Server<Sent, LiveEvents>;
export type LiveNamespace = Namespace<Sent, LiveEvents>;
export type LiveSocket = Socket<Sent, LiveEvents>;
/** A Socket.IO connection, before and after the server knows which member it belongs to. */
export type Connection = LiveSocket["conn"];

/** Frames of one message; browsers send one. Each costs as much as a whole message, and only messages are counted. */
const maxFragments = 16;
/** With the version of `ws` that answers no ping of a connection that has been cut. */
class WebSockets extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, maxFragments });
  }
}

export const createLiveServer = (limits: LiveLimits): LiveServer =>
  new Server({
    path: socketPath,
    addTrailingSlash: false,
    serveClient: false,
    maxHttpBufferSize: limits.messageBytes,
    // Later than the guard's, which ends the connection at once.
    connectTimeout: limits.deadline + 1_000,
    wsEngine: WebSockets,
  });
