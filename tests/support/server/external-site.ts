import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ExternalSite {
  /** The server's own address, without a slash at its end. */
  readonly url: string;
  /** Path and query of every request, in order. */
  readonly asked: string[];
  /** What it does with requests from now on. */
  behave(handler: Handler): void;
  close(): Promise<void>;
}

/** A server on loopback that stands for an external site: as good or as hostile as a test wants it. */
export async function openExternalSite(first: Handler): Promise<ExternalSite> {
  let handler = first;
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    // Readers that have heard enough hang up.
    response.on("error", () => {});
    handler(request, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    behave(next) {
      handler = next;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const sendJson =
  (value: unknown): Handler =>
  (_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(value));
  };
