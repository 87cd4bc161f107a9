import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ErrorCode, type ErrorReply, errorSentence, errorStatus } from "@cairn/contract";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../lib/app-error.ts";
import type { Offend } from "./bounded-connections.ts";
import { headersOfAll } from "./security-headers.ts";

/** The HTTP parser's own codes; any other code means that the request was unreadable. */
const parserCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/**
 * Answers requests that Node rejects before Fastify sees them, in the shape and with the headers and id of every other
 * error. Closes the connection, because the start of the next request is unknown.
 */
export function answerUnparsed(settings: Parameters<typeof headersOfAll>[0], log: FastifyBaseLogger) {
  function write(socket: Socket, code: ErrorCode, err?: Error): void {
    const error = err instanceof AppError ? err.message : errorSentence[code];
    const body: ErrorReply = { error, code, request_id: randomUUID() };
    log.info({ reqId: body.request_id, code, ...(err && { err }) }, "request refused");
    const text = JSON.stringify(body);
    const status = errorStatus[code];
    const headers = {
      ...headersOfAll(settings),
      "x-request-id": body.request_id,
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", text].join("\r\n"));
  }

  return {
    onClientError(error: Error & { code?: string }, socket: Socket): void {
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy(error);
      const code = error instanceof AppError ? error.code : parserCodes[error.code ?? ""];
      write(socket, code ?? "request_unreadable", error);
      socket.once("finish", () => socket.destroy());
    },

    /** Without a listener, Node answers an unknown Expect header with an empty 417. */
    watch(server: Server, offend: Offend): void {
      server.on("checkExpectation", ({ socket }) => {
        if (!socket.writable) return;
        offend(socket);
        write(socket, "expectation_failed");
        socket.once("finish", () => socket.destroy());
      });
    },
  };
}
