import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { AppError } from "../lib/app-error.ts";

/** Pieces that any body may have, and bytes and milliseconds that allow one more: a slow line delivers small ones. */
const [freePieces, bytesOfOne, msOfOne] = [2_000, 1_024, 2];

/**
 * Refuses a chunked body in many tiny pieces: its sender chooses how often the parser calls the thread that answers
 * everybody, up to a million times a second. A body of a stated length comes as the network delivers it.
 * @param refuse answers on the socket and closes it
 */
export function refuseTinyPieces(
  server: Server,
  refuse: (error: AppError, request: IncomingMessage) => void,
) {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers["transfer-encoding"] === undefined) return;
    let [pieces, bytes, isRefused] = [0, 0, false];
    const began = performance.now();
    const isAllowed = () =>
      pieces <= freePieces + bytes / bytesOfOne ||
      pieces <= freePieces + bytes / bytesOfOne + (performance.now() - began) / msOfOne;
    const push = request.push.bind(request);
    // The parser calls this for each piece, even if nobody reads the body, and after the answer.
    request.push = (piece: Buffer | null) => {
      if (isRefused) return false;
      pieces += 1;
      bytes += piece?.length ?? 0;
      if (piece === null || isAllowed()) return push(piece);
      isRefused = true;
      if (response.headersSent) request.destroy();
      else refuse(tooManyPieces(), request);
      return false;
    };
  });
}

const tooManyPieces = () =>
  new AppError("request_unreadable", {
    sentence: `The body comes in too many small pieces. Send chunks of ${bytesOfOne} bytes or more, or state the length of the body.`,
  });
