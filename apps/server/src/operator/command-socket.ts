import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Outcome } from "./run-command.ts";
import { commandSocketPath } from "./socket-path.ts";

const longestRequest = 16 * 1024;
const timeoutMs = 10_000;

/** A request from the machine's owner to the running server. */
export type OperatorRequest =
  /** The words after `npm run admin --`. */
  | { readonly command: readonly string[] }
  /** A consistent copy of all data for a backup; the answer's line names its folder. */
  | { readonly snapshot: true };

export interface OperatorHandlers {
  command(argv: readonly string[]): Promise<Outcome>;
  snapshot(): Promise<Outcome>;
}

/**
 * Lets the command line reach the running server, which alone may open the embedded database: one JSON request, one
 * answer. Only the owner of the data directory may open the socket.
 * @returns a function that closes the socket
 */
export async function openCommandSocket(
  dataDir: string,
  handlers: OperatorHandlers,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const path = commandSocketPath(dataDir);
  if (path === null) {
    log.warn("the path of DATA_DIR is too long: admin commands cannot reach this server while it runs");
    return async () => {};
  }
  // Left behind by a process that was killed: this process owns the directory now.
  await rm(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    answer(socket, handlers).catch((error) => {
      log.error({ err: error }, "a command failed");
      send(socket, { lines: ["Something went wrong. See the server's log."], status: 1 });
    });
  });
  // This call creates the socket, so it is never open to others, not even for a moment.
  const mask = process.umask(0o177);
  server.listen(path);
  process.umask(mask);
  await once(server, "listening");
  server.unref();
  return async () => {
    server.close();
    await rm(path, { force: true });
  };
}

async function answer(socket: Socket, handlers: OperatorHandlers): Promise<void> {
  socket.on("error", () => socket.destroy());
  socket.setTimeout(timeoutMs, () => socket.destroy());
  const request = await readRequest(socket);
  if (!request) return void socket.destroy();
  // From here on only the command itself takes time.
  socket.setTimeout(0);
  send(socket, "command" in request ? await handlers.command(request.command) : await handlers.snapshot());
}

async function readRequest(socket: Socket): Promise<OperatorRequest | null> {
  let text = "";
  socket.setEncoding("utf8");
  // The other half of the socket still has to carry the answer.
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += part;
    if (text.length > longestRequest) return null;
  }
  return parseRequest(text);
}

const Request = Compile(
  Type.Union([
    Type.Object({ command: Type.Array(Type.String()) }),
    Type.Object({ snapshot: Type.Literal(true) }),
  ]),
);

function parseRequest(text: string): OperatorRequest | null {
  try {
    const request: unknown = JSON.parse(text);
    return Request.Check(request) ? request : null;
  } catch {
    return null;
  }
}

const send = (socket: Socket, outcome: Outcome) => void socket.end(JSON.stringify(outcome));
