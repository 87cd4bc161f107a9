import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { OperatorRequest } from "./command-socket.ts";
import type { Outcome } from "./run-command.ts";
import { commandSocketPath } from "./socket-path.ts";

/** Sends the request to the running server; null if none runs on this data directory. */
export async function askServer(dataDir: string, request: OperatorRequest): Promise<Outcome | null> {
  const path = commandSocketPath(dataDir);
  if (path === null) return null;
  const socket = connect(path);
  try {
    socket.end(JSON.stringify(request));
    const answer = await text(socket);
    if (answer === "") throw new Error("The server did not answer. Its log may say why.");
    return JSON.parse(answer) as Outcome;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // No socket, or one that a killed server left behind.
    if (code === "ENOENT" || code === "ECONNREFUSED") return null;
    throw error;
  }
}
